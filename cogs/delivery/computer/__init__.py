"""The computer's work: assigns it to workers and shows the results."""
