"""Migrations, copies, checks: what is done to a whole database."""
