package import JSON
import Rules
import Schema

extension PoolAnswer {
  /// The answer as JSON.
  package var json: JSONValue {
    func amounts(_ amounts: [CurrencyAmount]) -> JSONValue {
      .object(amounts.map { ($0.name, .integer($0.value)) })
    }
    func interval(_ interval: (low: Double, high: Double)?) -> [(name: String, value: JSONValue)] {
      interval.map { [("low", .number($0.low)), ("high", .number($0.high))] } ?? []
    }
    var members: [(name: String, value: JSONValue)] = [
      ("rules", .string(inquiry.rulebook.id)),
      (
        "goals",
        .array(
          inquiry.stages.map { stage in
            .object([("pool", .string(stage.pool)), ("goal", .string("\(stage.target)"))])
          })
      ), ("bundles", .boolean(inquiry.buysBundles)),
      ("mean", mean.map { .number($0) } ?? .null),
      ("sd", standardDeviation.map { .number($0) } ?? .null),
      ("exact", .boolean(law != nil)), ("method", .string(method)),
    ]
    if let estimate {
      members.append(("reason", .string(estimate.reason)))
      if let mean = estimate.value.mean {
        members.append(("mean_interval", .array([.number(mean.low), .number(mean.high)])))
      }
    }
    if !notes.isEmpty { members.append(("notes", .array(notes.map { .string($0) }))) }
    if !meanPrice.isEmpty {
      members.append(("mean_price", .object(meanPrice.map { ($0.name, .number($0.value)) })))
    }
    members.append(
      (
        "quantiles",
        .array(
          quantiles.map { quantile in
            .object(
              [
                ("probability", .number(quantile.level)),
                ("rolls", quantile.rolls.map { .integer($0) } ?? .null),
                ("price", amounts(quantile.price)),
              ]
                + (quantile.interval.map { interval in
                  [("low", interval.low), ("high", interval.high)].map {
                    ($0, $1.map { .integer($0) } ?? .null)
                  }
                } ?? []))
          })
      ))
    members.append(
      (
        "at",
        .array(
          at.map { chance in
            .object(
              [
                ("rolls", .integer(chance.rolls)), ("probability", .number(chance.chance)),
                ("price", amounts(chance.price)),
              ] + interval(chance.interval))
          })
      ))
    if !prizes.isEmpty {
      members.append(("prizes", .array(prizes.map(\.json))))
    }
    if let spending {
      members.append(
        (
          "budget",
          .object(
            [
              ("amounts", amounts(spending.amounts)), ("offers", amounts(spending.offers)),
              ("rolls", .integer(spending.rolls)), ("probability", .number(spending.chance)),
              ("refunds", .boolean(spending.hasRefunds)),
            ] + interval(spending.interval))
        ))
    }
    return .object(members)
  }
}

extension PrizeLaw {
  /// The law as JSON.
  var json: JSONValue {
    .object([
      ("rolls", .integer(Int64(rolls))), ("mean", .number(mean)),
      ("sd", .number(standardDeviation)),
      ("probabilities", .array(probabilities.prefix(mostShown).map { .number($0) })),
    ])
  }

  /// The number of counts with a chance that is not negligible.
  package var mostShown: Int { (probabilities.lastIndex { $0 > 1e-15 } ?? 0) + 1 }
}
