public import JSON
import Rules

/// The JSON form of a shard's result. Sums are decimal strings, since they have up to 128 bits.
extension ShardResult {
  /// The version of the format.
  private static let form: Int64 = 2

  /// The result as JSON.
  public var json: JSONValue {
    .object([
      ("flint", .string("shard")), ("form", .integer(Self.form)), ("plan", plan.json),
      ("shard", .integer(Int64(shard.number))), ("of", .integer(Int64(shard.count))),
      ("events", .integer(tallies.events)),
      ("tallies", .array(tallies.tallies.map { .array($0.map(\.json)) })),
      ("differences", .array(tallies.differences.map { .array($0.map(\.json)) })),
      ("moments", .array(tallies.moments.map(\.json))),
      ("difference_moments", .array(tallies.differenceMoments.map(\.json))),
    ])
  }

  /// Parses a shard's result.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  /// - name: the name of the text in errors.
  /// - Throws: `SimulationError.shard`.
  public init(parsing bytes: [UInt8], name: String) throws(SimulationError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .shard("\(name) is not a shard: \(error)")
    }
    guard value["flint"] == .string("shard") else {
      throw .shard("\(name) is not a shard; one is written by flint simulate --shard")
    }
    guard value["form"] == .integer(Self.form) else {
      throw .shard("\(name) was written by another version of Flint")
    }
    guard let result = ShardResult(reading: value) else {
      throw .shard("\(name) is a damaged shard; make it again")
    }
    self = result
  }

  private init?(reading value: JSONValue) {
    guard let plan = value["plan"].flatMap(PlanSummary.init(reading:)),
      let number = value["shard"]?.whole, let count = value["of"]?.whole,
      let shard = Shard(Int(number), of: Int(count)),
      // Events of all shards together are counted with 64 bits.
      let events = value["events"]?.whole, (0...Int64.max / count).contains(events)
    else { return nil }
    let players = Int64(shard.players(of: plan.players).count)
    var set = plan.emptyTallies
    func rows<Row>(
      _ name: String, _ count: Int, _ tally: (JSONValue) -> Row?
    ) -> [[Row]]? {
      guard let rows = value[name]?.list, rows.count == count else { return nil }
      var read: [[Row]] = []
      for row in rows {
        guard let tallies = row.list?.all(tally), tallies.count == plan.measures.count else {
          return nil
        }
        read.append(tallies)
      }
      return read
    }
    func moments(
      _ name: String, like shapes: [CoMoments], sums: [[Int128]]
    ) -> [CoMoments]? {
      guard let list = value[name]?.list, list.count == shapes.count else { return nil }
      var read: [CoMoments] = []
      for (index, value) in list.enumerated() {
        let shape = shapes[index]
        guard
          let moments = CoMoments(
            reading: value, controls: shape.controls, measures: shape.measures),
          // Without controls there are no sums.
          moments.count == (shape.controls > 0 ? players : 0),
          shape.controls == 0 || moments.measureSums == sums[index]
        else { return nil }
        read.append(moments)
      }
      return read
    }
    guard let tallies = rows("tallies", plan.rules.count, Tally.init(reading:)),
      let differences = rows(
        "differences", max(0, plan.rules.count - 1), PairTally.init(reading:)),
      (tallies + differences.map { $0.map(\.difference) }).joined()
        .allSatisfy({ $0.players == players }),
      zip(differences, tallies.dropFirst()).allSatisfy({ row, own in
        row.indices.allSatisfy { row[$0].fits(tallies[0][$0], own[$0]) }
      }),
      let own = moments(
        "moments", like: set.moments, sums: tallies.map { $0.map(\.restricted.sum) }),
      let paired = moments(
        "difference_moments", like: set.differenceMoments,
        sums: differences.map { $0.map(\.difference.sum) })
    else { return nil }
    (set.tallies, set.differences) = (tallies, differences)
    (set.moments, set.differenceMoments) = (own, paired)
    set.events = events
    self.init(plan, shard, set)
  }
}

extension Sums {
  fileprivate var members: [(name: String, value: JSONValue)] {
    [("count", .integer(count)), ("sum", .string("\(sum)")), ("squares", .string("\(squares)"))]
  }

  fileprivate init?(reading value: JSONValue) {
    guard let count = value["count"]?.whole, (0...Plan.mostPlayers).contains(count),
      let sum = value["sum"]?.wide, let squares = value["squares"]?.wide, squares >= 0
    else { return nil }
    self.init(count: count, sum: sum, squares: squares)
  }
}

extension Tally {
  fileprivate var json: JSONValue {
    .object(
      sums.members + [
        ("absent", .integer(absent)), ("unreached", .object(unreached.members)),
        ("least", .integer(least)), ("greatest", .integer(greatest)),
        ("bins", bins.counts.sparse), ("negative", bins.negative.sparse),
      ])
  }

