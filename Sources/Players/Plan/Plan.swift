package import FlintCalendar
package import FlintRules

/// A simulation to run: the rules, the number of players, their behaviour, the horizon, and the measures.
///
/// A plan, its seed and the version of Flint determine every byte of the result.
package struct Plan: Sendable {
  /// A rulebook to play by.
  package struct Variant: Sendable {
    /// The name of the variant in the output.
    package var name: String
    package var rulebook: Rulebook
    /// What differs from the policies of the plan; `nil` where nothing does.
    package var change: PolicyChange?

    package init(name: String, rulebook: Rulebook, change: PolicyChange? = nil) {
      self.name = name
      self.rulebook = rulebook
      self.change = change
    }
  }

  /// The source of the players' actions.
  package enum Behaviour: Hashable, Sendable {
    case policy(Policy)
    /// A function of the plan, `day(player, today, segment)`; the digest is that of the plan's text.
    case scripted(digest: String)
  }

  /// The method of simulating players.
  package enum Engine: String, Sendable, CaseIterable {
    /// One event after another, by the full rules.
    case rules
    /// Their cards only, rolled one by one.
    case rolls

    /// What a result says of the method.
    package var description: String {
      switch self {
      case .rules: "full rules"
      case .rolls: "cards alone, roll by roll"
      }
    }

    package init(parsing text: String) throws(PlanProblem) {
      guard let engine = Self(rawValue: text) else {
        throw PlanProblem(
          "method",
          "expected rules or rolls, got \"\(text)\"; flint odds computes exact distributions of "
            + "cards")
      }
      self = engine
    }
  }

  /// The name of the plan: usually that of its file.
  package var name: String
  /// The key of all random numbers.
  package var seed: UInt64 = 1 { didSet { isSeedSigned = false } }
  /// Whether the seed was written as a number below 0, as Lua writes those from 2⁶³ on.
  private var isSeedSigned = false
  /// The number of players; with a precision, the maximum number.
  package var players: Int64 = 10_000
  /// The first civil day of every player; a Monday unless given.
  package var start = CivilDay(number: 19_723)
  /// The period for which each player is simulated.
  package var horizon = Horizon.days(365)
  package var measures: [Measure] = []
  package var behaviour = Behaviour.policy(.standard)
  /// The parts of the players that have a policy of their own; empty where all players have that of
  /// `behaviour`.
  package var segments: [Segment] = []
  package var engine = Engine.rules
  /// The rulebooks: one, or several to be compared on the same random numbers.
  package var variants: [Variant] = []
  /// The name of the number of the rulebook or of the policies in which the variants differ, where they are the
  /// values of a sweep.
  package var sweep: String?
  /// The required precision of the mean of every measure: half the width of its 95 % interval over the
  /// mean; `nil` to play all players.
  package var precision: Double?
  /// The number of the last measures that are for pictures only: no precision is required of them.
  package private(set) var pictureMeasures = 0

  /// Creates a plan with the defaults: 10,000 players, a year from Monday 2024-01-01, three sparks a day.
  package init(name: String) { self.name = name }

  /// Sets the seed from a Lua integer: 64 bits, interpreted as a signed number.
  package mutating func setSeed(signed seed: Int64) {
    self.seed = UInt64(bitPattern: seed)
    isSeedSigned = seed < 0
  }

  /// The seed as it was written.
  var writtenSeed: String { isSeedSigned ? "\(Int64(bitPattern: seed))" : "\(seed)" }

  /// The maximum number of players: they are numbered with 32 bits.
  package static let mostPlayers: Int64 = 1 << 32
  /// The maximum number of measures: each needs memory of its own.
  package static let mostMeasures = 200
  /// The maximum number of rulebooks: each is compiled and played. A sweep may have as many values.
  package static let mostVariants = Sweep.mostValues

  /// Gives a policy that chooses no kinds of sparks those that the rulebooks list.
  package mutating func useListedKinds() {
    guard let definition = variants.first?.rulebook.definition,
      case .policy(var policy) = behaviour, policy.hasDefaultKinds
    else { return }
    let own = Policy(for: definition)
    (policy.mix, policy.intensities) = (own.mix, own.intensities)
    behaviour = .policy(policy)
  }

  /// Returns the measures of a plan that names none.
  ///
  /// - Parameter rulebook: the first rulebook of the plan.
  package static func defaultMeasures(
    for horizon: Horizon, _ engine: Engine = .rules, _ rulebook: RulebookDefinition? = nil
  ) -> [Measure] {
    switch horizon {
    case .days, .sparks:
      [
        Measure(.total(.points(nil))), Measure(.total(.level)), Measure(.total(.cards(nil, nil))),
        Measure(.total(.cards(rulebook?.rarities.last ?? .legendary, nil))),
        Measure(.total(.missions)),
        Measure(.total(.streak)),
      ]
    case .until(let milestone, _):
      (engine == .rules ? [milestone.unit, .days] : [milestone.unit]).map {
        Measure(.until($0, milestone))
      }
    }
  }

  /// The measures that show the course of totals over the days: at most thirty days of each total that is
  /// measured and recorded by day; none where the plan has such measures of its own.
  package var fanMeasures: [Measure] {
    guard case .days(let days) = horizon, days > 1,
      !measures.contains(where: { if case .totalOnDay = $0.kind { true } else { false } })
    else { return [] }
    let steps = min(days, 30)
    return measures.flatMap { measure -> [Measure] in
      guard case .total(let total) = measure.kind, total.isRecordedByDay else { return [] }
      return (1...steps).map { Measure(.totalOnDay(total, day: Int32($0 * days / steps))) }
    }
  }

  /// Adds the measures of fan charts, which only pictures show.
  package mutating func addFanMeasures() {
    let added = fanMeasures
    measures += added
    pictureMeasures += added.count
  }

  /// The maximum number of days that a player is played.
  var mostDays: Int64 {
    switch horizon {
    case .days(let days): days
    case .sparks: Horizon.mostDays
    case .until(_, let days): days
    }
  }

  /// A text of everything that determines the result: two plans with equal texts have the same result,
  /// byte for byte.
  package var canonical: String {
    var lines = [
      "seed \(seed)", "players \(players)", "start \(start)", "horizon \(horizon)",
      "days \(mostDays)", "method \(engine.rawValue)",
    ]
    lines += measures.map { "measure \($0.name)" }
    lines += variants.map { variant in
      "rules \(variant.name) \(variant.rulebook.hash)" + (variant.change.map { " \($0)" } ?? "")
    }
    switch behaviour {
    case .policy(let policy): lines += policy.lines
    case .scripted(let digest): lines.append("script \(digest)")
    }
    for segment in segments {
      lines.append("segment \(segment.name) \(segment.share)")
      if case .policy = behaviour { lines += segment.policy.lines }
    }
    return lines.joined(separator: "\n")
  }

  /// A description of the method of simulation.
  package var method: String {
    if case .scripted = behaviour { return "\(engine.description), scripted policy" }
    return engine.description
  }
}
