/// Minutes as people read them.
package enum ShownDuration {
  /// Returns minutes as hours and minutes, the same in every language: `7 h 30 min`, `45 min`, `2 h`.
  ///
  /// - Parameter number: returns the text of a number.
  package static func text(
    minutes: Int64, number: (Int64) -> String = { String($0) }
  ) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return number(rest) + " min" }
    return number(hours) + " h" + (rest == 0 ? "" : " \(rest.magnitude) min")
  }
}
