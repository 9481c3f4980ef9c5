-- ends: 74 reading is not allowed
csv.rows('outside/secret')()
