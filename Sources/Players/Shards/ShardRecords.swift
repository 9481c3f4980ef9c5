import Chance
import FlintJSON
import FlintRules

extension PlanSummary: ShardRecord {
  static var members: [ShardMember<PlanSummary>] {
    [
      ShardMember("name", \.name), ShardMember("version", \.version), ShardMember("seed", \.seed),
      ShardMember("players", \.players), ShardMember("start", \.start),
      ShardMember("horizon", \.horizon), ShardMember("method", \.method),
      ShardMember("canonical", \.canonical), ShardMember("measures", \.names),
      ShardMember("bounds", \.bounds), ShardMember(omitting: "parts", \.parts),
      ShardMember(omitting: "shares", \.shares), ShardMember(omitting: "leaving", \.leaving),
      ShardMember(omitting: "idle", \.idle), ShardMember(omitting: "closed", \.closed),
      ShardMember("rules", \.rules),
      ShardMember("sweep", \.sweep), ShardMember("assertions", \.assertions),
    ]
  }

  private var names: [String] {
    get { measures.map(\.name) }
    set { measures = newValue.map { Measure(name: $0) } }
  }

  /// The bounds of the measures; those of another number of measures leave no measure.
  private var bounds: [String?] {
    get { measures.map(\.bound) }
    set {
      measures =
        newValue.count == measures.count
        ? zip(measures, newValue).map { Measure(name: $0.name, bound: $1) } : []
    }
  }

  /// The positions of the measures of segments.
  private var parts: [Int]? {
    get { positions(\.isPart) }
    set { set(\.isPart, at: newValue) }
  }

  /// The positions of the measures whose mean is a share of the players.
  private var shares: [Int]? {
    get { positions(\.isShare) }
    set { set(\.isShare, at: newValue) }
  }

  /// The positions of the measures whose restricted mean falls as players leave.
  private var leaving: [Int]? {
    get { positions(\.fallsByLeaving) }
    set { set(\.fallsByLeaving, at: newValue) }
  }

  private func positions(_ flag: KeyPath<Measure, Bool>) -> [Int]? {
    let positions = measures.indices.filter { measures[$0][keyPath: flag] }
    return positions.isEmpty ? nil : positions
  }

  /// The reasons why nobody played for a measure, by measure.
  private var idle: [String?]? {
    get { measures.contains { $0.idleReason != nil } ? measures.map(\.idleReason) : nil }
    set {
      for (index, reason) in (newValue ?? []).enumerated() where measures.indices.contains(index) {
        measures[index].idleReason = reason
      }
    }
  }

  private var closed: [String]? {
    get { closedPools.isEmpty ? nil : closedPools }
    set { closedPools = newValue ?? [] }
  }

  private mutating func set(_ flag: WritableKeyPath<Measure, Bool>, at positions: [Int]?) {
    for index in positions ?? [] where measures.indices.contains(index) {
      measures[index][keyPath: flag] = true
    }
  }

  var isConsistent: Bool {
    (1...Plan.mostPlayers).contains(players) && (1...Plan.mostMeasures).contains(measures.count)
      && measures.first.map { !$0.isPart } ?? false && !rules.isEmpty
      && rules.allSatisfy { $0.fits(measures: measures.count) }
      && (sweep.map(isSweep) ?? true)
  }

  /// Returns whether each of the rulebooks has one value of a swept number, and is named by it.
  private func isSweep(of number: String) -> Bool {
    rules.allSatisfy { rules in
      guard
        let sweep = try? Sweep(parsing: rules.name)
      else { return false }
      return sweep.name == number && sweep.values.count == 1
    }
  }
}

extension PlanSummary.Rules: ShardRecord {
  static var members: [ShardMember<Self>] {
    [
      ShardMember("name", \.name), ShardMember("hash", \.hash), ShardMember("controls", \.controls),
      ShardMember("exact", \.exact),
    ]
  }

  /// Returns whether all positions and lengths are consistent with a number of measures.
  fileprivate func fits(measures: Int) -> Bool {
    // The products of all pairs of controls are stored.
    exact.count == measures && controls.count <= Plan.mostMeasures + 8
      && controls.allSatisfy { $0.integrates.map((0..<measures).contains) ?? true }
  }
}

extension PlanSummary.Control: ShardRecord {
  static var members: [ShardMember<Self>] {
    [
      ShardMember("name", \.name), ShardMember("mean", \.mean),
      ShardMember("integrates", \.integrates),
    ]
  }
}

extension ExactValue: ShardRecord {
  static var members: [ShardMember<ExactValue>] {
    [
      ShardMember("mean", \.mean), ShardMember("reached", \.reached),
      ShardMember("restricted", \.restricted), ShardMember("method", \.method),
    ]
  }
}

