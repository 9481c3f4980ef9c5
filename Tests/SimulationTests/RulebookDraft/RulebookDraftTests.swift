import Design
import FlintJSON
import Players
import FlintRules
import FlintSchema
import Testing

@Suite struct `Drafts of rulebooks` {
  private func rates(_ draft: RulebookDraft) -> [String] {
    zip(draft.definition.rarities.names, draft.definition.drops.rates).map { "\($0) \($1)" }
  }

  private func weights(_ draft: RulebookDraft) -> [String] {
    draft.definition.cards.map { "\($0.id) \($0.weight)" }
  }

  @Test func `rates of cards give the rates of rarities, commonest first, and weights`() throws {
    let draft = try RulebookDraft(
      try draftTable(
        """
        Item,Tier,Drop Rate
        Sword,Epic,0.6%
        Leaf,Common,2/5
        Stone,common,0.2
        Bow,Rare,39.4%
        """), id: "drops")
    #expect(draft.reading == .cards)
    #expect(rates(draft) == ["common 0.6", "rare 0.394", "epic 0.006"])
    #expect(weights(draft) == ["sword 1", "leaf 2", "stone 1", "bow 1"])
    #expect(draft.definition.pools.isEmpty)
    #expect(draft.definition.categories.names == ["cards"])
  }

