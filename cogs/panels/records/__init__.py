"""Records of matches: as files, shared by a code, and opened from elsewhere."""