extension Assertion: ShardRecord {
  init() { self.init(measure: "", .mean) }

  static var members: [ShardMember<Assertion>] {
    [
      ShardMember("measure", \.measure), ShardMember("of", \.statistic),
      ShardMember("quantile", \.statistic.share), ShardMember("at_least", \.atLeast),
      ShardMember("at_most", \.atMost), ShardMember("rules", \.rules),
    ]
  }

  var isConsistent: Bool { statistic.share.map((0...1).contains) ?? true }
}

/// The keyword; the share of a quantile is a member of its own.
extension Assertion.Statistic: ShardValue {
  var shardJSON: JSONValue { .string(word) }

  init?(shardJSON json: JSONValue) {
    guard case .string(let word) = json else { return nil }
    if let statistic = Self(word: word) {
      self = statistic
    } else if word == Self.quantile(.nan).word {
      self = .quantile(.nan)
    } else {
      return nil
    }
  }

  fileprivate var share: Double? {
    get { if case .quantile(let share) = self { share } else { nil } }
    set { if case .quantile = self { self = .quantile(newValue ?? .nan) } }
  }
}

extension Sums: ShardRecord {
  static var members: [ShardMember<Sums>] {
    [ShardMember("count", \.count), ShardMember("sum", \.sum), ShardMember("squares", \.squares)]
  }

  var isConsistent: Bool { (0...Plan.mostPlayers).contains(count) && squares >= 0 }
}

extension Tally: ShardRecord {
  private var untriedIfAny: Int64? {
    get { untried == 0 ? nil : untried }
    set { untried = newValue ?? 0 }
  }

  static var members: [ShardMember<Tally>] {
    [
      ShardMember("count", \.sums.count), ShardMember("sum", \.sums.sum),
      ShardMember("squares", \.sums.squares), ShardMember("absent", \.absent),
      ShardMember("unreached", \.unreached), ShardMember(omitting: "untried", \.untriedIfAny),
      ShardMember("least", \.least), ShardMember("greatest", \.greatest),
      ShardMember("bins", \.bins.counts.sparse), ShardMember("negative", \.bins.negative.sparse),
    ]
  }

  var isConsistent: Bool {
    guard sums.isConsistent, (0...Plan.mostPlayers).contains(absent), absent >= unreached.count,
      unreached.sum >= 0, (0...unreached.count).contains(untried),
      // No bin has more than all players, and there are too few bins for their sum to overflow.
      bins.counts.reduce(0, +) + bins.negative.reduce(0, +) == count
    else { return false }
    let filled = bins.filled
    guard let first = filled.first, let last = filled.last else {
      return least == 0 && greatest == 0 && sums == Sums()
    }
    return (first.low...first.high).contains(least) && (last.low...last.high).contains(greatest)
      && least <= greatest
      && (Int128(count) * Int128(least)...Int128(count) * Int128(greatest)).contains(sum)
  }
}

extension PairTally: ShardRecord {
  static var members: [ShardMember<PairTally>] {
    [ShardMember("difference", \.difference), ShardMember("both", \.both)]
  }

  var isConsistent: Bool { (0...difference.count).contains(both) }
}

extension CoMoments: ShardRecord {
  init() { self.init(controls: 0, measures: 0) }

  static var members: [ShardMember<CoMoments>] {
    [
      ShardMember("count", \.count), ShardMember("sums", \.sums),
      ShardMember("products", \.products), ShardMember("measures", \.measureSums),
    ]
  }

  var isConsistent: Bool {
    products.count == controls * (controls + 1) / 2 + controls * measures
  }
}

/// The counts of bins other than 0, each with its index: index, count, index, count …
struct SparseCounts: ShardValue {
  let counts: [Int64]

  var shardJSON: JSONValue {
    .array(
      counts.enumerated().filter { $1 != 0 }.flatMap { [.integer(Int64($0)), .integer($1)] })
  }

  init(_ counts: [Int64]) { self.counts = counts }

  init?(shardJSON json: JSONValue) {
    guard let list = [Int64](shardJSON: json), list.count % 2 == 0 else { return nil }
    var counts: [Int64] = []
    for position in stride(from: 0, to: list.count, by: 2) {
      let (index, count) = (list[position], list[position + 1])
      // Up to the bin of the greatest number.
      guard index >= counts.count, index <= Bins.index(of: .max),
        (1...Plan.mostPlayers).contains(count)
      else { return nil }
      counts.append(contentsOf: repeatElement(0, count: Int(index) - counts.count))
      counts.append(count)
    }
    self.counts = counts
  }
}

extension [Int64] {
  fileprivate var sparse: SparseCounts {
    get { SparseCounts(self) }
    set { self = newValue.counts }
  }
}
