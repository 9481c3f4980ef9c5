import Foundation
import FlintRules

/// A copy of a profile in a folder that several devices share.
package struct SyncedCopy: Sendable {
  static let suffix = ".db"

  package let path: String
  package let name: String
  /// Whether it is the directory of a dump rather than a file.
  package let isDump: Bool

  /// Creates the copy of a name; `nil` if there is none.
  init?(_ path: String, name: String) {
    guard !name.hasPrefix("."), !name.hasPrefix("~"), let kind = fileStatus(path)?.kind else {
      return nil
    }
    isDump = kind == S_IFDIR
    guard
      isDump
        ? fileStatus(Dump.manifestPath(of: path)) != nil
        : kind == S_IFREG && name.hasSuffix(Self.suffix)
    else { return nil }
    self.path = path
    self.name = name
  }

  /// The files of the copy, in the order of their names.
  private var files: [String] {
    guard isDump else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { path + "/" + $0 }
  }

  /// Returns what changes whenever the copy is written or replaced.
  package func version() -> [String] {
    files.map { file in
      guard let status = fileStatus(file) else { return file }
      return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) "
        + "\(status.st_mtim.tv_nsec) \(status.st_ctim.tv_sec) \(status.st_ctim.tv_nsec)"
    }
  }

  /// Returns a hash of the content in hexadecimal digits.
  ///
  /// - Throws: `StoreError` when a file cannot be read.
  package func contentHash() throws(StoreError) -> String {
    var hasher = SipHash128(key0: 0, key1: 0)
    for file in files {
      let descriptor = Foundation.open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Store.failure(path, errno, "read") }
      defer { close(descriptor) }
      hasher.append(utf8: String(file.dropFirst(path.count)))
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw Store.failure(path, errno, "read") }
        if count == 0 { break }
        buffer.withUnsafeBytes { hasher.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }
    let hash = hasher.finish()
    return EventID(high: hash.first, low: hash.second).description
  }

  /// Opens the copy without changing anything in its folder.
  ///
  /// - Throws: `StoreError`; `DumpError`.
  package func open() throws -> Store {
    if isDump { return try Dump.read(path).store }
    if let log = ["-wal", "-journal"].first(where: { ProfilePath.hasContent(path + $0) }) {
      throw StoreError(
        .io, path: path,
        detail:
          "there is \(name)\(log) beside it, so that it is in use or incomplete; flint backup makes "
          + "a copy that is complete")
    }
    let store = try Store.open(
      path: path, readOnly: true, isOlderAllowed: true, isImmutable: true)
    return try FileHeader(path: path).version < Schema.version ? store.copyInMemory() : store
  }
}
