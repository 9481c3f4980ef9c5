import FlintRules
import FlintSchema
import Testing
@testable import Chance

/// States as they are written: what cannot be, and what would change nothing, is refused.
@Suite struct `The state before the first roll` {
  private func rulebook() throws -> RulebookDefinition {
    try PoolRulebooks.rulebook(
      cards: ["three:common", "hero:legendary", "hermit:legendary", "silver:rare"],
      pools: """
        {"id": "wish", "cards": ["three", "hermit"],
         "rates": {"common": "99.4%", "legendary": "0.6%"},
         "pity": {"legendary": {"soft_start": 74, "soft_step": "6%", "hard": 90}},
         "featured": {"cards": ["hero"], "share": "50%", "guarantee": true, "path": 2},
         "carry": "all", "price": {"gems": 160}},
        {"id": "rerun", "cards": ["three", "hermit"],
         "rates": {"common": "99.3%", "legendary": "0.7%"},
         "pity": {"legendary": {"soft_start": 63, "soft_step": "7%", "hard": 80}}, "carry": "all"},
        {"id": "rising", "cards": ["three", "hermit"],
         "rates": {"common": "98%", "legendary": "2%"},
         "pity": {"legendary": {"soft_start": 51, "soft_step": "2%"}}},
        {"id": "plain", "cards": ["three", "hermit"],
         "rates": {"common": "99%", "legendary": "1%"}, "pity": {},
         "featured": {"cards": ["hero"], "share": "80%", "hard": 330}},
        {"id": "memory", "cards": ["three", "hermit"],
         "rates": {"common": "99%", "legendary": "1%"},
         "pity": {"legendary": {"hard": 90, "round": 5}},
         "featured": {"cards": ["hero"], "share": ["50%", "75%", 1], "guarantee": true}},
        {"id": "both", "cards": ["three", "silver", "hermit"],
         "rates": {"common": "90%", "rare": "9%", "legendary": "1%"},
         "pity": {"rare": {"hard": 10}, "legendary": {"hard": 90}}},
        {"id": "apart", "cards": ["three", "silver", "hermit"],
         "rates": {"common": "90%", "rare": "9%", "legendary": "1%"},
         "pity": {"rare": {"hard": 10, "reset": "exact"}, "legendary": {"hard": 90}}},
        {"id": "short", "cards": ["three", "silver", "hermit"],
         "rates": {"common": "90%", "rare": "9%", "legendary": "1%"},
         "pity": {"rare": {"hard": 20}, "legendary": {"hard": 8}}},
        {"id": "wheel", "cards": ["three", "silver", "hermit"],
         "rates": {"common": "80%", "rare": "15%", "legendary": "5%"},
         "pity": {"legendary": {"rates": [{"from": 5, "step": "1%", "every": 4},
          {"from": 61, "rate": 1}], "round": 4}},
         "featured": {"cards": ["hero"], "share": "50%"},
         "price": {"gems": [6, 5, 5, 4]}, "first_price": {"gems": 0}},
        {"id": "box", "box": {"counts": {"hero": 1, "silver": 19, "three": 280},
         "reset": "featured"}, "featured": {"cards": ["hero"]}},
        {"id": "early", "cards": ["three", "hermit"],
         "rates": {"common": "95%", "legendary": "5%"}, "pity": {"legendary": {"first": 10, "hard": 40}}},
        {"id": "sack", "box": {"counts": {"hero": 1, "three": 9}, "reset": "never"}}
        """)
  }

  private func answer(_ order: String, _ state: String) throws -> PoolAnswer {
    var question = PoolQuestion(try rulebook(), try PoolQuestion.stages(parsing: order))
    if !state.isEmpty { question.start = try PoolStartText(parsing: state) }
    return try question.answer()
  }

