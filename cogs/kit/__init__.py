"""What panels are made of. Nothing here knows a particular panel, or what lies above."""
