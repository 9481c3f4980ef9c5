import Glibc
import Lua
import Synchronization

/// Buffered standard output. If the reader closes the pipe, further output is dropped without an error.
///
/// On a terminal, control characters from scripts, files and profiles are escaped; any other output
/// receives the bytes unchanged.
package final class StandardOutput: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var isClosed = false
    var isColored = false
    var failure: Int32?
    /// The pager, if the answer may need one.
    var pager: Pager?
  }

  private let state = Mutex(State())
  private static let capacity = 65_536

  package static let shared = StandardOutput()

  private let isTerminal = isatty(STDOUT_FILENO) == 1

  /// The width that tables fit: that of the terminal, or `COLUMNS`; `nil` if the output is not a
  /// terminal.
  package var columns: Int? {
    guard isTerminal else { return nil }
    let wanted = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 0
    return wanted > 0 ? wanted : TerminalLine.columns(of: STDOUT_FILENO)
  }

  /// Whether pages and tables have colours; the profile that is shown decides.
  var isColored: Bool {
    get { state.withLock { $0.isColored } }
    set { state.withLock { $0.isColored = newValue } }
  }

  /// Whether the reader has closed the pipe or writing failed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Shows what is written from now on in a pager, if the terminal's screen is too small. No other thread may exist
  /// yet.
  func page() {
    if isTerminal, let pager = Pager() { state.withLock { $0.pager = pager } }
  }

  /// Does without the pager that the profile does not want.
  func dropPager() {
    state.withLock { state in
      if state.pager?.obeysProfile ?? false { release(&state) }
    }
  }

  /// Ends the output, and waits until the pager that shows it is left.
  ///
  /// - Throws: `CommandFailure` if output could not be written.
  func end() throws {
    state.withLock { state in
      flush(&state, isLast: true)
      release(&state)
    }
    try flush()
  }

  package func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes text that Flint lays out, in which names from scripts, files and profiles may occur: control characters
  /// but tabs and line ends are escaped for any reader, who may show it on a terminal later.
  package func write(page text: String) { write(TerminalText.printable(lines: text)) }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      if state.isClosed { return }
      state.buffer.append(contentsOf: bytes)
      if state.buffer.count >= Self.capacity { flush(&state, isLast: false) }
    }
  }

  /// Writes printable text with the control sequences of colours, which a terminal has to receive.
  package func write(rendered text: String) {
    state.withLock { state in
      flush(&state, isLast: true)
      emit(Array(text.utf8), &state)
    }
  }

  /// - Throws: `CommandFailure` if output could not be written.
  package func flush() throws {
    let failure = state.withLock { state in
      flush(&state, isLast: true)
      return state.failure
    }
    if let failure {
      throw CommandFailure(.storage, "standard output: \(String(cString: strerror(failure)))")
    }
  }

  /// - Parameter isLast: Whether an incomplete character at the end is final rather than continued by
  ///   later output.
  private func flush(_ state: inout State, isLast: Bool) {
    var bytes: [UInt8] = []
    swap(&bytes, &state.buffer)
    if isTerminal {
      let (shown, taken) = TerminalText.printable(bytes: bytes, isLast: isLast)
      state.buffer += bytes[taken...]
      bytes = shown
    }
    emit(bytes, &state)
    // The buffer's memory is reused.
    bytes.removeAll(keepingCapacity: true)
    bytes += state.buffer
    swap(&bytes, &state.buffer)
  }

  private func emit(_ bytes: [UInt8], isError: Bool = false, _ state: inout State) {
    if bytes.isEmpty { return }
    guard var pager = state.pager else {
      return isError ? Self.writeError(bytes) : emit(bytes, to: STDOUT_FILENO, &state)
    }
    if pager.isShown { return emit(bytes, to: pager.input, &state) }
    let isFull = pager.hold(bytes, isError: isError)
    let held = pager.content
    if isFull { pager.show() }
    state.pager = pager
    if isFull { for (bytes, _) in held { emit(bytes, to: pager.input, &state) } }
  }

  /// Ends the pager: shows what it held as it would be without one, or waits until it is left.
  private func release(_ state: inout State) {
    guard let pager = state.pager else { return }
    state.pager = nil
    pager.end()
    for (bytes, isError) in pager.content { emit(bytes, isError: isError, &state) }
  }

  /// Writes a line to standard error, behind the output so far; where a pager has the terminal, in the pager.
  fileprivate func write(error line: String) {
    state.withLock { state in
      flush(&state, isLast: true)
      if state.pager != nil, !state.isClosed, isatty(STDERR_FILENO) == 1 {
        emit(Array(line.utf8), isError: true, &state)
      } else {
        Self.writeError(Array(line.utf8))
      }
    }
  }

  private static func writeError(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private func emit(_ bytes: [UInt8], to descriptor: Int32, _ state: inout State) {
    var position = 0
    while position < bytes.count && !state.isClosed {
      let written = bytes[position...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        position += written
      } else if errno != EINTR {
        if errno != EPIPE { state.failure = errno }
        state.isClosed = true
      }
    }
  }
}

/// Writes a line to standard error, after flushing standard output. Control characters but tabs and line ends are
/// escaped.
package func note(_ text: String) { writeError(line: TerminalText.printable(lines: text)) }

/// Writes a line with a JSON value to standard error, after flushing standard output.
package func writeError(json text: String) {
  writeError(line: isatty(STDERR_FILENO) == 1 ? TerminalText.printable(lines: text) : text)
}

private func writeError(line: String) {
  StandardOutput.shared.write(error: line + "\n")
}

/// A line on a terminal, on standard error, that is overwritten.
package enum TerminalLine {
  /// Replaces the line by a text; an empty text clears it.
  package static func show(_ text: String = "") {
    var line = "\r\u{1B}[K" + text
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Returns the width in columns of the terminal of a file descriptor; 80 if it is not a terminal.
  package static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// Returns a line that may contain untrusted text without control characters, shortened if it is very
/// long.
///
/// - Parameter most: The maximum number of characters.
package func shown(_ line: String, most: Int = 400) -> String {
  let scalars = line.unicodeScalars
  let start = String(scalars.prefix(most))
  return TerminalText.printable(start) + (scalars.dropFirst(most).isEmpty ? "" : "…")
}