  @Test func `rates of rarities are those that sum to 1 where those of the cards do not`() throws {
    let table = """
      name,rarity,rate,weight
      A,ssr,0.6%,1
      B,ssr,0.6%,3
      C,r,99.4%,1
      D,r,99.4%,1
      """
    let draft = try RulebookDraft(try draftTable(table), id: "drops")
    #expect(draft.reading == .rarities)
    #expect(rates(draft) == ["r 0.994", "ssr 0.006"])
    #expect(weights(draft) == ["a 1", "b 3", "c 1", "d 1"])
    #expect(
      draft.remarks == [
        "rates are the chance of each rarity: those of the rarities sum to 1, while those of the cards sum "
          + "to 2"
      ])
  }

  @Test func `weights alone are divided by their sum`() throws {
    let draft = try RulebookDraft(
      try draftTable("card,rarity,weight\nA,r,6\nB,r,3\nC,s,0.5\nD,s,0.5\n,,"), id: "drops")
    #expect(draft.reading == .weights)
    #expect(rates(draft) == ["r 0.9", "s 0.1"])
    #expect(weights(draft) == ["a 2", "b 1", "c 1", "d 1"])
  }

  @Test func `rates that sum to 100 are hundredths, as are those of a column in percent`() throws {
    for header in ["name,rate", "name,Rate (%)", "name,rate_percent"] {
      let draft = try RulebookDraft(try draftTable("\(header)\nA,99.5\nB,0.5"), id: "drops")
      #expect(weights(draft) == ["a 199", "b 1"])
      #expect(draft.definition.chance(of: "b", pool: nil) == Fraction(1, over: 200))
    }
  }

  @Test
  func
    `equally common rarities have the order of their names, else that of the file, with a remark`()
    throws
  {
    let known = try RulebookDraft(
      try draftTable("name,rarity,rate\nA,SSR,1/3\nB,SR,1/3\nC,R,1/3"), id: "drops")
    #expect(known.definition.rarities.names == ["r", "sr", "ssr"])
    #expect(!known.remarks.contains { $0.contains("equally common") })
    let stars = try RulebookDraft(
      try draftTable("name,rarity,rate\nA,5,0.5\nB,3,0.5"), id: "drops")
    #expect(stars.definition.rarities.names.map { $0.filter(\.isNumber) } == ["3", "5"])
    let own = try RulebookDraft(
      try draftTable("name,rarity,rate\nA,gold,0.5\nB,iron,0.5"), id: "drops")
    #expect(own.definition.rarities.names == ["gold", "iron"])
    #expect(
      own.remarks.contains(
        "gold and iron are equally common: iron, which comes later in the file, counts as the rarer; change "
          + "their order in rarities if that is wrong"))
  }

  @Test func `rates that sum to something else are an error with both sums`() throws {
    let table = try draftTable("name,rarity,chance\nA,r,0.5\nB,r,0.5\nC,s,0.3")
    #expect(
      draftFaults { _ = try RulebookDraft(table, id: "drops") }
        == "column \"chance\": the rates of the cards sum to 1.3, those of the rarities to 0.8; one sum must "
        + "be exactly 1: correct them, write fractions such as 1/3, or give --normalize to divide them by "
        + "their sum")
    // 0.8 is nearer to 1 than 1.3 is.
    let draft = try RulebookDraft(table, id: "drops", normalizes: true)
    #expect(draft.reading == .rarities)
    #expect(rates(draft) == ["r 0.625", "s 0.375"])
  }

  @Test func `a table without chances, or with some missing, is an error`() throws {
    let unrated = try draftTable("name,rarity\nA,r")
    #expect(
      draftFaults { _ = try RulebookDraft(unrated, id: "drops") }
        == "there are no chances; add a column rate (0.6%, 0.006 or 1/167 of each card or of each rarity), "
        + "or a column weight")
    let gaps = try draftTable("name,weight\nA,1\nB,")
    #expect(
      draftFaults { _ = try RulebookDraft(gaps, id: "drops") }
        == "line 3, weight: missing; the other rows have one, and each needs it")
  }

  @Test func `faults of cells have their line and column, and are reported together`() {
    #expect(
      draftFaults {
        _ = try draftTable("name,rarity,rate,featured\nA,,x,\n,r,101,\nC,r,1,maybe")
      } == """
        line 2, rarity: missing; every row needs a rarity, or none
        line 2, rate: expected a chance such as 0.6%, 0.006 or 1/167, got "x"
        line 3, name: missing; expected the name of a card
        line 3, rate: expected a chance such as 0.6%, 0.006 or 1/167, got "101"
        line 4, featured: expected yes or no, got "maybe"
        """)
    #expect(
      draftFaults { _ = try draftTable("who,rate\nA,1") }
        == "line 1: expected a column with the names of the cards (name, card, item, prize, reward, "
        + "character, card_name or item_name), got \"who\", \"rate\"")
  }

  @Test func `pools have their own rates, and the share of the featured card`() throws {
    let draft = try RulebookDraft(
      try draftTable(
        """
        banner,name,stars,weight,featured
        Dawn,Iris,★★★★★,1,yes
        Dawn,Rose,★★★★★,2,
        Dawn,Leaf,★★★,7,
        Dusk,Iris,★★★★★,1,
        Dusk,Leaf,★★★,3,
        """), id: "drops")
    #expect(draft.definition.pools.map(\.id) == ["dawn", "dusk"])
    #expect(draft.definition.pools[0].cards?.ids == ["iris", "rose", "leaf"])
    #expect(draft.definition.pools[0].featured?.cards == ["iris"])
    #expect(draft.definition.pools[0].featured?.share == Fraction(1, over: 3))
    #expect(draft.definition.pools[1].featured == nil)
    #expect(
      draft.definition.pools[1].rates.map(\.value) == ["1/4", "3/4"].reversed().map(Fraction.init))
    #expect(draft.definition.chance(of: "iris", pool: "dawn") == Fraction(1, over: 10))
    #expect(draft.definition.chance(of: "iris", pool: "dusk") == Fraction(1, over: 4))
  }

  @Test func `chances are written as percents, decimals, with an exponent or as one in a number`()
    throws
  {
    for text in ["0.5%", "0,5 %", "0.005", "5E-3", "5.0e-03", "1/200", "1 in 200"] {
      let table = try DraftTable(
        header: ["name", "rate"],
        records: [.init(line: 2, values: ["A", text]), .init(line: 3, values: ["B", "199/200"])])
      #expect(table.rows.first?.rate == Fraction(1, over: 200), "\(text)")
      #expect(try RulebookDraft(table, id: "drops").reading == .cards)
    }
  }

  @Test func `featured cards of rarities with different shares are those of the rarest`() throws {
    let draft = try RulebookDraft(
      try draftTable(
        """
        name,tier,weight,featured
        A,s,1,yes
        B,s,1,
        C,r,2,yes
        D,r,6,
        """), id: "drops")
    #expect(draft.definition.pools.first?.featured?.cards == ["a"])
    #expect(draft.definition.pools.first?.featured?.share == Fraction(1, over: 2))
    #expect(draft.definition.chance(of: "c", pool: "drops") == Fraction(1, over: 5))
    #expect(
      draft.remarks.contains(
        "only featured cards of s are featured: a pool has one share for all its featured cards"))
  }

  @Test func `more names than rulebooks have are an error`() throws {
    let rows = (0..<40).map { "Card \($0),T\($0),1" }.joined(separator: "\n")
    for (column, most) in [("rarity", 16), ("category", 32)] {
      let table = try draftTable("name,\(column),weight\n" + rows)
      #expect(
        draftFaults { _ = try RulebookDraft(table, id: "drops") }
          == "column \"\(column)\": expected at most \(most) different ones, got 40; merge some or remove "
          + "the column")
    }
  }

  @Test func `several categories bring a pool of all cards`() throws {
    let draft = try RulebookDraft(
      try draftTable("name,element,weight\nA,Fire,1\nB,Water,2"), id: "drops")
    #expect(draft.definition.categories.names == ["fire", "water"])
    #expect(draft.definition.pools.map(\.id) == ["drops"])
    #expect(draft.definition.chance(of: "b", pool: "drops") == Fraction(2, over: 3))
  }

  @Test func `columns that a rulebook lacks are named, and rows of chance 0 are left out`() throws {
    let table = try draftTable("name,weight,min,max,notes\nA,1,1,2,x\nB,0,1,1,y")
    #expect(
      table.remarks == [
        "ignored the columns \"min\", \"max\", \"notes\": a roll gives one card, without a count",
        "left out 1 row of chance 0",
      ])
  }

  @Test func `a row of totals at the end is left out`() throws {
    let weights = try draftTable("name,weight\nSword,1\nBow,3\nTotal,4")
    #expect(weights.rows.map(\.name) == ["Sword", "Bow"])
    #expect(
      weights.remarks == ["left out the last row, which is taken for the sum of the others"])
    let rates = try draftTable("name,rarity,rate\nA,s,10%\nB,r,90%\nGesamt,,100%")
    #expect(rates.rows.count == 2)
    // Elsewhere it is a card like any other.
    #expect(try draftTable("name,weight\nTotal,1\nBow,3").rows.map(\.name) == ["Total", "Bow"])
  }

  @Test func `a list of objects is read like a table`() throws {
    let json = """
      [{"name": "A", "tier": "s", "probability": 0.25}, {"tier": "r", "name": "B", "probability": "3/4"}]
      """
    guard case .array(let entries) = try JSONValue(parsing: json) else { return }
    let draft = try RulebookDraft(try DraftTable(entries: entries), id: "drops")
    #expect(rates(draft) == ["r 0.75", "s 0.25"])
    #expect(
      draftFaults {
        _ = try DraftTable(entries: [.object([("name", .string("A")), ("rate", .string("?"))])])
      } == "[1].rate: expected a chance such as 0.6%, 0.006 or 1/167, got \"?\"")
    #expect(
      draftFaults { _ = try DraftTable(entries: [.integer(1)]) } == "[1]: expected an object")
  }

  @Test func `ids come from names and are unique`() throws {
    let draft = try RulebookDraft(
      try draftTable("id,name,weight\n,The Dragon's Egg,1\n,the dragons egg,1\nX_9,Ω,1\n,Ω,1"),
      id: "drops")
    #expect(
      draft.definition.cards.map(\.id) == ["the-dragons-egg", "the-dragons-egg-2", "x_9", "card"])
    #expect(RulebookDraft.id(ofFile: "a/My Drops (v2).csv") == "my-drops-v2")
    #expect(RulebookDraft.id(ofFile: "Ω.csv") == nil)
  }

  @Test func `weights beyond a million are an error of their row`() throws {
    let table = try draftTable("name,rate\nA,0.9999999\nB,0.0000001")
    #expect(
      draftFaults { _ = try RulebookDraft(table, id: "drops") }
        == "line 2, rate: beside the other cards of its rarity it needs the weight 9999999, more than "
        + "1000000; round the numbers, or give the card another rarity")
  }
}
