"""Pictures for the documentation: the gallery and the lessons."""
