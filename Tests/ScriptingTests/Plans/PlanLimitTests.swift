import Testing

/// Lists in plans are limited, since each rulebook of a list is compiled and simulated.
@Suite struct `Long lists in plans` {
  @Test(arguments: ["ignition", "nonsense"])
  func `of rules are refused before any of them is read`(name: String) throws {
    let message = try Playground().failure(
      "local rules = {} for i = 1, 100000 do rules[i] = '\(name)' end sim.run{rules = rules}")
    #expect(
      message == "script.lua:1: sim.run: rules: expected at most 50 rulebooks, got 100000")
  }

  @Test func `of measures are rejected before any of them is read`() throws {
    let message = try Playground().failure(
      "local list = {} for i = 1, 100000 do list[i] = 'nonsense' end sim.run{measure = list}")
    #expect(
      message == "script.lua:1: sim.run: measure: expected at most 200 measures, got 100000")
  }
}

/// Deviations that an audit has to detect are reported for each outcome.
@Suite struct `Long lists in audits` {
  @Test func `of deviations are rejected`() throws {
    let message = try Playground().failure(
      """
      local counts, rates, detect = {}, {}, {}
      for i = 1, 1000 do counts[i] = 1 rates[i] = "1/1000" end
      for i = 1, 101 do detect[i] = "10%" end
      audit.counts{counts = counts, rates = rates, detect = detect}
      """)
    #expect(
      message
        == "script.lua:4: audit.counts: field \"detect\": expected at most 100000 answers, got 101000 "
        + "(101 deviations of 1000 outcomes)")
  }
}
