import Rules
import Sessions

/// The imports of a profile that were not undone, by the files that they read.
struct EarlierImports {
  private struct Import {
    var batch: Int64
    /// How many of the records that it read were left out.
    var left: Int64
  }

  /// By the hashes of the files' contents; the latest import of each.
  private var imports: [[String]: Import] = [:]

  /// - Parameter batches: those of the profile, the latest first.
  init(_ batches: [StoredBatch]) {
    let undone = batches.undone
    for batch in batches where batch.kind == "import" && !undone.contains(batch.number) {
      guard let detail = batch.detail.flatMap({ try? JSONValue(parsing: $0) }),
        case .array(let list)? = detail["hashes"], let counts = detail["counts"]
      else { continue }
      let hashes = list.compactMap { if case .string(let hash) = $0 { hash } else { nil } }
      // An import that was not finished has none yet.
      if hashes.isEmpty { continue }
      if imports[hashes.sorted()] == nil {
        imports[hashes.sorted()] = Import(batch: batch.number, left: Self.left(counts))
      }
    }
  }

  /// The batch whose records were recorded once more by a later import of the same files: it added
  /// more than it left out fewer.
  ///
  /// - Parameter new: how many of its records the profile had nothing of, not even removed.
  func repeated(by source: ImportReport.Source, new: Int) -> Int64? {
    guard let earlier = imports[source.hashes.sorted()],
      Int64(new) > max(0, earlier.left - Self.left(source.counts.json))
    else { return nil }
    return earlier.batch
  }

  /// How many records were left out, by the counts of an import. Those that were changed since are in
  /// the profile.
  private static func left(_ counts: JSONValue) -> Int64 {
    func number(_ value: JSONValue?) -> Int64 {
      if case .integer(let number)? = value { number } else { 0 }
    }
    return number(counts["rejected"]) + number(counts["skipped"])
      - number(counts["skipped_reasons"]?[ImportReport.changedReason])
  }
}
