"""The book elsewhere: notebooks, the wheel, PDFs."""
