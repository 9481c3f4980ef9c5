import FlintCalendar
import Design
import FlintJSON
import FlintRules
import FlintSchema
import Testing

/// Forms of a pool of 80 % wood and 20 % iron or zinc, of which three in four are iron, which is featured, and of packs
/// of two cards of these rates, with values worked out by hand.
struct `A form of disclosure` {
  private func filled(_ form: DisclosureForm) throws -> FormDisclosure {
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: #"""
          {"id": "world", "extends": "ignition", "currencies": {"gems": {}}, "money_unit": "EUR",
           "offers": [{"id": "large", "money": 4.99, "grants": {"gems": 330}}],
           "cards": [
            {"id": "wood", "name": "Wood", "category": "idea", "rarity": "common", "exclusive": true},
            {"id": "iron", "name": "Iron", "category": "idea", "rarity": "rare", "exclusive": true},
            {"id": "zinc", "name": "Zinc", "category": "idea", "rarity": "rare", "exclusive": true}],
           "pools": [
            {"id": "small", "title": "Small", "cards": ["wood", "zinc"], "price": {"gems": 10},
             "rates": {"common": "80%", "rare": "20%"}, "pity": {},
             "featured": {"cards": ["iron"], "share": "3/4"}},
            {"id": "pack", "title": "Pack", "cards": ["wood", "iron", "zinc"], "price": {"gems": 100},
             "packs": [{"slots": [{"count": 2, "rates": {"common": "80%", "rare": "20%"}}]}]}]}
          """#), bundled: RulebookDefinition.bundled)
    let disclosure = try Disclosure(
      Rulebook(definition), on: CivilDay(number: 20_000), version: "0")
    return FormDisclosure(disclosure, in: form)
  }

  /// What is the same of each item.
  private static let common = [
    "properties": "", "quantity": "1", "rises_from": "", "rises_by": "", "grade_certain_at": "",
    "certain_at": "", "exchange_at": "", "open_from": "", "open_until": "", "limit": "",
    "can_repeat": "true", "duplicate_grants": "{}", "exchange_points": "", "money_unit": "EUR",
    "estimated": "false", "effective_within_limit": "",
  ]

  /// A roll gives iron with 0.2 · 3/4, so that it takes 20/3 rolls, 200/3 gems. As often as 33 rolls are not enough,
  /// another 330 gems are bought, by Python: 4.99 · (1 + 0.85³³ + 0.85⁶⁶ + …).
  private static let rolls: [[String: String]] = [
    [
      "item": "Iron", "id": "iron", "grade": "rare", "nominal": "0.15", "nominal_fraction": "3/20",
      "grade_rate": "0.2", "share": "0.75", "effective": "0.15", "duplicate_points": "25",
      "rolls_per_copy": "6.66666666666667", "mean_rolls": "6.66666666666667",
      "mean_price": "66.6666666666667", "mean_money": "5.01349443936547",
    ],
    [
      "item": "Zinc", "id": "zinc", "grade": "rare", "nominal": "0.05", "nominal_fraction": "1/20",
      "grade_rate": "0.2", "share": "0.25", "effective": "0.05", "duplicate_points": "25",
      "rolls_per_copy": "20", "mean_rolls": "20", "mean_price": "200",
      "mean_money": "6.11539025882628",
    ],
    [
      "item": "Wood", "id": "wood", "grade": "common", "nominal": "0.8", "nominal_fraction": "4/5",
      "grade_rate": "0.8", "share": "1", "effective": "0.8", "duplicate_points": "10",
      "rolls_per_copy": "1.25", "mean_rolls": "1.25", "mean_price": "12.5",
      "mean_money": "4.99",
    ],
  ].map {
    $0.merging(["pool": "Small", "kind": "roll", "copies": "", "effective_copies": ""]) { $1 }
  }

  /// A pack has iron with 1 − 0.9², wood with 1 − 0.2², a rare card with 1 − 0.8²; 2 · 0.1 copies of iron on average.
  private static let packs: [[String: String]] =
    ["Iron", "Zinc"].map { name in
      [
        "item": name, "id": name.lowercased(), "grade": "rare", "nominal": "0.19",
        "nominal_fraction": "19/100", "grade_rate": "0.36", "share": "0.5", "effective": "0.19",
        "copies": "0.2", "effective_copies": "0.2", "duplicate_points": "25",
        "rolls_per_copy": "5", "mean_rolls": "5.26315789473684",
        "mean_price": "526.315789473684", "mean_money": "10.4660865178927",
        "pool": "Pack", "kind": "pack",
      ]
    } + [
      [
        "item": "Wood", "id": "wood", "grade": "common", "nominal": "0.96",
        "nominal_fraction": "24/25", "grade_rate": "0.96", "share": "1", "effective": "0.96",
        "copies": "1.6", "effective_copies": "1.6", "duplicate_points": "10",
        "rolls_per_copy": "0.625", "mean_rolls": "1.04166666666667",
        "mean_price": "104.166666666667", "mean_money": "4.99031938044035", "pool": "Pack",
        "kind": "pack",
      ]
    ]

  private static let fields: [DisclosureForm: [String]] = [
    .apple: [
      "pool", "grade", "item", "nominal", "effective", "effective_within_limit", "copies",
      "effective_copies",
    ],
    .google: [
      "pool", "item", "grade", "nominal", "effective", "effective_within_limit", "copies",
      "effective_copies",
    ],
    .korea: [
      "pool", "kind", "item", "grade", "nominal", "grade_rate", "share", "effective",
      "effective_within_limit", "copies",
      "effective_copies", "rises_from", "rises_by", "grade_certain_at", "certain_at",
      "exchange_at", "open_from", "open_until", "limit",
    ],
    .china: [
      "pool", "item", "properties", "grade", "quantity", "nominal", "effective",
      "effective_within_limit", "copies",
      "effective_copies",
    ],
    .japan: [
      "pool", "item", "grade", "nominal", "effective", "effective_within_limit", "copies",
      "effective_copies", "can_repeat",
      "duplicate_points", "duplicate_grants", "exchange_points", "rolls_per_copy", "mean_rolls",
      "mean_price", "mean_money", "money_unit", "estimated",
    ],
  ]

  @Test(arguments: DisclosureForm.allCases)
  func `has its fields with the numbers of a pool and of packs`(form: DisclosureForm) throws {
    let filled = try filled(form)
    let columns = FormItem.schema.columns(named: filled.fields)
    let names = columns.map(\.name)
    #expect(names == Self.fields[form] ?? names)
    if form == .general { #expect(Set(Self.fields.values.joined()).isSubset(of: names)) }
    let expected = (Self.rolls + Self.packs).map { $0.merging(Self.common) { own, _ in own } }
    #expect(filled.items.count == expected.count)
    for (item, values) in zip(filled.items, expected) {
      for column in columns {
        let text = column.value(item).plain
        let value = values[column.name] ?? "no value"
        #expect(
          Self.agrees(text, value), "\(values["item"] ?? ""), \(column.name): \(text), \(value)")
      }
    }
  }

  /// Whether texts are equal, or numbers to nine digits; a price is that of its currency.
  private static func agrees(_ text: String, _ expected: String) -> Bool {
    let number = text.hasPrefix("{\"gems\":") ? String(text.dropFirst(8).dropLast()) : text
    guard let one = Double(number), let other = Double(expected) else { return text == expected }
    return abs(one - other) <= 1e-9 * abs(other)
  }
}
