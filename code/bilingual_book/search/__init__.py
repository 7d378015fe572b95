"""Search by section: what each says, a result for each, and the page that opens at what was found."""
