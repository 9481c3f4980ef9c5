package import FlintSchema

extension PageProvenance: ResultRow {
  /// The fields of what repeats an answer.
  package static let schema = ResultSchema<PageProvenance>(
    "Provenance", "What repeats an answer that is written as a file.",
    [
      .rows("rulebooks", "The rulebooks that the numbers follow from.", Source.schema) {
        $0.sources
      },
      ResultField("flint", \.making?.version, "The version of Flint."),
      ResultField("date", \.making?.day, "The day on which it was made."),
      ResultField("command", \.making?.command, "The command."),
    ])
}

extension PageProvenance.Source: ResultRow {
  /// The fields of a rulebook.
  package static let schema = ResultSchema<PageProvenance.Source>(
    "ProvenanceRulebook", "A rulebook that an answer follows from.",
    [
      ResultField("id", \.rulebook, "The id."),
      ResultField("hash", \.hash, "The hash of the whole rulebook."),
    ])
}
