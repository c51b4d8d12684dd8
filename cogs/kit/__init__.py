"""Building blocks of panels. Nothing here knows a particular panel, or what lies above."""
