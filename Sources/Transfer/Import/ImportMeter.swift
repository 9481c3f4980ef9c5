import Archives
import Foundation

package struct ImportProgress: Sendable {
  package var file: String
  /// The number of bytes on disk that have been read of all files.
  package var bytes: Int64
  /// The size of all files on disk, in bytes; `nil` if unknown.
  package var size: Int64?
  package var records: Int
}

/// Counts what an import has read, and determines when its progress is reported and it is committed.
struct ImportMeter {
  /// The number of records after which the import is committed each time, if it is.
  private let commitEvery: Int?
  private let size: Int64?
  /// The number of bytes on disk of the files that were read.
  private var bytes: Int64 = 0
  private var records = 0
  /// The number of records that had been read at the last commit; 0 before the first one.
  private(set) var committedRecords = 0

  init(of groups: [InputGroup], commitEvery: Int?) {
    self.commitEvery = commitEvery
    var size: Int64? = 0
    for file in groups.flatMap(\.files) {
      let (sum, isOver) = (size ?? 0).addingReportingOverflow(file.size ?? 0)
      size = size == nil || file.size == nil || isOver ? nil : sum
    }
    self.size = size
  }

  /// - Returns: whether the progress has to be reported.
  @inline(__always)
  mutating func count() -> Bool {
    records += 1
    return records & 4095 == 0
  }

  func progress(_ file: InputFile, at position: Int64) -> ImportProgress {
    ImportProgress(file: file.name, bytes: bytes + position, size: size, records: records)
  }

  var isCommitDue: Bool { isCommitDue(after: records) }
  /// Whether the import has to be committed after the next record.
  var isCommitNext: Bool { isCommitDue(after: records + 1) }

  private func isCommitDue(after records: Int) -> Bool {
    commitEvery.map { records - committedRecords >= $0 } ?? false
  }

  /// Registers that everything read so far was committed.
  mutating func noteCommit() { committedRecords = records }

  /// Counts the bytes on disk of a file that was read completely.
  mutating func countFile(bytes count: Int64) { bytes += count }
}

extension InputFile {
  /// The size of the file in bytes; `nil` if unknown.
  fileprivate var size: Int64? {
    switch location {
    case .standardInput: return nil
    case .zipped(let entry, _): return entry.size
    case .disk(let path):
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        ? Int64(status.st_size) : nil
    }
  }
}
