public import Rules

/// What to simulate: whose rules, how many players, how they behave, for how long, and what is
/// measured of them.
///
/// A plan, a seed in it and a version of Flint determine every byte of the result.
public struct Plan: Sendable {
  /// Rules to play by.
  public struct Variant: Sendable {
    /// What the output calls it.
    public var name: String
    /// The rules.
    public var rulebook: Rulebook

    /// Names rules.
    public init(name: String, rulebook: Rulebook) {
      self.name = name
      self.rulebook = rulebook
    }
  }

  /// Who decides what players do.
  public enum Behaviour: Hashable, Sendable {
    /// A policy that is data.
    case policy(Policy)
    /// A function of the plan's, `day(player, today)`; the digest is that of the plan's text.
    case scripted(digest: String)
  }

  /// How players are played.
  public enum Engine: String, Sendable, CaseIterable {
    /// One event after another, by the full rules.
    case rules
    /// Their cards only, rolled one by one in bulk.
    case rolls
    /// Their cards only, by the law of how many rolls a collection takes.
    case law
    /// Their cards only, counted: all sparks are split among the cards at once.
    case counts
  }

  /// What the plan is called: its file, mostly.
  public var name: String
  /// The key of every draw.
  public var seed: UInt64 = 1 { didSet { isSeedSigned = false } }
  /// Whether the seed was written as a number below 0, which Lua has instead of those from 2⁶³ on.
  private var isSeedSigned = false
  /// How many players are played, at most where a precision is wanted.
  public var players: Int64 = 10_000
  /// The first civil day of every player; a Monday unless given.
  public var start = CivilDay(number: 19_723)
  /// How long each is played.
  public var horizon = Horizon.days(365)
  /// What is measured.
  public var measures: [Measure] = []
  /// What players do.
  public var behaviour = Behaviour.policy(Policy())
  /// How they are played.
  public var engine = Engine.rules
  /// The rules: one, or several to be compared on the same draws.
  public var variants: [Variant] = []
  /// The number in which the variants differ, where they are values of one.
  public var sweep: String?
  /// How good the mean of every measure has to be: half the width of its 95 % interval over the
  /// mean; `nil` to play all players.
  public var precision: Double?

  /// Makes a plan of defaults: 10,000 players, a year from Monday 2024-01-01, three sparks a day.
  public init(name: String) { self.name = name }

  /// Takes the seed as Lua has it: all 64 bits, of which it makes a number with a sign.
  public mutating func setSeed(signed seed: Int64) {
    self.seed = UInt64(bitPattern: seed)
    isSeedSigned = seed < 0
  }

  /// The seed as it was written.
  var writtenSeed: String { isSeedSigned ? "\(Int64(bitPattern: seed))" : "\(seed)" }

  /// Players are numbered with 32 bits.
  public static let mostPlayers: Int64 = 1 << 32
  /// Measures keep counts of their own, so that there may not be any number of them.
  public static let mostMeasures = 200
  /// So many rulebooks, at most: each is compiled and played. A sweep may have as many values.
  public static let mostVariants = Sweep.mostValues

  /// What is measured where nothing is said.
  public static func defaultMeasures(
    for horizon: Horizon, _ engine: Engine = .rules
  ) -> [Measure] {
    if engine == .counts {
      return [Measure(.total(.drops(nil)))]
        + Rarity.allCases.map { Measure(.total(.drops($0))) } + [Measure(.total(.cards(nil, nil)))]
    }
    return switch horizon {
    case .days, .sparks:
      [
        Measure(.total(.points(nil))), Measure(.total(.level)), Measure(.total(.cards(nil, nil))),
        Measure(.total(.cards(.legendary, nil))), Measure(.total(.missions)),
        Measure(.total(.streak)),
      ]
    case .until(let milestone, _):
      engine == .rules
        ? [Measure(.until(.sparks, milestone)), Measure(.until(.days, milestone))]
        : [Measure(.until(.sparks, milestone))]
    }
  }

  /// Measures that show how a total comes about over the days: at most thirty days of each total
  /// that is measured and kept by day; none where the plan has such measures of its own.
  public var fanMeasures: [Measure] {
    guard case .days(let days) = horizon, days > 1,
      !measures.contains(where: { if case .totalOnDay = $0.kind { true } else { false } })
    else { return [] }
    let steps = min(days, 30)
    return measures.flatMap { measure -> [Measure] in
      guard case .total(let total) = measure.kind, total.isKeptByDay else { return [] }
      return (1...steps).map { Measure(.totalOnDay(total, day: Int32($0 * days / steps))) }
    }
  }

  /// The days that a player is played at most.
  var mostDays: Int64 {
    switch horizon {
    case .days(let days): days
    case .sparks: Horizon.mostDays
    case .until(_, let days): days
    }
  }

  /// Everything that decides about the result, as text: two plans with equal ones give the same
  /// bytes.
  public var canonical: String {
    var lines = [
      "seed \(seed)", "players \(players)", "start \(start)", "horizon \(horizon)",
      "days \(mostDays)", "method \(engine.rawValue)",
    ]
    lines += measures.map { "measure \($0.name)" }
    lines += variants.map { "rules \($0.name) \($0.rulebook.hash)" }
    switch behaviour {
    case .policy(let policy):
      lines += [
        "sparks \(policy.sparks.map(\.description).joined(separator: ","))",
        "mix \(policy.mix.weights)", "intensities \(policy.intensities)", "hours \(policy.hours)",
      ]
      if let lapse = policy.lapse { lines.append("lapse \(lapse.leave) \(lapse.comeBack)") }
    case .scripted(let digest): lines.append("script \(digest)")
    }
    return lines.joined(separator: "\n")
  }
}

extension Plan {
  /// By what method players are played, in words.
  public var method: String {
    switch (engine, behaviour) {
    case (.rules, .policy): "full rules"
    case (.rules, .scripted): "full rules, scripted policy"
    case (.rolls, _): "cards alone, roll by roll"
    case (.law, _): "cards alone, by the law of how many rolls they take"
    case (.counts, _): "cards alone, counted by splitting"
    }
  }
}
