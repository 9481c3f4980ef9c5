import Glibc
import Synchronization

/// Standard output, buffered. A reader that went away is no failure: what comes after is dropped.
final class StandardOutput: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var isClosed = false
    var failure: Int32?
  }

  private let state = Mutex(State())
  private static let capacity = 65_536

  static let shared = StandardOutput()

  /// Whether the reader has gone away.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      if state.isClosed { return }
      state.buffer.append(contentsOf: bytes)
      if state.buffer.count >= Self.capacity { Self.flush(&state) }
    }
  }

  /// - Throws: `CommandFailure` when what was written did not arrive.
  func flush() throws {
    let failure = state.withLock { state in
      Self.flush(&state)
      return state.failure
    }
    if let failure {
      throw CommandFailure(
        status: .storage, message: "standard output: \(String(cString: strerror(failure)))")
    }
  }

  private static func flush(_ state: inout State) {
    var position = 0
    while position < state.buffer.count && !state.isClosed {
      let written = state.buffer[position...].withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        position += written
      } else if errno != EINTR {
        if errno != EPIPE { state.failure = errno }
        state.isClosed = true
      }
    }
    state.buffer.removeAll(keepingCapacity: true)
  }
}

/// Writes a line to standard error, behind everything written to standard output so far.
func note(_ text: String) {
  try? StandardOutput.shared.flush()
  var line = text + "\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
