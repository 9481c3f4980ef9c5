import Rules
import Sessions

/// The imports of a profile that were not undone, by the files that they read.
struct EarlierImports {
  private struct Import {
    var batch: Int64
    /// How many of the records that it read had something to be recorded that was not recorded.
    var left: Int
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
      func count(_ name: String) -> Int {
        if case .integer(let number)? = counts[name] { Int(clamping: number) } else { 0 }
      }
      if imports[hashes.sorted()] == nil {
        imports[hashes.sorted()] = Import(
          batch: batch.number, left: count("rejected") + count("skipped"))
      }
    }
  }

  /// The batch whose records were recorded once more by a later import of the same files: it added
  /// more than the earlier one had left.
  func repeated(by source: ImportReport.Source) -> Int64? {
    guard let earlier = imports[source.hashes.sorted()], source.counts.added > earlier.left else {
      return nil
    }
    return earlier.batch
  }
}
