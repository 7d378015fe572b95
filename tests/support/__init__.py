"""What several tests, and the tools, share."""
