import Schema

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

  /// Returns the minutes of a text such as `45min`, `1h`, `1h30` or `1h 30min`; `nil` for other texts.
  /// Behind hours, there are less than 60 minutes.
  package static func minutes(_ text: String) -> Int64? {
    guard
      let match = text.lowercased().wholeMatch(
        of: /(?:(\d{1,6})\s*h)?\s*(?:(\d{1,9})\s*(m|min|mins|minutes)?)?/),
      match.1 != nil || match.3 != nil
    else { return nil }
    let minutes = match.2.flatMap { Int64($0) } ?? 0
    guard let hours = match.1.flatMap({ Int64($0) }) else { return minutes }
    return minutes < 60 ? hours * 60 + minutes : nil
  }

  /// Returns how a duration such as `7:30` or `7.5h` is written; `nil` for other texts.
  package static func duration(_ text: String) -> String? {
    let minutes: Int64
    if let match = text.wholeMatch(of: /(\d{1,4}):([0-5]\d)(?::00)?/),
      let hours = Int64(match.1), let rest = Int64(match.2)
    {
      minutes = hours * 60 + rest
    } else if let match = text.lowercased().wholeMatch(of: /(\d{1,4}[.,]\d{1,3})\s*(?:h|hours?)/),
      let hours = Double(match.1.replacing(",", with: "."))
    {
      minutes = Int64((hours * 60).rounded())
    } else {
      return nil
    }
    return minutes < 60
      ? "\(minutes)min" : "\(minutes / 60)h" + (minutes % 60 == 0 ? "" : "\(minutes % 60)")
  }

  /// Returns the advice for an amount in another form, such as `78,2`; `nil` for other texts.
  package static func advice(_ text: String) -> String? {
    (decimal(text) ?? duration(text)).map { "write \($0)" }
  }
}
