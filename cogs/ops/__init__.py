"""What whoever hosts the bot sees of it: its log, its metrics, its troubles, its orderly end."""
