import CSV
import Foundation

/// A file that a script writes: it has no name, or a passing one, until it is put in its place, so
/// that a script that fails leaves nothing.
final class OutputFile {
  /// Where it is going to be, for messages as the script has it.
  let path: String
  /// Where that is, links followed.
  let place: String
  private let isReplacing: Bool
  private let handle: FileHandle?
  /// The name it has until then; `nil` while it has none.
  private var draft: String?
  private(set) var isClosed = false

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - path: what the script calls it.
  ///   - place: where it is going to be.
  ///   - isReplacing: whether a file that is there goes.
  ///   - isRehearsal: whether nothing is written after all.
  init(
    _ path: String, at place: String, replacing isReplacing: Bool, isRehearsal: Bool
  ) throws(OutputFailure) {
    self.path = path
    self.place = place
    self.isReplacing = isReplacing
    if !isReplacing, access(place, F_OK) == 0 {
      throw OutputFailure(message: "\(path): exists already; replace = true writes over it")
    }
    if isRehearsal {
      handle = nil
      return
    }
    let folder = place.prefix(upTo: place.lastIndex(of: "/") ?? place.startIndex)
    // O_TMPFILE, which is not imported: a file without a name (see open(2)).
    var descriptor = open(
      folder.isEmpty ? "/" : String(folder), O_WRONLY | 0o20200000 | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      let name = OutputFile.draftName(place)
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { draft = name }
    }
    guard descriptor >= 0 else {
      throw OutputFailure(message: "\(path): \(String(cString: strerror(errno)))")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { discard() }

  /// Writes bytes behind those before.
  func append(_ bytes: Span<UInt8>) throws(OutputFailure) {
    guard let handle else { return }
    do {
      try bytes.withUnsafeBytes { try handle.write(contentsOf: Data($0)) }
    } catch {
      throw failure(error)
    }
  }

  /// Nothing more is to be written.
  func close() { isClosed = true }

  /// Makes everything last that was written, under a name that passes.
  func prepare() throws(OutputFailure) {
    guard let handle else { return }
    do {
      try handle.synchronize()
    } catch {
      throw failure(error)
    }
    if draft != nil { return }
    let name = OutputFile.draftName(place)
    guard
      linkat(
        AT_FDCWD, "/proc/self/fd/\(handle.fileDescriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    else { throw OutputFailure(message: "\(path): \(String(cString: strerror(errno)))") }
    draft = name
  }

  /// Puts the file in its place.
  func putInPlace() throws(OutputFailure) {
    guard let draft else { return }
    if isReplacing {
      guard rename(draft, place) == 0 else { throw lastFailure() }
    } else {
      // Never over a file that has come meanwhile.
      guard link(draft, place) == 0 else { throw lastFailure() }
      unlink(draft)
    }
    self.draft = nil
  }

  /// Takes away what there is of it outside of its place.
  func discard() {
    if let draft { unlink(draft) }
    draft = nil
  }

  private static func draftName(_ place: String) -> String {
    "\(place).new-\(ProcessInfo.processInfo.processIdentifier)"
  }

  private func lastFailure() -> OutputFailure {
    OutputFailure(message: "\(path): \(String(cString: strerror(errno)))")
  }

  private func failure(_ error: any Error) -> OutputFailure {
    let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return OutputFailure(
      message: "\(path): cannot be written"
        + (reason.map { ": \(String(cString: strerror(Int32($0.code))))" } ?? ""))
  }
}

/// Why a file could not be written.
public struct OutputFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which file, and what is wrong.
  public var message: String

  /// The message.
  public var description: String { message }
}
