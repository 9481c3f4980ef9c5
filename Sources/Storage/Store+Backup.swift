import Foundation
import GRDB

extension Store {
  /// Copies the profile to a new file while others may be using it (SQLite's online backup), whole
  /// or not at all.
  ///
  /// - Throws: `StoreError`: `exists` when there is a file already.
  public func backUp(to path: String) throws(StoreError) {
    try Store.making(path) { (draft) throws(StoreError) in
      try Store.translating(path: path) {
        let copy = try DatabaseQueue(path: draft, configuration: Configuration())
        try backUp(into: copy)
        try copy.writeWithoutTransaction { database in
          // A copy of a profile in WAL mode is one file only when it is not in that mode itself.
          try database.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try copy.close()
      }
    }
  }

  /// Makes a file under another name and puts it in place whole, so that a crash leaves no half of
  /// it.
  static func making(
    _ path: String, _ body: (_ draft: String) throws(StoreError) -> Void
  ) throws(StoreError) {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: path) else { throw StoreError(.exists, path: path) }
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try manager.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      throw StoreError(.io, path: path, detail: "cannot make the directory \(directory.path)")
    }
    let draft = path + ".new-\(ProcessInfo.processInfo.processIdentifier)"
    func removeDraft() {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? manager.removeItem(atPath: draft + suffix)
      }
    }
    // A process of the same id may have been killed at this very work.
    removeDraft()
    defer { removeDraft() }
    try body(draft)
    guard link(draft, path) == 0 else {
      throw StoreError(
        errno == EEXIST ? .exists : .io, path: path,
        detail: "cannot make the file: \(String(cString: strerror(errno)))")
    }
  }
}
