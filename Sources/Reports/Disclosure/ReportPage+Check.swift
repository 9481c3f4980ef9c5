package import Design
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of the comparison of a published table with a rulebook: the verdict, and what differs.
  package init(_ check: DisclosureCheck, file: String) {
    let faults = check.faults
    let compared =
      "\(counted(check.compared, "rate")) of \(file) compared with rulebook \(check.rulebook)"
    self.init(
      "Check: \(file)",
      lead: [
        faults.isEmpty
          ? "\(compared): all are right, to the precision to which they are printed."
          : "\(compared): \(counted(faults.count, "fault"))."
      ],
      sections: faults.isEmpty
        ? []
        : [
          Section(
            id: "faults", "Faults",
            [
              .list(faults.map(\.sentence)),
              .table(
                "In numbers", faults,
                ["line", "pool", "item", "problem", "rate", "published", "exact", "difference"],
                .english),
            ])
        ],
      notes: ["Columns: \(check.columns.listed("and"))."]
        + (check.leftOut.isEmpty ? [] : ["Not compared: \(check.leftOut.listed("and"))."]),
      provenance: PageProvenance([PageProvenance.Source(check.rulebook, hash: check.hash)]),
      language: .english)
  }
}

extension DisclosureCheck.Fault {
  /// Where it is, and what is wrong.
  fileprivate var sentence: String {
    let place = line.map { "line \($0): " } ?? ""
    let item = item.isEmpty ? pool : pool.isEmpty ? item : "\(item) (\(pool))"
    return "\(place)\(item.isEmpty ? "" : "\(item): ")\(text)."
  }
}
