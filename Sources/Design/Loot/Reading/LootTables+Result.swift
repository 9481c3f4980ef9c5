package import FlintSchema

extension LootTables: ResultRow {
  /// The fields of tables.
  package static let schema = ResultSchema<LootTables>(
    "LootTables", "Loot tables that were read.",
    [
      ResultField("tables", \.names, "The names of the tables."),
      ResultField("main", .text, "The table that is opened if none is named.", isOptional: true) {
        $0.main.isEmpty ? .none : .text($0.main)
      },
      ResultField("flags", \.flags, "The names of all flags in conditions."),
      .rows("notices", "What reading left out.", Notice.schema) { $0.notices() },
    ])
}

extension LootTables.Notice: ResultRow {
  /// The fields of what was left out.
  package static let schema = ResultSchema<LootTables.Notice>(
    "LootNotice", "What reading loot tables left out.",
    [
      ResultField("text", \.text, "What was left out.").asKey,
      ResultField("count", \.count, "The number of occurrences."),
    ])
}
