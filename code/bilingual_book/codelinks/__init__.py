"""From a name or an output to the code behind it."""
