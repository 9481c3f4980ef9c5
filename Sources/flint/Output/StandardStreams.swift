import Glibc
import Lua
import Synchronization

/// Standard output, buffered. A reader that went away is no failure: what comes after is dropped.
///
/// A terminal is shown what scripts, files and profiles say, and does not obey it; anything else gets the
/// bytes as they are.
final class StandardOutput: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var isClosed = false
    var failure: Int32?
  }

  private let state = Mutex(State())
  private static let capacity = 65_536

  static let shared = StandardOutput()

  private let isTerminal = isatty(STDOUT_FILENO) == 1

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
      if state.buffer.count >= Self.capacity { flush(&state, isLast: false) }
    }
  }

  /// - Throws: `CommandFailure` when what was written did not arrive.
  func flush() throws {
    let failure = state.withLock { state in
      flush(&state, isLast: true)
      return state.failure
    }
    if let failure {
      throw CommandFailure(
        status: .storage, message: "standard output: \(String(cString: strerror(failure)))")
    }
  }

  /// - Parameter isLast: whether what a character lacks at the end is not about to come.
  private func flush(_ state: inout State, isLast: Bool) {
    var bytes: [UInt8] = []
    swap(&bytes, &state.buffer)
    if isTerminal {
      let (shown, taken) = TerminalText.printable(bytes: bytes, isLast: isLast)
      state.buffer += bytes[taken...]
      bytes = shown
    }
    var position = 0
    while position < bytes.count && !state.isClosed {
      let written = bytes[position...].withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        position += written
      } else if errno != EINTR {
        if errno != EPIPE { state.failure = errno }
        state.isClosed = true
      }
    }
    // The memory is used again.
    bytes.removeAll(keepingCapacity: true)
    bytes += state.buffer
    swap(&bytes, &state.buffer)
  }
}

/// Writes a line to standard error, behind everything written to standard output so far.
func note(_ text: String) {
  try? StandardOutput.shared.flush()
  var line = Array((text + "\n").utf8)
  if isatty(STDERR_FILENO) == 1 {
    line = TerminalText.printable(bytes: line, isLast: true).shown
  }
  line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
