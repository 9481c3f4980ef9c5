import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// The imports of a profile that were not undone, by the content of their files.
struct EarlierImports {
  private struct Import {
    var batch: Int64
    /// The number of records that were read but not recorded.
    var omitted: Int64
  }

  /// The latest import of each set of files, by the hashes of their contents.
  private var imports: [[String]: Import] = [:]

  /// - Parameter batches: all batches, the latest first.
  init(_ batches: [StoredBatch]) {
    let undone = batches.undone
    for batch in batches where batch.kind == "import" && !undone.contains(batch.number) {
      guard let detail = batch.detail.flatMap({ try? JSONValue(parsing: $0) }),
        case .array(let list)? = detail["hashes"], let counts = detail["counts"]
      else { continue }
      let hashes = list.compactMap { if case .string(let hash) = $0 { hash } else { nil } }
      // An import that was not finished has no hashes yet.
      if hashes.isEmpty { continue }
      if imports[hashes.sorted()] == nil {
        imports[hashes.sorted()] = Import(batch: batch.number, omitted: Self.omitted(counts))
      }
    }
  }

  /// Returns the batch whose records may have been recorded again by a later import of the same files:
  /// the import added more records than the earlier one had omitted in excess of it.
  ///
  /// - Parameter new: the number of records of the later import that the profile did not contain,
  ///   not even as removed ones.
  func repeated(by source: ImportReport.Source, new: Int) -> Int64? {
    guard let earlier = imports[source.hashes.sorted()],
      Int64(new) > max(0, earlier.omitted - Self.omitted(source.counts.json))
    else { return nil }
    return earlier.batch
  }

  /// Returns the number of records that an import omitted, by its counts. Records that were changed
  /// since are not counted, as the profile contains them.
  private static func omitted(_ counts: JSONValue) -> Int64 {
    func number(_ value: JSONValue?) -> Int64 {
      if case .integer(let number)? = value { number } else { 0 }
    }
    return number(counts["rejected"]) + number(counts["skipped"])
      - number(counts["skipped_reasons"]?[ImportReport.changedReason])
  }
}
