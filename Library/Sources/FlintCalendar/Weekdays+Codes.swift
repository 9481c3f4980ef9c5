extension Weekday {
  /// The code of RFC 5545, `MO` … `SU`.
  fileprivate var code: String { String(name.prefix(2)).uppercased() }
}

extension Weekdays {
  /// The codes of RFC 5545, such as `MO,WE`.
  package var codes: String { weekdays.map(\.code).joined(separator: ",") }

  /// Reads codes of RFC 5545, such as `MO,WE`; `nil` for none and for others, such as that of the first Monday.
  package init?(codes: some StringProtocol) {
    var weekdays: Weekdays = []
    for code in codes.split(separator: ",") {
      guard let weekday = Weekday.allCases.first(where: { $0.code == code }) else { return nil }
      weekdays.insert(Weekdays(weekday))
    }
    if weekdays.isEmpty { return nil }
    self = weekdays
  }
}
