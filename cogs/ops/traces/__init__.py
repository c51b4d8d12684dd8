"""Traces by OpenTelemetry: what a click waited for. Off unless a collector is named."""
