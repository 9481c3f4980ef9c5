import Foundation

/// A line on a terminal that is written over, on standard error.
enum TerminalLine {
  /// Shows a text in place of what the line said; none leaves it empty.
  static func show(_ text: String = "") {
    var line = "\r\u{1B}[K" + text
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// How much room a line has on the terminal behind a descriptor; 80 where there is none.
  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
