-- A chest that is opened in a cave.
return {
  main = "chest",
  tables = {
    chest = {
      always = {{item = "gold", count = {5, 7}}},
      rolls = {1, 3},
      entries = {
        {item = "bread", weight = 5},
        {table = "gems", weight = 3},
        {item = "lantern", weight = 1, when = "night", quality = 1},
        {empty = true, weight = 2},
      },
    },
    gems = {entries = {{item = "ruby"}, {item = "pearl", weight = 3, count = {1, 3}}}},
  },
}
