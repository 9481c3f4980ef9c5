/// The local time at which civil days start: 00:00 to 11:59, in whole minutes.
///
/// The civil day of an event is the date of its local time less the day start: with 04:00, a day
/// lasts until 04:00 of the next date. Since noon is never before the day start, a date and its
/// civil day always have noon in common.
public struct DayStart: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Minutes after 00:00, from 0 to `DayStart.latest`.
  @usableFromInline package let minutes: Int32

  /// Days that start at 00:00, as dates do.
  public static let midnight = DayStart(minutes: 0, isChecked: ())
  /// The maximum of `minutes`: 11:59.
  package static let latest: Int32 = 719

  /// The accepted form, for error messages.
  package static let form = "a time from 00:00 to 11:59, such as 04:00"

  private init(minutes: Int32, isChecked: Void) { self.minutes = minutes }

  /// Creates a day start from minutes after 00:00; `nil` outside of 0 to `latest`.
  package init?(minutes: Int64) {
    guard (0...Int64(Self.latest)).contains(minutes) else { return nil }
    self.minutes = Int32(minutes)
  }

  /// Parses `HH:MM` or `H:MM`; `nil` for another form, and outside of 00:00 to 11:59.
  public init?(_ text: some StringProtocol) {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2, (1...2).contains(fields[0].utf8.count), fields[1].utf8.count == 2,
      fields.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hours = Int64(fields[0]), let minutes = Int64(fields[1]), minutes < 60
    else { return nil }
    self.init(minutes: hours * 60 + minutes)
  }

  /// `HH:MM`.
  public var description: String {
    let (hours, minutes) = (minutes / 60, minutes % 60)
    return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  /// Milliseconds after 00:00.
  @inlinable package var milliseconds: Int64 { Int64(minutes) &* 60_000 }

  /// Whether the left day start is earlier on the clock.
  public static func < (left: DayStart, right: DayStart) -> Bool { left.minutes < right.minutes }

  /// Returns the civil day of an instant, where clocks are `offset` ahead of UTC.
  @inlinable
  package func day(of instant: Instant, offset: UTCOffset) -> CivilDay {
    CivilTime(Instant(milliseconds: instant.milliseconds &- milliseconds), offset: offset).day
  }

  @inlinable
  package func day(of local: CivilTime) -> CivilDay {
    Int64(local.milliseconds) < milliseconds ? local.day + -1 : local.day
  }

  /// Returns the local time at which a civil day starts.
  @inlinable
  package func start(of day: CivilDay) -> CivilTime {
    CivilTime(day: day, milliseconds: Int32(milliseconds))
  }
}

extension CivilDay {
  /// The local time at which an event is stored for which only the day is known: 12:00, which no
  /// day start moves to another day.
  package var noon: CivilTime { CivilTime(day: self, milliseconds: CivilTime.noon) }
}

extension CivilTime {
  /// The milliseconds from 00:00 to 12:00.
  fileprivate static let noon: Int32 = 43_200_000

  /// Whether it is the time of an event for which only the day is known.
  package var isNoon: Bool { milliseconds == Self.noon }
}

extension CivilZone {
  /// Returns the instant and the offset of an event at a written timestamp; for a day without a
  /// time, those of its noon.
  package func resolveEvent(
    _ timestamp: Timestamp
  ) -> (instant: Instant, offset: UTCOffset, note: Note?) {
    timestamp.isDay ? resolve(timestamp.local.day.noon) : resolve(timestamp)
  }
}
