import Foundation

/// Files and directories that something is written into from a profile: each appears whole or not at
/// all, and nothing of it stays behind when the process is told to end.
extension Store {
  /// Refuses a path at which the profile itself lies, or a file that belongs to it, whatever it is
  /// called there.
  public func checkIsNotOwn(_ output: String) throws(StoreError) {
    var wanted = stat()
    guard stat(output, &wanted) == 0 else { return }
    for suffix in [""] + Store.companions {
      var own = stat()
      if stat(path + suffix, &own) == 0, own.st_dev == wanted.st_dev, own.st_ino == wanted.st_ino {
        throw StoreError(.io, path: output, detail: "this is the profile itself")
      }
    }
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - path: where.
  ///   - isReplacing: whether a file that is there already is replaced.
  ///   - body: is lent what takes the bytes, piece by piece.
  /// - Throws: `StoreError`: `exists` when there is something at the path already; what `body`
  ///   throws.
  public func writeFile(
    _ path: String, replacing isReplacing: Bool = false,
    _ body: (_ write: (Span<UInt8>) throws -> Void) throws -> Void
  ) throws {
    try Store.checkOutput(path, isReplacing)
    let draft = try Drafts.begin(.file, for: path, mode: mode)
    defer { Drafts.end(draft) }
    let file = try ArchiveFile(opening: draft, of: path)
    try body { try $0.withUnsafeBytes { try file.append($0) } }
    try file.synchronize()
    try Drafts.place(path) { () throws(StoreError) in
      if isReplacing {
        guard rename(draft, path) == 0 else { throw Store.creationFailure(path, errno) }
      } else {
        try Store.checkOutput(path, false)
        try Store.place(draft, at: path)
      }
    }
  }

  /// Refuses a path at which a file cannot be put: where there is one already, unless it is to be
  /// replaced, and where there is something else than a file.
  public static func checkOutput(_ path: String, _ isReplacing: Bool) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard isReplacing else { throw StoreError(.exists, path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.exists, path: path, detail: "no ordinary file, which cannot be replaced")
    }
  }

  /// Makes a directory of files.
  ///
  /// - Parameters:
  ///   - path: where; there must be nothing yet.
  ///   - body: is lent what writes a file of a name into it: told what writes the file, which says
  ///     whether it is to stay.
  /// - Throws: `StoreError`: `exists` when there is something at the path already; what `body`
  ///   throws.
  public func writeDirectory(
    _ path: String,
    _ body: (
      _ file: (
        _ name: String, _ content: (_ write: (Span<UInt8>) throws -> Void) throws -> Bool
      ) throws -> Void
    ) throws -> Void
  ) throws {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    try Store.checkOutput(path, false)
    let mode = mode
    let draft = try Drafts.begin(.directory, for: path, mode: mode | (mode & 0o444) >> 2)
    defer { Drafts.end(draft) }
    try body { name, content in
      let place = draft + "/" + name
      let isKept: Bool
      do {
        let file = try ArchiveFile(place, mode: mode, of: path)
        isKept = try content { try $0.withUnsafeBytes { try file.append($0) } }
        try file.synchronize()
      }
      if !isKept { unlink(place) }
    }
    try synchronizeDirectory(at: draft, for: path)
    try Drafts.place(path) { () throws(StoreError) in
      try Store.checkOutput(path, false)
      guard rename(draft, path) == 0 else { throw Store.creationFailure(path, errno) }
    }
  }
}