  fileprivate init?(reading value: JSONValue) {
    guard let sums = Sums(reading: value),
      let absent = value["absent"]?.whole,
      let unreached = value["unreached"].flatMap(Sums.init(reading:)),
      let least = value["least"]?.whole, let greatest = value["greatest"]?.whole,
      let counts = value["bins"].flatMap([Int64].init(sparse:)),
      let negative = value["negative"].flatMap([Int64].init(sparse:)),
      (0...Plan.mostPlayers).contains(absent), absent >= unreached.count, unreached.sum >= 0,
      // No bin has more than all players, and there are too few bins for their sum to overflow.
      counts.reduce(0, +) + negative.reduce(0, +) == sums.count
    else { return nil }
    let bins = Bins(counts: counts, negative: negative)
    if let first = bins.filled.first, let last = bins.filled.last {
      guard (first.low...first.high).contains(least), (last.low...last.high).contains(greatest),
        least <= greatest,
        (Int128(sums.count) * Int128(least)...Int128(sums.count) * Int128(greatest))
          .contains(sums.sum)
      else { return nil }
    } else if least != 0 || greatest != 0 || sums != Sums() {
      return nil
    }
    self.init(
      sums: sums, absent: absent, unreached: unreached, least: least, greatest: greatest,
      bins: bins)
  }
}

extension PairTally {
  fileprivate var json: JSONValue {
    .object([("difference", difference.json), ("both", .integer(both))])
  }

  fileprivate init?(reading value: JSONValue) {
    guard let difference = value["difference"].flatMap(Tally.init(reading:)),
      let both = value["both"]?.whole, both >= 0, both <= difference.count
    else { return nil }
    self.init(difference: difference, both: both)
  }

  /// Returns whether the number of players with a value under both is consistent with the tallies of
  /// each.
  fileprivate func fits(_ first: Tally, _ second: Tally) -> Bool {
    both <= min(first.count, second.count) && first.count + second.count - both <= first.players
  }
}

extension CoMoments {
  fileprivate var json: JSONValue {
    func list(_ numbers: [Int128]) -> JSONValue { .array(numbers.map { .string("\($0)") }) }
    return .object([
      ("count", .integer(count)), ("sums", list(sums)), ("products", list(products)),
      ("measures", list(measureSums)),
    ])
  }

  fileprivate init?(reading value: JSONValue, controls: Int, measures: Int) {
    func list(_ name: String) -> [Int128]? {
      value[name]?.list?.all(\.wide)
    }
    let shape = CoMoments(controls: controls, measures: measures)
    guard let count = value["count"]?.whole, let sums = list("sums"),
      let products = list("products"), let measured = list("measures"),
      sums.count == shape.sums.count, products.count == shape.products.count,
      measured.count == measures
    else { return nil }
    self.init(
      controls: controls, measures: measures, count: count, sums: sums, products: products,
      measureSums: measured)
  }
}

extension PlanSummary {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("version", .string(version)), ("seed", .string(seed)),
      ("players", .integer(players)), ("start", .string(start)), ("horizon", .string(horizon)),
      ("method", .string(method)), ("canonical", .string(canonical)),
      ("measures", .array(measures.map { .string($0) })),
      ("bounds", .array(bounds.map { $0.map { .string($0) } ?? .null })),
      ("rules", .array(rules.map(\.json))),
      ("sweep", sweep.map { .string($0) } ?? .null),
      ("assertions", .array(assertions.map(\.json))),
    ])
  }

  fileprivate init?(reading value: JSONValue) {
    guard let name = value["name"]?.text, let version = value["version"]?.text,
      let seed = value["seed"]?.text,
      let players = value["players"]?.whole, (1...Plan.mostPlayers).contains(players),
      let start = value["start"]?.text, let horizon = value["horizon"]?.text,
      let method = value["method"]?.text, let canonical = value["canonical"]?.text,
      let measures = value["measures"]?.list?.all(\.text),
      (1...Plan.mostMeasures).contains(measures.count),
      let bounds = value["bounds"]?.list, bounds.count == measures.count,
      bounds.allSatisfy({ $0 == .null || $0.text != nil }),
      let rules = value["rules"]?.list?.all(Rules.init(reading:)), !rules.isEmpty,
      rules.allSatisfy({ $0.fits(measures: measures.count) }),
      let assertions = value["assertions"]?.list?.all(Assertion.init(reading:))
    else { return nil }
    switch value["sweep"] {
    case .null?: break
    case .string(let sweep)?:
      // Each of the rulebooks has one value of the swept number, and is named by it.
      let names = rules.map { try? Sweep(parsing: $0.name) }
      guard names.allSatisfy({ $0?.name == sweep && $0?.values.count == 1 }) else { return nil }
    default: return nil
    }
    self.init(
      name: name, version: version, seed: seed, players: players, start: start,
      horizon: horizon, method: method, canonical: canonical, measures: measures,
      bounds: bounds.map(\.text), rules: rules, sweep: value["sweep"]?.text,
      assertions: assertions)
  }
}

