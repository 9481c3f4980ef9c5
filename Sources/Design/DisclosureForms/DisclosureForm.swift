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

  /// The names of the fields of `FormItem` that the form has.
  var fields: [String] {
    switch self {
    case .apple: ["pool", "grade", "item", "nominal", "effective"]
    case .google: ["pool", "item", "grade", "nominal", "effective", "in_pack"]
    case .korea:
      [
        "pool", "kind", "item", "grade", "nominal", "grade_rate", "share", "effective", "in_pack",
        "rises_from", "certain_at", "exchange_at", "open_from", "open_until", "limit",
      ]
    case .china: ["pool", "item", "properties", "grade", "quantity", "nominal", "effective"]
    case .japan:
      [
        "pool", "item", "grade", "nominal", "effective", "in_pack", "can_repeat", "rolls_per_copy",
        "mean_rolls", "mean_price", "mean_money",
      ]
    case .general: FormItem.names
    }
  }

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
