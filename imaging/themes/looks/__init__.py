"""The looks of the boards, one a module: data and nothing else."""
