public import Rules
public import Sessions

/// What reading a file's texts depends on beside the file.
public struct ReadingContext {
  /// The zone of times that come without an offset.
  public let zone: Zone
  /// The instant that counts as now.
  public let now: Instant
  /// In which order days, months and years stand, where the user said so.
  public var dateOrder: DateOrder?
  /// What moods the user's own names stand for, by the name trimmed and in small letters.
  public var moods: [String: Mood]

  /// Makes a context.
  public init(
    zone: Zone, now: Instant, dateOrder: DateOrder? = nil, moods: [String: Mood] = [:]
  ) {
    self.zone = zone
    self.now = now
    self.dateOrder = dateOrder
    self.moods = moods
  }
}

/// In which order the parts of a date stand, where they are numbers.
public enum DateOrder: String, Sendable, CaseIterable {
  /// Year, month, day.
  case ymd
  /// Day, month, year.
  case dmy
  /// Month, day, year.
  case mdy
}
