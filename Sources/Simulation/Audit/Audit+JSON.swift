import Foundation
package import JSON
package import Rules

extension JSONValue {
  /// Returns a number rounded to twelve significant digits, so that it is the same on every
  /// machine.
  static func digits(_ number: Double) -> JSONValue {
    .number(Double(String(format: "%.12g", number)) ?? number)
  }
}

extension Interval {
  var json: JSONValue { .object([("low", .digits(low)), ("high", .digits(high))]) }
}

extension AuditCell {
  /// The cell as JSON.
  func json(nominal: Fraction?) -> JSONValue {
    .object(
      [
        ("label", .string(label)), ("observed", .integer(observed)),
        ("expected", .digits(expected)), ("rate", .digits(rate)),
        ("expected_rate", .digits(expectedRate)),
      ] + (nominal.map { [("nominal_rate", .digits($0.approximation))] } ?? []) + [
        ("ratio", ratio.map { .digits($0) } ?? .null),
        ("residual", residual.map { .digits($0) } ?? .null),
        ("wilson", wilson.json), ("clopper_pearson", clopperPearson.json),
        ("unseen", unseen?.json ?? .null),
      ])
  }
}

extension Audit {
  /// The audit as JSON: the result of `audit.counts`.
  package func json(nominal: [Fraction]? = nil) -> JSONValue {
    .object(testMembers + [("intervals", intervals(nominal))])
  }

  var testMembers: [(name: String, value: JSONValue)] {
    var reason: JSONValue = .null
    var value: JSONValue = .null
    switch exact {
    case .value(let exact): value = .digits(exact)
    case .missing(let text): reason = .string(text)
    }
    return [
      ("draws", .integer(draws)), ("chi_square", .digits(chiSquare)),
      ("df", .integer(Int64(df))), ("p_value", .digits(pValue)),
      ("g", g.map { .digits($0) } ?? .null), ("g_p_value", gPValue.map { .digits($0) } ?? .null),
      ("exact_p_value", value), ("exact_reason", reason),
      ("impossible", .array(impossible.map { .string($0) })),
      ("sparse", .array(sparse.map { .string($0) })), ("level", .digits(level)),
    ]
  }

  func intervals(_ nominal: [Fraction]?) -> JSONValue {
    .array(
      cells.enumerated().map { index, cell in
        cell.json(nominal: nominal.flatMap { index < $0.count ? $0[index] : nil })
      })
  }
}

extension AuditDetection {
  /// The detection as JSON.
  package var json: JSONValue {
    .object([
      ("label", .string(label)), ("expected_rate", .digits(expectedRate)),
      ("rate", .digits(rate)), ("draws", draws.map { .integer($0) } ?? .null),
      ("draws_alone", drawsAlone.map { .integer($0) } ?? .null),
    ])
  }
}

extension ProfileAudit.Total {
  var json: JSONValue {
    .object([
      ("chi_square", .digits(chiSquare)), ("df", .integer(Int64(df))), ("p_value", .digits(pValue)),
    ])
  }
}

extension ProfileAudit {
  /// The audit as JSON: the result of `audit.profile`.
  package var json: JSONValue {
    let categoryObjects = categories.map { item in
      JSONValue.object(
        [("category", .string(item.category.name))] + item.audit.testMembers
          + [("intervals", item.audit.intervals(item.nominal))])
    }
    let members: [(name: String, value: JSONValue)] = [
      ("draws", .integer(draws)), ("chi_square", .digits(total.chiSquare)),
      ("df", .integer(Int64(total.df))), ("p_value", .digits(total.pValue)),
      ("g", totalG.map { .digits($0.chiSquare) } ?? .null),
      ("g_p_value", totalG.map { .digits($0.pValue) } ?? .null),
      ("exact_p_value", .null),
      ("exact_reason", .string("tests of several categories are added up")),
      ("conditional", .boolean(isConditional)), ("level", .digits(rarities.level)),
      ("intervals", rarities.intervals(categories.first?.nominal)),
      ("rarities", .object(rarities.testMembers.filter { $0.name != "level" })),
      ("categories", .array(categoryObjects)),
      ("cards", totalOfCards.json.adding("cells", .array(choices.map(\.json)))),
    ]
    return .object(members + (removed.total > 0 ? [("removed_draws", removed.json)] : []))
  }
}

extension ProfileAudit.Choice {
  var json: JSONValue {
    .object(
      [("category", .string(category.name)), ("rarity", .string(rarity.name))]
        + audit.testMembers + [("intervals", audit.intervals(nil))])
  }
}
