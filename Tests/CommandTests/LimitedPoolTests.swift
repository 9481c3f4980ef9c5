import Foundation
import Testing

/// What is stated of a pool whose limit of rolls comes before its hard pity, its featured card and its exchange.
struct `A pool with a limit of rolls` {
  private func statements(limit: Int, more: String = "") throws -> String {
    let scratch = try Scratch()
    try """
    return {id = "o", extends = "ignition", currencies = {gems = {start = 0}},
      cards = {
        {id = "l0", name = "A", category = "idea", rarity = "legendary", exclusive = true},
        {id = "c0", name = "B", category = "idea", rarity = "common", exclusive = true}},
      pools = {{id = "p", limit = \(limit), cards = {"l0", "c0"}, price = {gems = 10},
        rates = {common = "99%", rare = 0, epic = 0, legendary = "1%"},
        pity = {legendary = {hard = 20}}, featured = {cards = {"l0"}, hard = 30},
        exchange = {at = 50, choose = "any"} \(more)}}}
    """.write(to: scratch.url.appendingPathComponent("o.lua"), atomically: true, encoding: .utf8)
    let run = try Shell.run(
      "flint rules check o.lua && flint odds disclose p --rules o.lua", in: scratch.url)
    #expect(run.status == 0, "\(run.output)")
    return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let all = [
    "certain at roll", "50 rolls can be exchanged", "Roll 30 since the last featured card",
  ]

  @Test(arguments: [(50, all), (30, [all[0], all[2]]), (10, [])])
  func `states what can happen within it`(limit: Int, expected: [String]) throws {
    let text = try statements(limit: limit)
    for part in Self.all {
      #expect(text.contains(part) == expected.contains(part), "\(limit): \(part)\n\(text)")
    }
  }

  /// The counter of pity goes on in another pool.
  @Test func `states what pools that share the counter can bring about`() throws {
    let text = try statements(limit: 10, more: #", carry = "both""#)
    #expect(text.contains("certain at roll") && !text.contains(Self.all[1]), "\(text)")
  }
}
