"""What the little films of the rules show: a module a game, named like its engine; data and nothing else."""
