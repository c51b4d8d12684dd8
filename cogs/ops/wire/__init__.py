"""The way to Discord: through a proxy if there is one, and in few packets."""
