"""Boards: cells, pieces, marks and the strips around them."""