  @Test func `may have blanks around its terms`() throws {
    #expect(
      try PoolStartText(parsing: " wish / pity.legendary = 30, guaranteed ").description
        == "wish/pity.legendary=30,guaranteed")
  }

  @Test(
    arguments: [
      ("box/featured", "pity.legendary=5", "its cards come from a box"),
      ("box/featured", "guaranteed", "its cards come from a box"),
      ("box/complete", "owned=hermit", "it has none of these cards"),
      ("box/featured", "points=10", "it has no exchange"),
      ("box/featured", "since-featured=20", "its cards come from a box"),
      ("wish/featured", "box=hero", "it has no box"),
      ("wish/featured", "since-featured=20", "no roll is certain to give a featured card"),
      ("wish/featured", "pity.rare=2", "rare has no pity there"),
      ("rerun/first:legendary", "guaranteed", "has no featured cards"),
      ("plain/featured", "guaranteed", "it has no guarantee"),
      ("plain/featured", "path=1", "its featured cards have no path"),
      ("plain/featured", "had=legendary", "no first card is certain there"),
      ("plain/featured", "had-featured", "nothing there ends with the first featured card"),
      ("plain/featured, box/featured", "points=3", "points=3 changes nothing in pool plain"),
      ("plain/featured", "wish/pity.legendary=3", "expected one of the pools asked about, plain"),
      ("wish/featured", "guaranteed,guaranteed=false", "guaranteed is given twice"),
      ("wish/featured", "owned=hero*0", "expected ID*N with N from 1 to 1000000, got \"hero*0\""),
      ("wish/featured", "owned=hero+hero*2", "card hero is given twice"),
      // Counters that a card would have put back.
      ("plain/featured", "since-featured=330", "certain at 330; expected 0 to 329"),
      ("wish/featured", "path=3", "certain after 2 others; expected 0 to 2"),
      ("wish/featured", "pity.legendary=90", "legendary is certain at 90; expected 0 to 89"),
      ("rerun/first:legendary", "pity.legendary=90", "certain at 90; expected 0 to 89"),
      (
        "early/first:legendary", "pity.legendary=10",
        "the first legendary is certain within 10 rolls; expected 0 to 9, or had=legendary"
      ),
      // 2 % and 49 steps of 2 % from the 51st on.
      ("rising/first:legendary", "pity.legendary=99", "certain at 99; expected 0 to 98"),
      ("memory/featured", "lost=3", "featured after 2 chances lost; expected 0 to 2"),
      (
        "memory/featured", "guaranteed,lost=0", "follows a chance that was lost; expected 1 or more"
      ),
      ("wish/featured", "lost=1", "its share does not depend on the chances lost"),
      ("wish/featured", "round.legendary=1", "the pity of legendary has no rounds there"),
      ("memory/featured", "round.legendary=5", "a round has 5 rolls; expected 0 to 4"),
      ("memory/featured", "round-pity.legendary=5", "no effect between rounds"),
      ("memory/featured", "round.legendary=2", "add round-pity.legendary"),
      (
        "memory/featured", "pity.legendary=9,round.legendary=2,round-pity.legendary=8",
        "expected 7, since pity.legendary is 9 after 2 rolls of the round"
      ),
      // A round that begins after 88 rolls without is not certain, the next one is.
      ("memory/featured", "pity.legendary=94", "certain at 94; expected 0 to 93"),
      (
        "wheel/featured", "rolls=30,pity.legendary=30,round.legendary=3",
        "round.legendary: expected 2, since 30 rolls are 7 rounds of 4 and 2"
      ),
      ("wheel/featured", "rolls=30", "since pity.legendary is 0 after 2 of its rolls"),
      (
        "wheel/featured", "rolls=4,pity.legendary=5",
        "rolls: pity.legendary needs at least 5 of the pool, got 4"
      ),
      ("memory/featured", "zzz=1", "lost=N, lost.RARITY=N (chances lost in a row), round.RARITY=N"),
      // A legendary card resets both counters.
      (
        "both/first:rare", "pity.rare=9,pity.legendary=3", "expected pity.legendary of at least 9"
      ),
      (
        "short/first:rare", "pity.rare=8",
        "legendary is certain at 8 and resets it; expected 0 to 7"
      ),
      ("sack/card:hero*2", "", "never filled again, has 1 of these cards, 2 are wanted"),
      (
        "sack/complete", "box=hero",
        "has too few of hero left; if those drawn from it are owned, add owned=hero"
      ),
      ("box/featured", "box=hermit", "the box of box has 0 of hermit, got 1"),
      ("box/featured", "box=three*281", "the box of box has 280 of three, got 281"),
      ("box/featured", "box=hero+three*5", "the box of box is filled again after these cards"),
      ("box/featured", "box=heros", "did you mean \"hero\""),
    ])
  func `is refused`(order: String, state: String, message: String) throws {
    #expect {
      _ = try answer(order, state)
    } throws: {
      "\($0)".contains(message)
    }
  }

  @Test(
    arguments: [
      // A grand card among n is drawn after (n + 1) / 2 on average.
      ("box/featured", "box=three*200+silver*19", 41),
      ("box/featured*2", "box=three*280+silver*18", 1.5 + 150.5),
      ("sack/card:hero, box/featured", "sack/box=three*8", 1.5 + 150.5),
      ("sack/card:hero, box/featured", "box=three*8", 1.5 + 146.5),
      // Ninety rolls without one are possible in the pool that shares the counter.
      ("rerun/first:legendary", "pity.legendary=85", 1),
      ("rising/first:legendary", "pity.legendary=98", 1),
      ("box/complete", "owned=three+silver", 150.5),
      ("sack/complete", "box=hero,owned=hero", 1),
      // (1 − 0.99^n) / 0.01 with n rolls left of 90: five or more without a legendary card, or three.
      ("both/first:legendary", "pity.rare=5", 57.44098766113454),
      ("both/first:legendary", "pity.rare=5,pity.legendary=40", 39.49939328624637),
      ("apart/first:legendary", "pity.rare=9,pity.legendary=3", 58.28791200667796),
    ] as [(String, String, Double)])
  func `has an effect`(order: String, state: String, mean: Double) throws {
    let found = try #require(try answer(order, state).mean)
    #expect(abs(found - mean) < 1e-9 * mean)
  }

  /// Means of a separate dynamic programme over the counter, the place in the round and the price.
  @Test(arguments: [
    ("rolls=6,round.legendary=2,round-pity.legendary=3", 28.263210855888875, 141.06835843907677),
    ("rolls=30,pity.legendary=30", 20.493620464512205, 102.21007884146684),
    // Thirty rolls at least, which are two of a round.
    ("pity.legendary=30,round.legendary=2", 20.493620464512205, 102.21007884146684),
  ])
  func `has rolls and rounds that agree`(state: String, mean: Double, price: Double) throws {
    let answer = try answer("wheel/card:hero", state)
    #expect(abs(try #require(answer.mean) - mean) < 1e-9)
    #expect(abs(try #require(answer.meanPrice.first?.value) - price) < 1e-9)
  }

  @Test func `is also that of the first goals of an order`() throws {
    let answer = try answer(
      "sack/card:hero, rising/first:legendary", "rising/pity.legendary=98,box=three*9")
    #expect(answer.mean == 2)
    #expect(answer.milestones.map(\.mean) == [1])
  }
}
