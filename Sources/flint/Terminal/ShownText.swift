import Lua

/// Returns a line that may contain untrusted text without control characters, shortened if it is very
/// long.
///
/// - Parameter most: The maximum number of characters.
func shown(_ line: String, most: Int = 400) -> String {
  let scalars = line.unicodeScalars
  let start = String(scalars.prefix(most))
  return TerminalText.printable(start) + (scalars.dropFirst(most).isEmpty ? "" : "…")
}
