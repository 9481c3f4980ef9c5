import Foundation

extension Store {
  /// Writes files of a directory anew. All are written and synchronized under temporary names first; then
  /// those that differ take the places of the former ones, in their order. Other files stay.
  ///
  /// - Parameter body: receives a function that writes a file: see `writeDirectory`.
  /// - Returns: what `body` returned, and whether any file differed.
  /// - Throws: the errors of `body`, with which nothing is replaced; `StoreError`.
  func replaceFiles<Result>(
    in directory: String,
    _ body: (
      _ file: (_ name: String, _ content: (Write) throws -> Bool) throws -> Void
    ) throws -> Result
  ) throws -> (result: Result, hasChanged: Bool) {
    var written: [String] = []
    defer { written.forEach(TemporaryFiles.end) }
    var changed: [(temporary: String, path: String)] = []
    let mode = mode
    let result = try body { name, content in
      let path = directory + "/" + name
      try Store.checkOutput(path, true)
      let temporary = try TemporaryFiles.begin(.file, for: path, mode: mode)
      written.append(temporary)
      let file = try SyncedFile(opening: temporary, of: path)
      _ = try content { try $0.withUnsafeBytes { try file.append($0) } }
      try file.synchronize()
      if !FileManager.default.contentsEqual(atPath: temporary, andPath: path) {
        changed.append((temporary, path))
      }
    }
    guard let last = changed.last else { return (result, false) }
    try TemporaryFiles.install(last.path) { () throws(StoreError) in
      for (temporary, path) in changed {
        guard rename(temporary, path) == 0 else { throw Store.failure(path, errno, "replaced") }
      }
    }
    return (result, true)
  }
}
