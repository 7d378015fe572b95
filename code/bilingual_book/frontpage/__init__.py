"""The first page: cards of the chapters, and a product to try oneself on."""
