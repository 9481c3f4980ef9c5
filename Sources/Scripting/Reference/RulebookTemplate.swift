/// The rulebook that `flint rules new` writes: a small game to change, with a comment for each section.
package enum RulebookTemplate {
  package static func text(id: String) -> String {
    """
    -- A rulebook: what sparks, missions and cards bring. Check it after every change:
    --   flint rules check \(id).lua
    -- All keys are in docs/reference/rulebook.md; those that are left out here are those of ignition.
    return {
      id = "\(id)", extends = "ignition",

      -- What players own and spend. Each day with an event grants per_day.
      currencies = {
        gems = {start = 1600, per_day = 60},
        dust = {},
      },

      -- What is sold for money; plans and budgets count with it.
      offers = {
        {id = "pouch", money = "4.99", grants = {gems = 300}},
        {id = "chest", money = "49.99", grants = {gems = 3280}},
      },
      money_unit = "EUR",

      -- What further copies of a card bring, beside points.
      duplicate_grants = {legendary = {dust = 50}, epic = {dust = 10}},

      -- Missions can grant currencies, too.
      change_missions = {
        ["weekly-warrior"] = {grants = {gems = 120}},
      },

      -- Exclusive cards come from pools that name them, never from sparks.
      cards = {
        {id = "dragon", name = "Dragon", category = "challenge", rarity = "legendary", exclusive = true},
        {id = "phoenix", name = "Phoenix", category = "energy", rarity = "legendary", exclusive = true},
      },

      pools = {
        {
          id = "dragon-1", title = "Wings of Fire",
          -- The days on which it is open; leave both out for always.
          from = "2026-12-01", before = "2027-12-01",
          -- The other cards: all cards of these rarities, exclusive ones included.
          cards = {rarity = {"common", "rare", "epic"}},
          -- Exact numbers that sum to 1: "0.6%", 0.006 and "3/500" are the same.
          rates = {common = "79.4%", rare = "15%", epic = "5%", legendary = "0.6%"},
          -- From the 74th roll on the rate rises by 6 % with each roll; the 90th is certain.
          pity = {legendary = {soft_start = 74, soft_step = "6%", hard = 90}, epic = {hard = 10}},
          -- Half of the legendary cards are the featured one; after another one the next is certain.
          featured = {cards = {"dragon"}, share = "50%", guarantee = true},
          -- Pools of one carry share counters and guarantees.
          carry = "limited",
          price = {gems = 160},
          bundle = {size = 10, price = {gems = 1500}, at_least = "rare"},
          -- After 200 rolls a featured card can be taken.
          exchange = {at = 200, choose = "featured"},
        },
      },
    }

    """
  }
}
