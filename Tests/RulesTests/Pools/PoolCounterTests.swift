import FlintRules
import Testing

/// Rules of counters with chances of 0 and 1 alone, so that each card follows from them.
struct `Counters of pools` {
  private static let cards = #""cards": ["wood", "gold", "sun", "moon"], "price": {"gems": 1}"#
  private static let never = #""rates": {"common": 1}"#

  private func world(_ members: String) throws -> PoolWorld {
    try PoolWorld(pools: #"{"id": "p", \#(Self.cards), \#(members)}"#)
  }

  private func view(_ world: PoolWorld) -> PoolView {
    world.profile.rulebook.pools(in: world.profile.state, on: world.today)[0]
  }

  /// Returns the rarities of a number of rolls: w(ood), g(old), s(un).
  private func letters(_ members: String, _ rolls: Int64) throws -> String {
    var world = try world(members)
    return String(try world.cards("p", rolls).compactMap(\.first))
  }

  @Test(arguments: [
    // At the third roll, by a ramp that reaches 1; by a step after one of every two rolls.
    (#"{"legendary": {"rates": [{"from": 3, "step": 1}]}}"#, "wwmwwm"),
    (#"{"legendary": {"rates": [{"from": 1, "rate": 0}, {"from": 4, "rate": 1}]}}"#, "wwwmwwwm"),
    // A round of two that begins after the third roll is certain twice.
    (#"{"legendary": {"hard": 3, "round": 2}}"#, "wwmmwwmmww"),
    // In a round of three the card is certain from the second round on.
    (#"{"legendary": {"hard": 3, "round": 3}}"#, "wwwmmmwwwmmm"),
    // The rarer card takes the fourth roll, and the other one comes after it.
    (#"{"epic": {"hard": 2, "reset": "exact"}, "legendary": {"hard": 4}}"#, "wgwmgwgmgwg"),
    (#"{"epic": {"hard": 2}, "legendary": {"hard": 4}}"#, "wgwmwgwmwgw"),
  ])
  func `make a roll certain by rates, rounds and what resets them`(
    pity: String, letters: String
  ) throws {
    let members = #"\#(Self.never), "pity": \#(pity), "featured": {"cards": ["moon"]}"#
    #expect(try self.letters(members, Int64(letters.count)) == letters)
  }

  @Test(arguments: [
    // Two lost chances, then a won one; it ends the row.
    (#""share": [0, 0, 1]"#, "ssmssmssm"),
    // A guaranteed card neither adds to the row nor ends it.
    (#""share": [0, 0, 1], "guarantee": true"#, "smsmmsmsmm"),
    // Featured after two rolls without, and again after two more; or once.
    (#""share": 0, "from": 2"#, "ssmssmssm"),
    (#""share": 0, "from": 2, "once": true"#, "ssmssssss"),
  ])
  func `make a card featured by chances lost and rolls without`(
    featured: String, letters: String
  ) throws {
    let members =
      #""rates": {"legendary": 1}, "pity": {}, "featured": {"cards": ["moon"], \#(featured)}"#
    #expect(try self.letters(members, Int64(letters.count)) == letters)
  }

  @Test func `are shown with what is certain after them`() throws {
    var world = try world(
      #"""
      "rates": {"common": 1}, "pity": {"legendary": {"hard": 4, "round": 3}},
      "featured": {"cards": ["moon"], "share": [0, 1], "from": 9}
      """#)
    #expect(view(world).counters[3].certainIn == 4)
    try world.roll("p", 1)
    #expect(view(world).counters[3].turn == 1)
    #expect(view(world).counters[3].certainIn == 3)
    #expect(view(world).counters[3].lost == 0)
    #expect(view(world).featuredNextIn == 9)
    try world.roll("p", 3)
    // The card of the fourth roll is a lost chance, and the next two of its round are certain, too.
    #expect(view(world).counters[3].lost == 1)
    #expect(view(world).counters[3].isGuaranteed)
    #expect(view(world).counters[3].certainIn == 1)
    #expect(try world.cards("p", 2) == ["moon", "sun"])
    // A round begins.
    #expect(view(world).counters[3].certainIn == 4)
  }

  @Test func `are kept with the state`() throws {
    var world = try world(
      #"""
      "rates": {"common": "3/4", "legendary": "1/4"}, "pity": {"legendary": {"hard": 4, "round": 3}},
      "featured": {"cards": ["moon"], "share": ["1/4", "1/2"]}
      """#)
    for _ in 0..<5 {
      try world.roll("p", 7)
      let state = world.profile.state
      #expect(
        ProfileState(encoded: state.encoded, rulebook: world.profile.rulebook) == state)
    }
  }
}
