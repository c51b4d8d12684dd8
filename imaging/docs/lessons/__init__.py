"""The scripts of the little films of the rules: a module a game, named like its engine; only data."""
