"""The board in a browser: the match of a card, pushed by finger, mouse or keys.

``site`` is the server, ``sessions`` says who a browser is, ``boards`` describes a match for the page,
``turns`` plays in it, ``pictures`` names boards and pieces, ``live`` tells open pages of changes; ``static``
is the page. It has no rules of a game: the server sends every legal action. ``host`` is the bot behind it.

Nothing here imports discord, cogs, computer or Pillow, nor data but for the statements of ``sessions``.
"""
