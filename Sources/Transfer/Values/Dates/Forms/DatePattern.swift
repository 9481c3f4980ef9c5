/// A form of dates, as `strftime` and `strptime` describe it: `%d.%m.%Y %H:%M`.
///
/// ```swift
/// let pattern = try DatePattern("%d %B %Y, %I:%M %p")
/// pattern.read("22 giugno 2026, 9:05 pm")
/// ```
///
/// Numbers may lack their leading zeros. Spaces of the pattern match any number of spaces, also none.
/// Names of months, weekdays and halves of a day are those of ``DateWord``, in any letter case; a
/// weekday has to be right. `%Z` reads `UTC`, `GMT` and `Z`, and passes over other names where `%z` has read the offset.
package struct DatePattern: Sendable {
  /// The pattern as written.
  package let text: String
  private let elements: [Element]

  /// A part of a pattern.
  enum Element: Hashable {
    case literal(Unicode.Scalar)
    case space
    case number(Part, digits: Int)
    case month
    case weekday
    case half
    case fraction
    case offset
    case zone
    case unix
  }

  /// What a number is.
  enum Part: Hashable {
    case year, shortYear, month, day, dayOfYear, hour, hourOfHalf, minute, second
  }

  /// An error in a pattern.
  package struct Fault: Error, Hashable, Sendable {
    /// What is wrong, and what to write instead.
    package var message: String
  }

  /// Creates a pattern.
  ///
  /// - Throws: `Fault` when a directive is unknown or missing, or does not fit another one.
  package init(_ text: String) throws(Fault) {
    self.text = text
    var elements: [Element] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "%" {
        elements += try DatePattern.directive(&rest)
      } else if scalar.properties.isWhitespace {
        if elements.last != .space { elements.append(.space) }
      } else {
        elements.append(.literal(scalar))
      }
    }
    self.elements = elements
    try check()
  }

  /// Whether a text is meant to be a pattern: it has a directive.
  package static func isPattern(_ text: String) -> Bool { text.contains("%") }

  private static let directives: [Unicode.Scalar: [Element]] = [
    "Y": [.number(.year, digits: 4)], "y": [.number(.shortYear, digits: 2)],
    "m": [.number(.month, digits: 2)], "d": [.number(.day, digits: 2)],
    "e": [.space, .number(.day, digits: 2)], "j": [.number(.dayOfYear, digits: 3)],
    "H": [.number(.hour, digits: 2)], "k": [.space, .number(.hour, digits: 2)],
    "I": [.number(.hourOfHalf, digits: 2)], "l": [.space, .number(.hourOfHalf, digits: 2)],
    "M": [.number(.minute, digits: 2)], "S": [.number(.second, digits: 2)], "f": [.fraction],
    "p": [.half], "b": [.month], "B": [.month], "a": [.weekday], "A": [.weekday],
    "z": [.offset], "Z": [.zone], "s": [.unix], "%": [.literal("%")],
    "T": [
      .number(.hour, digits: 2), .literal(":"), .number(.minute, digits: 2), .literal(":"),
      .number(.second, digits: 2),
    ],
    "F": [
      .number(.year, digits: 4), .literal("-"), .number(.month, digits: 2), .literal("-"),
      .number(.day, digits: 2),
    ],
  ]

  private static func directive(
    _ rest: inout Substring.UnicodeScalarView
  ) throws(Fault) -> [Element] {
    // %-d is how some systems write a number without leading zeros.
    if rest.first == "-" { rest.removeFirst() }
    guard let name = rest.popFirst() else {
      throw Fault(message: "it ends with %; for the character write %%")
    }
    if let elements = directives[name] { return elements }
    let known = "YymdeHkIlMSfpbBaAjzZsTF%".map { "%\($0)" }.joined(separator: " ")
    throw Fault(message: "%\(name) is unknown; the known ones are \(known)")
  }

  /// Checks that the elements determine a day, and that no element needs a missing one.
  private func check() throws(Fault) {
    func has(_ part: Part) -> Bool {
      elements.contains { if case .number(part, _) = $0 { true } else { false } }
    }
    if elements.contains(.unix) { return }
    let hasHour = has(.hour) || has(.hourOfHalf)
    let hasDay = has(.dayOfYear) || has(.day) && (has(.month) || elements.contains(.month))
    let problem: String? =
      if !has(.year) && !has(.shortYear) {
        "it has no year; add %Y or %y"
      } else if !hasDay {
        "it has no day; add %m and %d"
      } else if has(.hourOfHalf) && !elements.contains(.half) {
        "%I is an hour of a half day; add %p, or write %H"
      } else if elements.contains(.half) && !has(.hourOfHalf) {
        "%p is a half of a day; write the hour as %I"
      } else if has(.minute) && !hasHour {
        "it has a minute without an hour; add %H"
      } else if has(.second) && !has(.minute) {
        "it has a second without a minute; add %M"
      } else if elements.contains(.fraction) && !has(.second) {
        "it has a fraction without a second; add %S"
      } else {
        nil
      }
    if let problem { throw Fault(message: problem) }
  }

  /// Reads a date of this form; `nil` for any other text, a day that does not exist, another
  /// weekday, and a time that no profile accepts.
  package func read(_ text: String) -> WrittenDate? {
    var reading = PatternReading(text)
    for element in elements {
      guard reading.read(element) else { return nil }
    }
    guard let date = reading.date, date.isAccepted else { return nil }
    return date
  }
}
