"""What stands on the boards: drawings of the pieces, by game and kind."""
