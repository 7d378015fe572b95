"""The code that the book teaches: one idea a module. Import from the modules themselves."""
