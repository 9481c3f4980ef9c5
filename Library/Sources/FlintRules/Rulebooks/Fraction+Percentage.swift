extension Fraction {
  /// Returns the end of a message about a number that lacks the sign of a percentage: how it is written with one.
  package static func percentHint(_ number: String) -> String {
    "; \(number) percent is \"\(number)%\""
  }

  /// The end of a message about a number that is too large for a chance. It is empty outside of 2.5 to 100, where no
  /// percentage is meant, or not more often than not.
  package var percentHint: String {
    (2.5...100).contains(approximation) ? Self.percentHint("\(self)") : ""
  }
}
