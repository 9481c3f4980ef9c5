import Foundation

/// A line on a terminal, on standard error, that is overwritten.
enum TerminalLine {
  /// Replaces the line by a text; an empty text clears it.
  static func show(_ text: String = "") {
    var line = "\r\u{1B}[K" + text
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Returns the width in columns of the terminal of a file descriptor; 80 if it is not a terminal.
  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
