package import JSON
import Schema

extension LootAnswer {
  /// The answer as JSON; Lua tables have the same fields.
  package var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("table", .string(name)), ("open", .integer(question.openings)),
    ]
    let flags = question.circumstances.flags.sorted { $0.key < $1.key }
    members.append(("flags", .object(flags.map { ($0.key, .integer($0.value)) })))
    members.append(("luck", .number(Double(question.circumstances.luck.millionths) / 1e6)))
    members.append(("unset_flags", .array(unsetFlags.map { .string($0) })))
    members.append(("items", .array(rows.map(\.json))))
    members.append(("error", .number(BoundedValue(0, error: error).errorMagnitude)))
    if let noFigures { members.append(("no_figures", .string(noFigures))) }
    if let counts { members.append(("law", counts.json)) }
    if let countsReason { members.append(("no_law", .string(countsReason))) }
    if let joint { members.append(("joint", joint.json)) }
    if let time, let until = question.until {
      members.append(("until", .string(until)))
      members.append(("time", time.json(at: question.at)))
    }
    if let simulation { members.append(("simulation", simulation.json)) }
    let notices = question.notices.map { notice in
      JSONValue.object([("text", .string(notice.text)), ("count", .integer(Int64(notice.count)))])
    }
    members.append(("notices", .array(notices)))
    return .object(members)
  }
}

extension LootFigure {
  /// The number under a name, and its fraction, if there is one.
  fileprivate func members(_ name: String) -> [(name: String, value: JSONValue)] {
    [(name, .number(value))] + (fraction.map { [(name + "_fraction", .string($0))] } ?? [])
  }
}

extension LootAnswer.Row {
  fileprivate var json: JSONValue {
    .object(
      [("item", .string(name))] + chance.members("probability") + mean.members("mean")
        + (at.isEmpty ? [] : [("at", .array(at.map { .number($0) }))]))
  }
}

extension LootCounts {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("item", .string(name)), ("mean", .number(mean)), ("sd", .number(standardDeviation)),
    ]
    members += LootAnswer.levels.map { ($0.name, .integer(quantile($0.probability))) }
    let leftOut = leftOut
    members += [
      ("counts", .array(shown.map(\.json))), ("less_than_shown", .number(leftOut.below)),
      ("more_than_shown", .number(leftOut.above)), ("at", .array(at.map(\.json))),
      ("absolute_error", .number(absoluteError)), ("negligible", .number(negligible)),
    ]
    return .object(members)
  }
}

extension LootCounts.Chance {
  fileprivate var json: JSONValue {
    .object(
      [("n", .integer(number))] + exactly.members("probability")
        + [("at_most", .number(atMost)), ("at_least", .number(atLeast))])
  }
}

extension LootJoint {
  fileprivate var json: JSONValue {
    .object(
      all.members("all") + any.members("any") + [
        (
          "combinations",
          .array(
            rows.map { row in
              .object(
                [("items", .array(row.names.map { .string($0) }))]
                  + row.chance.members("probability"))
            })
        )
      ])
  }
}

extension LootAnswer.Time {
  fileprivate func json(at numbers: [Int64]) -> JSONValue {
    var members: [(name: String, value: JSONValue)]
    switch self {
    case .law(let law):
      members = [("mean", .number(law.mean))]
      if let fraction = law.meanFraction { members.append(("mean_fraction", .string(fraction))) }
      members.append(("mean_error", .number(law.boundedMean.errorMagnitude)))
      members.append(("sd", .number(law.standardDeviation)))
      members += LootAnswer.levels.map { ($0.name, .integer(law.quantile($0.probability))) }
      let chances = numbers.map { number in
        JSONValue.object([
          ("n", .integer(number)), ("probability", .number(law.probability(doneWithin: number))),
        ])
      }
      members += [
        ("at", .array(chances)), ("exact", .boolean(true)), ("method", .string(law.method.name)),
      ]
    case .estimate(let estimate):
      members = [
        ("mean", .number(estimate.mean.value)), ("mean_low", .number(estimate.mean.interval.low)),
        ("mean_high", .number(estimate.mean.interval.high)),
        ("sd", .number(estimate.mean.standardDeviation)),
      ]
      members += LootAnswer.levels.map { ($0.name, .integer(estimate.quantile($0.probability))) }
      let chances = numbers.map { number in
        let share = estimate.share(doneWithin: number)
        return JSONValue.object([
          ("n", .integer(number)), ("probability", .number(share.share)),
          ("low", .number(share.interval.low)), ("high", .number(share.interval.high)),
        ])
      }
      members += [
        ("at", .array(chances)), ("exact", .boolean(false)),
        ("method", .string("simulation of \(estimate.trials) trials, seed \(estimate.seed)")),
      ]
    }
    return .object(members)
  }
}

extension LootSimulation {
  /// The simulation as JSON.
  package var json: JSONValue {
    .object([
      ("trials", .integer(trials)), ("openings", .integer(trials * openings)),
      ("seed", .integer(Int64(bitPattern: seed))),
      (
        "items",
        .array(
          rows.map { row in
            .object([
              ("item", .string(row.name)), ("share", .number(row.share)),
              ("share_low", .number(row.interval.low)), ("share_high", .number(row.interval.high)),
              ("probability", row.exactChance.map { .number($0) } ?? .null),
              ("mean", .number(row.mean.value)),
              ("mean_low", .number(row.mean.interval.low)),
              ("mean_high", .number(row.mean.interval.high)),
              ("exact_mean", row.exactMean.map { .number($0) } ?? .null),
            ])
          })
      ),
    ])
  }
}

/// What openings of a table gave, one by one.
package struct LootOpenings: Sendable {
  /// The names and numbers of what each opening gave, in the order of the table.
  package let openings: [[(name: String, count: Int64)]]

  /// The maximum number of openings.
  package static let most: Int64 = 10_000

  /// Opens the table of a question.
  ///
  /// - Parameter count: the number of openings; the n-th gives the same in every run with the seed.
  package init(_ question: LootQuestion, count: Int64) throws(LootError) {
    guard (1...Self.most).contains(count) else {
      throw .invalid("count", "expected 1 to \(Self.most) openings, got \(count)")
    }
    let plan = try question.plan()
    try LootSimulation.check(plan, count, "count")
    openings = LootSampler(plan).openings(count, seed: question.seed).map { counts in
      counts.enumerated().filter { $0.element > 0 }.map { (plan.names[$0.offset], $0.element) }
    }
  }
}