extension PlanSummary.Rules {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("hash", .string(hash)),
      (
        "controls",
        .array(
          controls.map { control in
            .object([
              ("name", .string(control.name)), ("mean", .number(control.mean)),
              ("integrates", control.integrates.map { .integer(Int64($0)) } ?? .null),
            ])
          })
      ),
      ("exact", .array(exact.map { $0?.json ?? .null })),
    ])
  }

  fileprivate init?(reading value: JSONValue) {
    guard let name = value["name"]?.text, let hash = value["hash"]?.text,
      let controls = value["controls"]?.list?.all(PlanSummary.Control.init(reading:)),
      let exact = value["exact"]?.list?.all({ exact -> ExactValue?? in
        exact == .null ? .some(nil) : ExactValue(reading: exact).map { .some($0) }
      })
    else { return nil }
    self.name = name
    self.hash = hash
    self.controls = controls
    self.exact = exact
  }

  /// Returns whether all positions and lengths are consistent with a number of measures.
  fileprivate func fits(measures: Int) -> Bool {
    // The products of all pairs of controls are stored.
    exact.count == measures && controls.count <= Plan.mostMeasures + 8
      && controls.allSatisfy { $0.integrates.map((0..<measures).contains) ?? true }
  }
}

extension PlanSummary.Control {
  fileprivate init?(reading value: JSONValue) {
    guard let name = value["name"]?.text, let mean = value["mean"]?.decimal else { return nil }
    switch value["integrates"] {
    case .null?: self.init(name: name, mean: mean, integrates: nil)
    case .integer(let index)?:
      self.init(name: name, mean: mean, integrates: Int(clamping: index))
    default: return nil
    }
  }
}

extension ExactValue {
  fileprivate var json: JSONValue {
    .object([
      ("mean", mean.map { .number($0) } ?? .null),
      ("reached", reached.map { .number($0) } ?? .null),
      ("restricted", restricted.map { .number($0) } ?? .null), ("method", .string(method)),
    ])
  }

  fileprivate init?(reading value: JSONValue) {
    guard let method = value["method"]?.text else { return nil }
    self.init(
      mean: value["mean"]?.decimal, reached: value["reached"]?.decimal,
      restricted: value["restricted"]?.decimal, method: method)
  }
}

extension Assertion {
  fileprivate var json: JSONValue {
    let share: JSONValue =
      if case .quantile(let share) = statistic { .number(share) } else { .null }
    return .object([
      ("measure", .string(measure)), ("of", .string(statistic.word)), ("quantile", share),
      ("at_least", atLeast.map { .number($0) } ?? .null),
      ("at_most", atMost.map { .number($0) } ?? .null),
      ("rules", rules.map { .string($0) } ?? .null),
    ])
  }

  fileprivate init?(reading value: JSONValue) {
    guard let measure = value["measure"]?.text, let word = value["of"]?.text else { return nil }
    let quantile = value["quantile"]?.decimal.flatMap {
      (0...1).contains($0) ? Statistic.quantile($0) : nil
    }
    guard let statistic = Statistic(word: word) ?? quantile, statistic.word == word else {
      return nil
    }
    self.init(
      measure: measure, statistic, atLeast: value["at_least"]?.decimal,
      atMost: value["at_most"]?.decimal, rules: value["rules"]?.text)
  }
}

extension [Int64] {
  /// The counts other than 0, each with its index: index, count, index, count …
  fileprivate var sparse: JSONValue {
    .array(
      enumerated().filter { $1 != 0 }.flatMap { [.integer(Int64($0)), .integer($1)] })
  }

  fileprivate init?(sparse value: JSONValue) {
    guard let list = value.list, list.count % 2 == 0 else { return nil }
    self = []
    for position in stride(from: 0, to: list.count, by: 2) {
      // Up to the bin of the greatest number.
      guard let index = list[position].whole, let count = list[position + 1].whole,
        index >= self.count, index <= Bins.index(of: .max), (1...Plan.mostPlayers).contains(count)
      else { return nil }
      append(contentsOf: repeatElement(0, count: Int(index) - self.count))
      append(count)
    }
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var list: [JSONValue]? { if case .array(let list) = self { list } else { nil } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var whole: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
  fileprivate var wide: Int128? { text.flatMap { Int128($0) } }
  fileprivate var decimal: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .integer(let number): Double(number)
    default: nil
    }
  }
}

extension [JSONValue] {
  /// Returns the value of each element; `nil` where one of them is not of the kind.
  fileprivate func all<Value>(_ read: (JSONValue) -> Value?) -> [Value]? {
    var values: [Value] = []
    for value in self {
      guard let value = read(value) else { return nil }
      values.append(value)
    }
    return values
  }
}
