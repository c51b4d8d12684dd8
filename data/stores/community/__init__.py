"""The rows that matches bring a community: ratings, seasons, roles by rating, lists in a channel."""
