"""The bot's texts in English."""
