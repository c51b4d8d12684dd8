"""Stored state on its way to Discord, with recovery after a crash. Nothing here is pressed."""
