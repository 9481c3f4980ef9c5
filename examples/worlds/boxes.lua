-- A box of 100 lots, drawn without replacement: whoever draws long enough draws everything.
return {
  id = "boxes", extends = "ignition",
  currencies = {tickets = {start = 10, per_day = 5}},
  cards = {
    {id = "crown", name = "The Crown", category = "energy", rarity = "legendary", exclusive = true},
    {id = "ring", name = "A Ring", category = "energy", rarity = "epic", exclusive = true},
    {id = "coin", name = "A Coin", category = "energy", rarity = "common", exclusive = true},
  },
  pools = {
    {
      id = "lots", price = {tickets = 1},
      box = {counts = {crown = 1, ring = 3, coin = 96}, reset = "featured"},
      featured = {cards = {"crown"}},
    },
  },
}
