"""A page more in seconds: what it adds is found by what the build before kept, and patched into its snapshot."""
