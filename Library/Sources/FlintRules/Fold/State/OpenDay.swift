import FlintCalendar

/// The civil day of the newest event and the location of its windows: values shared by the events
/// of one day, so that they are computed once. They follow from the events and are not compared.
struct OpenDay: BitwiseCopyable, Sendable {
  /// The length of a civil day in milliseconds.
  static let length: Int64 = 86_400_000

  var day = CivilDay(number: OpenWindows.noTag)
  var monday = CivilDay(number: OpenWindows.noTag)
  /// The local milliseconds since 1970, less the day start, at the start of the day; initially so large that no event is in the day.
  var start = Int64.max
  var slot = 0
  var era = 0
}
