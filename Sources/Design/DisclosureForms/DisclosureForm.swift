/// A form in which probabilities are published: the fields that a store, a regulator or an association of the industry
/// asks for, as far as `docs/disclosure.md` could verify them.
package enum DisclosureForm: String, Sendable, CaseIterable {
  case apple, google, korea, china, japan
  /// Everything that any of the others asks for.
  case general

  /// The text that the form follows.
  package var source: String {
    switch self {
    case .apple: "Apple, App Review Guideline 3.1.1"
    case .google: "Google Play, Payments policy"
    case .korea: "South Korea, Game Industry Promotion Act, article 33(2), with its decree of 2024"
    case .china: "China, Ministry of Culture, notice 文市发〔2016〕32号"
    case .japan: "Japan, guidelines of JOGA and CESA of 2016"
    case .general: "all of the forms together"
    }
  }

  /// Whose form it is, as a title has it.
  package var title: String {
    switch self {
    case .apple: "for Apple's App Store"
    case .google: "for Google Play"
    case .korea: "for South Korea"
    case .china: "for China"
    case .japan: "for Japan"
    case .general: "with the fields of all forms"
    }
  }

  /// The names of the fields of `FormItem` that the form has.
  var fields: [String] {
    switch self {
    case .apple: ["pool", "grade", "item"] + Self.rates
    case .google: ["pool", "item", "grade"] + Self.rates
    case .korea:
      [
        "pool", "kind", "item", "grade", "nominal", "grade_rate", "share", "effective",
        "effective_within_limit", "copies", "effective_copies", "rises_from", "rises_by",
        "grade_certain_at", "certain_at",
        "exchange_at", "open_from", "open_until", "limit",
      ]
    case .china: ["pool", "item", "properties", "grade", "quantity"] + Self.rates
    case .japan:
      ["pool", "item", "grade"] + Self.rates + [
        "can_repeat", "duplicate_points", "duplicate_grants", "exchange_points", "rolls_per_copy",
        "mean_rolls", "mean_price", "mean_money", "money_unit", "estimated",
      ]
    case .general: FormItem.names.filter { !FormItem.sources.contains($0) }
    }
  }

  private static let rates = [
    "nominal", "effective", "effective_within_limit", "copies", "effective_copies",
  ]

  /// Whether the form asks how chances change with the number of rolls.
  package var hasSteps: Bool { self == .korea || self == .general }

  /// What the form asks for and a rulebook cannot say, a sentence each.
  package var duties: [String] {
    let before = "Show it before the purchase, where the item is bought."
    switch self {
    case .apple: return [before]
    case .google:
      return ["Show it clearly, before the purchase."]
    case .korea:
      return [
        "Show it in the game, where the item is bought, viewed or used, and on the website, as text that can be searched.",
        "In advertisements, say that the game has random items (확률형 아이템 포함).",
        "Announce changes beforehand.",
        "Items that change or combine others need a table of their own.",
      ]
    case .china:
      return [
        "Describe the properties and the content of each item.",
        "Publish it on the website of the game or the page of the draw.",
        "Publish the results of draws, with regard to privacy, and keep records for at least 90 days.",
        "Offer the same items in another way, too.",
      ]
    case .japan:
      return [
        "Show it on the page of the draw.",
        "JOGA asks for one of four: a cost of any rare item of at most 100 draws, or shown; of at most 50,000 yen, "
          + "or shown; the highest and lowest rate of rare items; the rate of each kind of item.",
        "A prize for a complete set of drawn items (complete gacha) is prohibited.",
      ]
    case .general: return [before, "See what your market asks for besides."]
    }
  }
}
