"""What the bot says, in English."""
