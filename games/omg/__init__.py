"""Online Marketing Generals: rules, cards, worked cases."""
