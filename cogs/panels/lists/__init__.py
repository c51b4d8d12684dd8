"""Lists of matches: the tabs of /matches, and the matches of two players."""
