import Foundation
import Lua

/// The standard input of a script, which functions that read a file read under the path `-`, once.
package final class ScriptInput {
  /// The path that names standard input.
  static let path = "-"

  private enum State {
    case unread
    /// It is not the script's, for this reason.
    case absent(String)
    case read(by: String)
  }

  private var state: State

  /// The standard input of the process.
  package init() { state = .unread }

  /// An input that cannot be read.
  ///
  /// - Parameter reason: what standard input is instead.
  package init(absent reason: String) { state = .absent(reason) }

  var isReadable: Bool { if case .unread = state { true } else { false } }

  /// Leaves standard input to a function, which reads it once.
  func take(for function: String, _ files: FileGrants) throws(FileGrants.Refusal) {
    switch state {
    case .absent(let reason): throw .denied("\(Self.path): \(reason)")
    case .read(let reader):
      throw .denied("\(Self.path): standard input can be read only once, and \(reader) has read it")
    case .unread:
      var status = stat()
      if fstat(STDIN_FILENO, &status) == 0 { try files.checkIsNotProfile(status, Self.path) }
      state = .read(by: function)
    }
  }

  func open(for function: String, _ files: FileGrants) throws(FileGrants.Refusal) -> FileHandle {
    try take(for: function, files)
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { throw .unreadable(Self.path, errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

extension ScriptContext {
  /// Opens a file that may be read, or standard input.
  func open(_ path: String, for function: String) throws(FileGrants.Refusal) -> FileHandle {
    path == ScriptInput.path ? try input.open(for: function, files) : try files.open(path)
  }

  /// Returns the value of an expression that reads a file. If the file is missing or cannot be read, the call is
  /// answered with nil and an error, and the value is `nil`.
  func reading<Value>(
    _ call: borrowing HostCall, for function: String,
    _ value: @autoclosure () throws(FileGrants.Refusal) -> Value
  ) throws(HostFailure) -> Value? {
    do throws(FileGrants.Refusal) {
      return try value()
    } catch {
      let failure = failure(function, error)
      switch error.kind {
      case .denied: throw failure
      case .missing: call.refuse("not_found", error.message)
      case .unreadable: call.refuse("unreadable", error.message)
      }
      return nil
    }
  }
}

extension FileHandle {
  /// Reads what there is, at most `count` bytes; nothing at the end of the file. A pipe or a terminal is waited for.
  ///
  /// - Throws: `Refusal` with the name of the file.
  func available(_ count: Int, name: String) throws(FileGrants.Refusal) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while true {
        let count = Foundation.read(fileDescriptor, room.baseAddress, room.count)
        if count >= 0 {
          filled = count
          return
        }
        failure = errno
        if failure == EAGAIN {
          var request = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
          poll(&request, 1, -1)
        } else if failure != EINTR {
          return
        }
        failure = 0
      }
    }
    if failure != 0 { throw .unreadable(name, failure) }
    return bytes
  }
}
