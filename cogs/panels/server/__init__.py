"""A server's settings: what they may be, what they are, and the panel that changes them."""
