import Foundation

/// Files and directories with output from a profile. Each is written completely or not at all, and
/// nothing is left when the process is terminated.
extension Store {
  /// A function that writes a chunk of bytes.
  package typealias Write = (Span<UInt8>) throws -> Void

  /// Throws if a path is that of the profile itself or of a file that belongs to it, under any
  /// name.
  package func checkIsNotOwn(_ output: String) throws(StoreError) {
    try Store.checkIsNotOwn(output, ofProfile: path)
  }

  /// Throws if a path is that of a profile or of a file that belongs to it, under any name.
  package static func checkIsNotOwn(
    _ output: String, ofProfile profile: String
  ) throws(StoreError) {
    guard let wanted = fileStatus(output) else { return }
    for suffix in [""] + ProfilePath.companions {
      if let own = fileStatus(profile + suffix), own.isSameFile(as: wanted) {
        throw StoreError(.io, path: output, detail: "this is the profile itself")
      }
    }
  }

  /// - Parameter body: receives a function that writes a chunk of bytes.
  /// - Throws: `StoreError`: `exists` when something already exists at the path; the errors of
  ///   `body`.
  package func writeFile(
    _ path: String, replacing isReplacing: Bool = false,
    _ body: (_ write: Write) throws -> Void
  ) throws {
    try Store.writeFile(path, mode: mode, replacing: isReplacing, body)
  }

  /// Writes a file, with the permissions of a profile if one is named.
  ///
  /// - Throws: as `writeFile` of a store does.
  package static func writeFile(
    _ path: String, permissionsOf profile: String?, replacing isReplacing: Bool = false,
    _ body: (_ write: Write) throws -> Void
  ) throws {
    let mode = profile.flatMap { fileStatus($0) }.map { $0.st_mode & 0o777 | 0o600 } ?? 0o644
    try writeFile(path, mode: mode, replacing: isReplacing, body)
  }

  private static func writeFile(
    _ path: String, mode: mode_t, replacing isReplacing: Bool,
    _ body: (_ write: Write) throws -> Void
  ) throws {
    TemporaryName.removeLeftovers(of: path)
    try Store.checkOutput(path, isReplacing)
    let temporary = try TemporaryFiles.begin(.file, for: path, mode: mode)
    defer { TemporaryFiles.end(temporary) }
    let file = try SyncedFile(opening: temporary, of: path)
    try body { try $0.withUnsafeBytes { try file.append($0) } }
    try file.synchronize()
    try TemporaryFiles.install(path) { () throws(StoreError) in
      if isReplacing {
        guard rename(temporary, path) == 0 else { throw Store.failure(path, errno) }
      } else {
        try Store.checkOutput(path, false)
        try Store.moveWithoutReplacing(temporary, to: path)
      }
    }
  }

  /// Throws if a file cannot be written at a path: if one exists there and is not to be replaced,
  /// or if something other than a file exists there.
  package static func checkOutput(_ path: String, _ isReplacing: Bool) throws(StoreError) {
    guard let status = fileStatus(path, followsLinks: false) else { return }
    guard isReplacing else { throw StoreError(.exists, path: path) }
    guard status.kind == S_IFREG else {
      throw StoreError(
        .exists, path: path, detail: "it is not an ordinary file, so it cannot be replaced")
    }
  }

  /// - Parameters:
  ///   - path: the path of the directory; it must not exist yet.
  ///   - makesFolder: whether the directory in which it lies is created if necessary.
  ///   - body: receives a function that writes a file, given its name and a closure that writes the
  ///     content and returns whether to keep the file.
  /// - Throws: `StoreError`: `exists` when something already exists at the path; the errors of
  ///   `body`.
  package func writeDirectory<Result>(
    _ path: String, makingFolder makesFolder: Bool = false,
    _ body: (
      _ file: (_ name: String, _ content: (Write) throws -> Bool) throws -> Void
    ) throws -> Result
  ) throws -> Result {
    let path = ProfilePath.withoutSlashes(path)
    TemporaryName.removeLeftovers(of: path)
    try Store.checkOutput(path, false)
    let mode = mode
    // Readable by those who may read the profile, and by nobody else.
    let temporary = try TemporaryFiles.begin(
      .directory, for: path, mode: mode | (mode & 0o444) >> 2, makingFolder: makesFolder)
    defer { TemporaryFiles.end(temporary) }
    let result = try body { name, content in
      let filePath = temporary + "/" + name
      let isKept: Bool
      do {
        let file = try SyncedFile(filePath, mode: mode, of: path)
        isKept = try content { try $0.withUnsafeBytes { try file.append($0) } }
        try file.synchronize()
      }
      if !isKept { unlink(filePath) }
    }
    try synchronizeDirectory(at: temporary, for: path)
    try TemporaryFiles.install(path) { () throws(StoreError) in
      try Store.checkOutput(path, false)
      guard rename(temporary, path) == 0 else { throw Store.failure(path, errno) }
    }
    return result
  }
}

/// A file that is written and synchronized with the disk.
struct SyncedFile: ~Copyable {
  private let descriptor: Int32
  /// The path that errors name: the file itself may have a temporary name while it is
  /// written.
  private let target: String

  /// Creates a file, which must not exist yet.
  init(_ path: String, mode: mode_t, of target: String) throws(StoreError) {
    self.target = target
    descriptor = createFile(path, mode)
    if descriptor < 0 { throw Store.failure(target, errno, "written") }
  }

  /// Opens an empty file that was created for this purpose.
  init(opening path: String, of target: String) throws(StoreError) {
    self.target = target
    descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { throw Store.failure(target, errno, "written") }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    var position = 0
    while position < bytes.count {
      let written = write(
        descriptor, bytes.baseAddress.map { $0 + position }, bytes.count - position)
      if written >= 0 {
        position += written
      } else if errno != EINTR {
        throw Store.failure(target, errno, "written")
      }
    }
  }

  /// Waits until the written bytes are on the disk.
  func synchronize() throws(StoreError) {
    if synchronizeFile(descriptor) != 0 { throw Store.failure(target, errno, "written") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
