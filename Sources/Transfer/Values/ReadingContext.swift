public import Calendar
public import Rules
import Sessions

/// The settings, apart from the file, that determine how its texts are read.
public struct ReadingContext {
  /// The time zone of times without an offset.
  public let zone: Zone
  /// The current instant of the import.
  public let now: Instant
  /// The order of day, month and year in numeric dates, if the user chose one.
  public var dateOrder: DateOrder?
  /// The moods that the user's own names mean, by name, trimmed and in lower case.
  public var moods: [String: Mood]

  /// Creates a context.
  public init(
    zone: Zone, now: Instant, dateOrder: DateOrder? = nil, moods: [String: Mood] = [:]
  ) {
    self.zone = zone
    self.now = now
    self.dateOrder = dateOrder
    self.moods = moods
  }
}

/// The order of year, month and day in numeric dates.
public enum DateOrder: String, Sendable, CaseIterable {
  /// Year, month, day.
  case ymd
  /// Day, month, year.
  case dmy
  /// Month, day, year.
  case mdy
}
