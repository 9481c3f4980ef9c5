import FlintRandom
package import FlintRules

extension Plan {
  /// A part of the players, with a behaviour of its own.
  package struct Segment: Hashable, Sendable {
    /// The name, which measures have after `@`.
    package var name: String
    package var share: Fraction
    /// The behaviour of its players; without effect where they are scripted.
    package var policy: Policy

    package init(name: String, share: Fraction, policy: Policy) {
      self.name = name
      self.share = share
      self.policy = policy
    }
  }

  /// The maximum number of segments.
  package static let mostSegments = 20

  /// A measure of all players, or of those of a segment.
  package struct Column: Sendable {
    var measure: Int
    /// The position of the segment; `nil` for all players.
    var segment: Int?
  }

  /// What a result lists: each measure of all players, and then of each segment.
  var columns: [Column] {
    measures.indices.flatMap { measure in
      [Column(measure: measure)]
        + segments.indices.map { Column(measure: measure, segment: $0) }
    }
  }

  /// The number of columns of a result for each measure: one, and one for each segment.
  package var columnsPerMeasure: Int { 1 + segments.count }

  /// Returns the name of a column: `points`, `points@whale`.
  package func name(of column: Column) -> String {
    measures[column.measure].name + (column.segment.map { "@\(segments[$0].name)" } ?? "")
  }

  /// Returns the plan in which all players are of a segment.
  func only(_ segment: Int) -> Plan {
    var plan = self
    plan.behaviour = .policy(segments[segment].policy)
    plan.segments = []
    return plan
  }

  /// The policies that are data, with the fields of the plan in which they are given.
  var policies: [(field: String, policy: Policy)] {
    guard case .policy(let policy) = behaviour else { return [] }
    if segments.isEmpty { return [("", policy)] }
    return segments.enumerated().map { ("segments[\($0 + 1)].policy.", $1.policy) }
  }

  func segmentFaults() -> [PlanProblem] {
    if segments.isEmpty { return [] }
    if segments.count > Self.mostSegments {
      return [
        PlanProblem("segments", "expected at most \(Self.mostSegments), got \(segments.count)")
      ]
    }
    var faults: [PlanProblem] = []
    if engine != .rules {
      faults.append(PlanProblem("method", "segments are played by the full rules; use rules"))
    }
    var names: Set<String> = []
    for (index, segment) in segments.enumerated() {
      let field = "segments[\(index + 1)].name"
      if segment.name.isEmpty || segment.name.contains("@") || segment.name.utf8.count > 100 {
        faults.append(
          PlanProblem(field, "expected 1 to 100 characters without @, got \"\(segment.name)\""))
      } else if !names.insert(segment.name).inserted {
        faults.append(PlanProblem(field, "another segment is named \"\(segment.name)\" already"))
      }
    }
    guard let choice = SegmentChoice(segments) else {
      faults.append(
        PlanProblem(
          "segments", "expected shares above 0 whose denominators are up to \(SegmentChoice.most)"))
      return faults
    }
    if choice.sum != choice.denominator {
      faults.append(
        PlanProblem(
          "segments",
          "expected shares that sum to 1, got "
            + "\(Fraction(choice.sum, over: choice.denominator).map(\.description) ?? "another sum")"
        ))
    }
    if measures.count * columnsPerMeasure > Self.mostMeasures {
      faults.append(
        PlanProblem(
          "segments",
          "\(measures.count) measures of \(segments.count) segments and of all players are more than "
            + "\(Self.mostMeasures); give fewer measures"))
    }
    return faults
  }
}

/// The segments of a plan's players: whom each belongs to, and where the measured values of a player count.
package struct PlayerSegments: Sendable {
  private let choice: SegmentChoice
  private let seed: UInt64
  /// The segment of each column of a result; `nil` for all players.
  private let columns: [Int?]
  private let columnsPerMeasure: Int

  /// Compiles the segments of a valid plan; `nil` where it has none.
  package init?(_ plan: Plan) {
    guard !plan.segments.isEmpty, let choice = SegmentChoice(plan.segments) else { return nil }
    self.choice = choice
    seed = plan.seed
    columns = plan.columns.map(\.segment)
    columnsPerMeasure = plan.columnsPerMeasure
  }

  package func position(of player: UInt64) -> Int { choice.segment(of: player, seed: seed) }

  /// Writes the values of a player into the columns of all players and of the player's segment.
  package func spread(_ measured: [Measured], of segment: Int, into values: inout [Measured]) {
    values.removeAll(keepingCapacity: true)
    for (column, own) in columns.enumerated() {
      values.append(
        own == nil || own == segment ? measured[column / columnsPerMeasure] : .outside)
    }
  }
}

/// The draw of the segment that a player belongs to, the same under every rulebook.
struct SegmentChoice {
  /// The purpose of the stream: "segm"; its identity is the player · 2³².
  static let purpose: UInt32 = 0x7365_676D
  /// The maximum common denominator of the shares.
  static let most: UInt64 = 1 << 32

  private let weights: [UInt64]
  let denominator: UInt64
  package let sum: UInt64

  /// Compiles shares; `nil` unless each is above 0, and the common denominator is not too large.
  init?(_ segments: [Plan.Segment]) {
    guard
      segments.allSatisfy({ $0.share.numerator > 0 && $0.share.numerator <= $0.share.denominator }),
      let common = Fraction.overCommonDenominator(segments.map(\.share), most: Self.most)
    else { return nil }
    weights = common.numerators
    denominator = common.denominator
    sum = weights.reduce(0, +)
  }

  func segment(of player: UInt64, seed: UInt64) -> Int {
    var stream = CounterStream(key: seed, identity: player << 32, purpose: Self.purpose)
    var number = stream.bounded(sum)
    for (index, weight) in weights.enumerated() {
      if number < weight { return index }
      number -= weight
    }
    return weights.count - 1
  }
}
