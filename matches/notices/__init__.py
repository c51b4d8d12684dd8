"""Notifications: ways and times of telling people things. Plain values: nothing here is stored or sent."""
