import FlintJSON
package import FlintSchema

package indirect enum CurrencyAction: Hashable, Sendable {
  /// An amount was granted: bought, given or corrected.
  case grant(CurrencyGrant)

  package var kind: EventKind { .currencyGrant }
}

extension CurrencyAction: EventAction {
  var content: Content {
    switch self {
    case .grant(let grant): CurrencyGrant.schema.content(of: grant)
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    guard kind == .currencyGrant else { throw .wrongKind(kind) }
    self = .grant(try CurrencyGrant.schema.record(content))
  }
}

/// The content of an event that grants an amount of a currency.
package struct CurrencyGrant: SchemaRecord {
  package private(set) var currency = ""
  package private(set) var amount: Int64 = 1
  /// The reason, such as `purchase`.
  package private(set) var reason: String?
  /// The money paid, if any.
  package private(set) var money: DecimalNumber?

  package static let schema = RecordSchema<CurrencyGrant>([
    Field("currency", \.currency, "The currency.", type: .line(maximum: 100)),
    Field(
      "amount", \.amount, "The amount.", type: .integer(1...CurrencyDefinition.maximumAmount)),
    Field("reason", \.reason, "The reason, such as \"purchase\".", type: .line(maximum: nil)),
    Field("money", \.money, "The money paid, if any: a number of at least 0."),
  ])
  package static let blank = CurrencyGrant()

  private init() {}

  /// - Throws: `FieldError` when the amount is not positive or the money is negative.
  package init(
    currency: String, amount: Int64, reason: String? = nil, money: DecimalNumber? = nil
  ) throws(FieldError) {
    self.currency = currency
    self.amount = amount
    self.reason = reason
    self.money = money
    self = try checked()
  }

  /// Checks that the money is not negative.
  package mutating func validate() throws(FieldError) {
    if let money, money.millionths < 0 {
      throw FieldError(
        field: "money", expected: "a number of at least 0", found: money.description)
    }
  }
}

extension CurrencyGrant: EventContent {
  package var action: ProfileEvent.Action { .currency(.grant(self)) }
  package init?(_ action: ProfileEvent.Action) {
    guard case .currency(.grant(let content)) = action else { return nil }
    self = content
  }
}
