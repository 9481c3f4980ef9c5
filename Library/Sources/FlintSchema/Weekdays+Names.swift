package import FlintCalendar

extension Weekdays {
  /// Creates the set of a list of names such as `mon` and `Sunday`.
  ///
  /// - Throws: `FieldError` about `weekdays` when a name is no weekday.
  package init(names: [String]) throws(FieldError) {
    var weekdays: Weekdays = []
    for name in names {
      guard let weekday = Weekday(name: name.trimmedWhitespace) else {
        throw FieldError(
          field: "weekdays", expected: "weekdays such as mon or Monday", found: "\"\(name)\"")
      }
      weekdays.insert(Weekdays(weekday))
    }
    self = weekdays
  }
}
