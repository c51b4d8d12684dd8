"""What people see and press: cards, private panels, menus. Nothing here sends a card of its own accord."""
