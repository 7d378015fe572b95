"""The code that the book teaches: one idea a module."""
