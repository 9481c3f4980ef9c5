import Lua

/// A line that may hold what a file says, as a terminal can be shown it; a very long one is cut.
///
/// - Parameter most: so many characters of it are shown.
func shown(_ line: String, most: Int = 400) -> String {
  let scalars = line.unicodeScalars
  let start = String(scalars.prefix(most))
  return TerminalText.printable(start) + (scalars.dropFirst(most).isEmpty ? "" : "…")
}
