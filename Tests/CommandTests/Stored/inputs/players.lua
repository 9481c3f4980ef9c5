return {
  seed = 5, players = 1200, days = 6,
  measure = {"points", "cards", "cards.legendary", "sparks until first:rare", "level"},
}
