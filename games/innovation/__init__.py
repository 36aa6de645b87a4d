"""Innovation: a civilisation of cards, with ten ages, five colours and a dogma on every card."""
