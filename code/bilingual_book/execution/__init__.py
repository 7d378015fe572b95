"""From a chapter's text to a notebook with outputs, run once for all languages."""
