"""The connection to Discord: the gateway and its shards, events, requests, and the state of it all."""
