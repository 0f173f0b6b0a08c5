"""The POSIX shell and bash: what a script starts, whatever way it takes."""
