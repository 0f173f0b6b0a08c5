"""Models that answer requests: over HTTP, from a recording, from a script."""
