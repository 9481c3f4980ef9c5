/// The civil day of the newest event and where its windows are held: what the events of one day
/// have in common, so that it is worked out once. It follows from the events and is no part of what
/// two states are compared by.
struct OpenDay: BitwiseCopyable, Sendable {
  /// How many milliseconds a civil day has.
  static let length: Int64 = 86_400_000

  /// The day.
  var day = CivilDay(number: ProfileState.noTag)
  /// The Monday of its week.
  var monday = CivilDay(number: ProfileState.noTag)
  /// Local milliseconds since 1970 at the day's 00:00; so far off that no event is on no day.
  var start = Int64.max
  /// Its position among the days held open.
  var slot = 0
  /// The era it lies in.
  var era = 0
}
