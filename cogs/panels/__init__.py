"""The user interface: cards, private panels, menus. Nothing here sends a card of its own accord."""
