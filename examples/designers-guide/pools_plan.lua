-- Cards of the net by weight, and a banner that carries over to the next: with no limit to what is paid.
-- flint simulate examples/designers-guide/pools_plan.lua
return {
  rules = "harbour.lua",
  seed = 2027, players = 4000, start = "2027-03-01", days = 190,
  measure = {"rolls", "rolls until net/card:turtle"},
  policy = {sparks = 0, income = {pearls = 2000}},
  segments = {
    {name = "net", share = 0.5, policy = {pools = {{pool = "net", stop_at = "card:turtle"}}}},
    {name = "carry", share = 0.5, policy = {pools = {
      {pool = "moon", stop_at = "first:gold"}, {pool = "moon-again", stop_at = "featured"},
    }}},
  },
}
