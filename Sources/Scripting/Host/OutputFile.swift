import CSV
import Foundation
import Lua
import Transfer

/// A file that a script writes: it has no name, or a passing one, until it is put in its place, so
/// that a script that fails leaves nothing.
final class OutputFile {
  /// Where it is going to be, for messages as the script has it.
  let path: String
  /// Where that is.
  let place: FileLocation
  private let isReplacing: Bool
  private let isRehearsal: Bool
  private let handle: FileHandle
  /// The name it has until then; `nil` while it has none.
  private var draft: String?
  private(set) var isClosed = false
  /// Whether it has got its place.
  private(set) var isInPlace = false
  private let room: OutputRoom
  /// Bytes that were written and count.
  private var written = 0

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - path: what the script calls it.
  ///   - place: where it is going to be.
  ///   - isReplacing: whether a file that is there goes.
  ///   - isRehearsal: whether it never gets its place.
  ///   - mode: who may read and write it, as far as the process lets them.
  ///   - room: how much may still be written.
  init(
    _ path: String, at place: FileLocation, replacing isReplacing: Bool, isRehearsal: Bool,
    mode: mode_t, _ room: OutputRoom
  ) throws(OutputFailure) {
    self.path = path
    self.place = place
    self.isReplacing = isReplacing
    self.isRehearsal = isRehearsal
    self.room = room
    // O_TMPFILE, which is not imported: a file without a name (see open(2)).
    let unnamed = 0o2000_0000 | O_DIRECTORY
    var descriptor = openat(place.folder.descriptor, ".", O_RDWR | unnamed | O_CLOEXEC, mode)
    if descriptor < 0 {
      let name = OutputFile.draftName(place)
      descriptor = openat(
        place.folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
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
    try room.take(bytes.count)
    written += bytes.count
    do {
      try bytes.withUnsafeBytes { try handle.write(contentsOf: Data($0)) }
    } catch {
      throw failure(error)
    }
  }

  /// Nothing more is to be written.
  func close() { isClosed = true }

  /// Bytes that were written so far.
  var size: Int {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// What was written so far.
  func contents() throws(OutputFailure) -> [UInt8] {
    do {
      try handle.seek(toOffset: 0)
      let bytes = [UInt8](try handle.readToEnd() ?? Data())
      return bytes
    } catch {
      throw failure(error)
    }
  }

  /// The same open file under a descriptor of its own, for reading by place.
  func shared() throws(FileGrants.Refusal) -> FileHandle {
    let descriptor = fcntl(handle.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw FileGrants.Refusal(message: "\(path): \(String(cString: strerror(errno)))")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Makes everything last that was written, under a name that passes.
  func prepare() throws(OutputFailure) {
    if isRehearsal || isInPlace { return }
    do {
      try handle.synchronize()
    } catch {
      throw failure(error)
    }
    if draft != nil { return }
    let name = OutputFile.draftName(place)
    guard
      linkat(
        AT_FDCWD, "/proc/self/fd/\(handle.fileDescriptor)", place.folder.descriptor, name,
        AT_SYMLINK_FOLLOW) == 0
    else { throw OutputFailure(message: "\(path): \(String(cString: strerror(errno)))") }
    draft = name
  }

  /// Puts the file in its place.
  func putInPlace() throws(OutputFailure) {
    if isRehearsal { isInPlace = true }
    guard let draft, !isInPlace else { return }
    let folder = place.folder.descriptor
    if isReplacing {
      guard renameat(folder, draft, folder, place.name) == 0 else { throw lastFailure() }
    } else {
      // Never over a file that has come meanwhile.
      guard linkat(folder, draft, folder, place.name, 0) == 0 else { throw lastFailure() }
      unlinkat(folder, draft, 0)
    }
    self.draft = nil
    isInPlace = true
    // The name lasts when its directory does.
    place.folder.synchronize()
  }

  /// Takes away what there is of it outside of its place.
  func discard() {
    if let draft { unlinkat(place.folder.descriptor, draft, 0) }
    draft = nil
    if !isInPlace { room.giveBack(written) }
    written = 0
  }

  private static func draftName(_ place: FileLocation) -> String {
    OpenFolder.temporaryName(for: place.name)
  }

  private func lastFailure() -> OutputFailure {
    OutputFailure(message: "\(path): \(String(cString: strerror(errno)))")
  }

  private func failure(_ error: any Error) -> OutputFailure {
    OutputFailure(message: "\(path): cannot be written" + systemReason(of: error))
  }
}

/// Why a file could not be written.
public struct OutputFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which file, and what is wrong.
  public var message: String
  /// Whether a limit was reached, which no script may go on after.
  public var isLimit = false

  /// More than so many bytes were to be written.
  static func limit(_ most: Int) -> OutputFailure {
    OutputFailure(
      message: "stopped: the script wrote more than \(LuaLimits.text(ofBytes: most)) to files "
        + "(--max-written); nothing was kept since the last checkpoint", isLimit: true)
  }

  /// The message.
  public var description: String { message }
}
