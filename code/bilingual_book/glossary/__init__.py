"""Terms: where they are introduced, their table, their pop-ups."""
