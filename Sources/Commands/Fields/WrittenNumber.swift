package import FlintSchema

/// Numbers and durations that people write in forms which commands do not read.
package enum WrittenNumber {
  /// Returns how a number with commas is written; `nil` for other texts. A comma before three digits
  /// may separate thousands or decimals.
  package static func decimal(_ text: String) -> String? {
    let pointed = text.replacing(",", with: ".")
    if text.contains(/^[-+]?[1-9]\d{0,2}(?:,\d{3})+$/) {
      let whole = text.replacing(",", with: "")
      return text.count(where: { $0 == "," }) == 1
        ? "\(whole), or \(pointed) for a number with decimals" : whole
    }
    return text.contains(/^[-+]?\d+,\d+$/) ? pointed : nil
  }

  /// Reads a number, also one with a decimal comma where that is not ambiguous: `78,2`, but not `1,250`.
  package static func number(_ text: String, field: String) throws(FieldError) -> DecimalNumber {
    let isPointed = text.contains(/^[-+]?\d+,(?:\d{1,2}|\d{4,6})$/)
    return try DecimalNumber(
      reading: isPointed ? text.replacing(",", with: ".") : text, field: field)
  }

  /// Returns the whole minutes of a text such as `45min`, `1h30`, `7:30`, `7.5h` or `7,5h`; `nil` for
  /// other texts.
  package static func minutes(_ text: String) -> Int64? {
    guard let written = hours(text), written.isExact, written.milliseconds % minute == 0 else {
      return nil
    }
    return written.milliseconds / minute
  }

  /// Whether a text is a duration with a colon, which may be a time of the day as well.
  package static func isClock(_ text: String) -> Bool { hours(text)?.hasClock ?? false }

  /// Returns how a duration such as `7:30` or `7.5h` is written; `nil` for other texts.
  package static func duration(_ text: String) -> String? {
    guard let written = hours(text), written.hasClock || written.units == [.hours] else {
      return nil
    }
    let minutes = (written.milliseconds + minute / 2) / minute
    return minutes < 60
      ? "\(minutes)min" : "\(minutes / 60)h" + (minutes % 60 == 0 ? "" : "\(minutes % 60)")
  }

  private static let minute = DurationUnit.minutes.milliseconds

  /// Returns a duration of hours and minutes, with either decimal mark; `nil` for other texts.
  private static func hours(_ text: String) -> WrittenDuration? {
    let written = WrittenDuration(text) { digits in
      try? DecimalNumber(reading: digits.replacing(",", with: "."), field: "duration")
    }
    return written.flatMap { written in
      written.units.allSatisfy { [.hours, .minutes, .seconds].contains($0) } ? written : nil
    }
  }

  /// Returns the advice for an amount in another form, such as `78,2`; `nil` for other texts.
  package static func advice(_ text: String) -> String? {
    (decimal(text) ?? duration(text)).map { "write \($0)" }
  }
}
