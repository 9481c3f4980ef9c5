import Foundation
import Testing

/// Files that look like shards of a simulation but contain impossible numbers and names.
struct `Crafted shards` {
  /// A change of a shard given as JSON.
  typealias Change = @Sendable (inout [String: Any]) -> Void

  /// Returns the shard of a plan with a sweep, and its version modified by `change`.
  private func write(_ change: Change, form: Int = 2, in folder: URL) throws {
    let made = try Shell.run(
      "flint simulate --quiet --rules ignition --players 4 --days 2 --sweep chance=0.5,1 --shard 1/1 "
        + "-o part.json",
      in: folder)
    #expect(made.status == 0, "\(made.output)")
    let part = folder.appendingPathComponent("part.json")
    var members = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: part)) as? [String: Any])
    // Form 2 has no hash, so that what is checked is the content.
    if form == 2 { (members["form"], members["hash"]) = (2, nil) }
    change(&members)
    try JSONSerialization.data(withJSONObject: members).write(to: part)
  }

  /// Changes every tally of the first rulebook.
  private static func tallies(
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> Change {
    { members in
      guard var rows = members["tallies"] as? [[[String: Any]]] else { return }
      for place in rows[0].indices { change(&rows[0][place]) }
      members["tallies"] = rows
    }
  }

  /// Changes the description of the plan.
  private static func plan(
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> Change {
    { members in
      guard var plan = members["plan"] as? [String: Any] else { return }
      change(&plan)
      members["plan"] = plan
    }
  }

  /// Changes the description of each rulebook.
  private static func rules(
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> Change {
    plan { plan in
      guard var rules = plan["rules"] as? [[String: Any]] else { return }
      for place in rules.indices { change(&rules[place]) }
      plan["rules"] = rules
    }
  }

  /// Changes each control of each rulebook.
  private static func controls(_ name: String, _ value: any Sendable) -> Change {
    rules { rules in
      guard var controls = rules["controls"] as? [[String: Any]] else { return }
      for place in controls.indices { controls[place][name] = value }
      rules["controls"] = controls
    }
  }

  /// Changes the sums of products of the first rulebook.
  private static func moments(
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> Change {
    { members in
      guard var moments = members["moments"] as? [[String: Any]] else { return }
      change(&moments[0])
      members["moments"] = moments
    }
  }

  private static func assertion(quantile: Double, atMost: Double = 1) -> Change {
    plan {
      $0["assertions"] = [
        [
          "measure": "points", "of": "quantile", "quantile": quantile, "at_most": atMost,
          "at_least": NSNull(), "rules": NSNull(),
        ]
      ]
    }
  }

  private static let most = Int64.max
  private static let wide = "170141183460469231731687303715884105727"
  private static let least = "-170141183460469231731687303715884105728"

  private static let changes: [(name: String, change: Change)] = [
    ("bins that sum past 64 bits", tallies { $0["bins"] = [0, most, 1, most] }),
    (
      "counts that sum past 64 bits",
      tallies { tally in
        (tally["count"], tally["absent"]) = (most, most)
        (tally["bins"], tally["negative"]) = ([0, most], [Int64]())
      }
    ),
    ("a negative count of those without a value", tallies { $0["absent"] = -4 }),
    ("a sum that the values cannot have", tallies { $0["sum"] = wide }),
    ("squares below 0", tallies { $0["squares"] = least }),
    (
      "bounds beyond the values",
      tallies { ($0["least"], $0["greatest"]) = (Int64.min, most) }
    ),
    ("a greatest value below the least", tallies { ($0["least"], $0["greatest"]) = (9, 1) }),
    ("a bin far beyond all numbers", tallies { $0["bins"] = [1_000_000_000_000_000_000, 4] }),
    ("fewer players than there are", tallies { $0["count"] = 3 }),
    ("more events than 64 bits tell", { $0["events"] = -1 }),
    ("a part of too many", { ($0["shard"], $0["of"]) = (most, most) }),
    ("controls integrated out of no measure", controls("integrates", most)),
    ("controls integrated out of a measure before the first", controls("integrates", -1)),
    ("moments of another number of players", moments { $0["count"] = -1 }),
    ("moments of very many players", moments { $0["count"] = most }),
    (
      "sums of measures that are not those of the tallies",
      moments { moments in
        let count = (moments["measures"] as? [Any])?.count ?? 0
        moments["measures"] = [String](repeating: least, count: count)
      }
    ),
    ("a quantile of 1e308", assertion(quantile: 1e308)),
    ("a quantile below 0", assertion(quantile: -1)),
    ("no controls where there are moments", rules { $0["controls"] = [Any]() }),
    ("a control that is none", rules { $0["controls"] = [["name": 1]] }),
    ("a sweep of nothing that can be swept", plan { $0["sweep"] = "x" }),
    ("values of a sweep that are none", rules { $0["name"] = "chance=0.5 1 1 1" }),
    (
      "commands of a shell instead of a value",
      rules { $0["name"] = "chance=0.5 1 1 1\nEOD\nsystem(\"touch PWNED\")\n$x << EOD\n1" }
    ),
  ]

  @Test(arguments: changes.map(\.name))
  func `a crafted shard is refused with the reason`(name: String) throws {
    let scratch = try Scratch()
    let change = try #require(Self.changes.first { $0.name == name }).change
    try write(change, in: scratch.url)
    let result = try Shell.run("flint simulate --merge part.json --output a.svg", in: scratch.url)
    #expect(result.status == 65, "\(result.output)")
    #expect(result.output.hasPrefix("flint: part.json is a damaged shard"), "\(result.output)")
    #expect(try Shell.run("ls PWNED", in: scratch.url).status != 0)
  }

  /// Sums of products cannot be validated; any values must be handled without overflow.
  @Test func `products beyond 128 bits do not overflow`() throws {
    let scratch = try Scratch()
    try write(
      Self.moments { moments in
        let count = (moments["products"] as? [Any])?.count ?? 0
        moments["products"] = (0..<count).map { $0 % 2 == 0 ? Self.wide : Self.least }
        let sums = (moments["sums"] as? [Any])?.count ?? 0
        moments["sums"] = [String](repeating: Self.least, count: sums)
      }, in: scratch.url)
    #expect(try Shell.run("flint simulate --merge part.json", in: scratch.url).status == 0)
  }

  @Test(
    arguments: [
      ("the seed of the plan", plan { $0["seed"] = "6" }),
      ("the hash of a rulebook", rules { $0["hash"] = "00" }),
      ("an assertion", assertion(quantile: 0.5)),
      ("the events", { $0["events"] = 1 }),
      ("no hash", { $0["hash"] = nil }),
    ] as [(String, Change)])
  func `a shard that was changed does not have its hash`(name: String, change: Change) throws {
    let scratch = try Scratch()
    try write(change, form: 3, in: scratch.url)
    let result = try Shell.run("flint simulate --merge part.json", in: scratch.url)
    #expect(result.status == 65, "\(result.output)")
    #expect(
      result.output.hasPrefix("flint: part.json was changed after it was written"),
      "\(result.output)")
  }

  @Test(arguments: [2, 3]) func `an unmodified shard is drawn`(form: Int) throws {
    let scratch = try Scratch()
    try write({ _ in }, form: form, in: scratch.url)
    let result = try Shell.run(
      "flint simulate --merge part.json --output a.svg && head -c 5 a.svg", in: scratch.url)
    #expect(result.status == 0 && result.output.hasSuffix("<?xml"), "\(result.output)")
  }
}
