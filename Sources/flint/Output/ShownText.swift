/// A line that may hold what a file says, as a terminal can be shown it: control characters, which a
/// terminal would obey, are written as `\u{1B}`, and a very long one is cut.
///
/// - Parameter most: so many characters are shown.
func shown(_ line: String, most: Int = 400) -> String {
  var text = ""
  var count = 0
  for scalar in line.unicodeScalars {
    if count == most { return text + "…" }
    count += 1
    if scalar.properties.generalCategory == .control {
      text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}
