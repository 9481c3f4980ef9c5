package import FlintSchema

extension DisclosureCheck: ResultRow {
  /// The fields of a comparison.
  package static let schema = ResultSchema<DisclosureCheck>(
    "DisclosureCheck", "A published table of rates compared with a rulebook.",
    [
      ResultField("rulebook", \.rulebook, "The id of the rulebook."),
      ResultField("hash", \.hash, "The hash of the whole rulebook."),
      ResultField("date", \.date, "The day for which the rulebook is disclosed."),
      ResultField("flint", \.version, "The version of Flint."),
      ResultField("columns", .list, "The columns that were compared, with the kind of their rates.")
      { .list($0.columns) },
      ResultField("left_out", .list, "The columns that were not compared.") { .list($0.leftOut) },
      ResultField("compared", \.compared, "The number of rates that were compared."),
      .rows("faults", "In what the table differs; empty where it is right.", Fault.schema) {
        $0.faults
      },
    ])
}

extension DisclosureCheck.Fault: ResultRow {
  /// The fields of a fault.
  package static let schema = ResultSchema<DisclosureCheck.Fault>(
    "DisclosureFault", "Something in which a published table differs from a rulebook.",
    [
      ResultField("line", .integer, "The line of the table, if it is one.", isOptional: true) {
        FieldValue($0.line)
      },
      ResultField("pool", \.pool, "The pool; empty where it is not known."),
      ResultField(
        "item", \.item,
        "The id of the card, the rarity or the total; empty where it is about a whole column or pool."
      ),
      ResultField(
        "problem", .names(DisclosureCheck.Problem.allCases.map(\.rawValue)), "The kind of fault."
      ) { .name($0.problem.rawValue) },
      ResultField(
        "rate", .names(PublishedTable.Kind.allCases.map(\.rawValue)), "The kind of rate.",
        isOptional: true
      ) { FieldValue(name: $0.kind?.rawValue) },
      ResultField("published", \.published, "The rate as published."),
      ResultField("exact", \.exact, "The exact rate, or the exact sum.", .rateAlone),
      ResultField("difference", \.difference, "The published rate less the exact one.", .points),
      ResultField("text", \.text, "What is wrong, in words."),
    ])
}
