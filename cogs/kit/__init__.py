"""Building blocks of panels. Nothing here imports a particular panel, or what lies above."""
