import Foundation
public import Rules

/// A time zone of the IANA database, read through Foundation: what its clocks show, when.
public final class Zone {
  /// What had to be decided about a local time.
  public enum Note: Sendable {
    /// Clocks showed the time twice; the earlier instant was taken.
    case ambiguous
    /// Clocks skipped the time; the offset before the transition was taken.
    case skipped
  }

  /// The IANA name.
  public let name: String
  private let zone: TimeZone
  /// Offsets at the start of UTC days, so that a million timestamps ask Foundation a few hundred
  /// times.
  private var offsetsAtDayStart: [Int64: Int32] = [:]
  private var lastDay: (number: Int64, offset: Int32)?

  /// Finds a zone by its IANA name.
  ///
  /// - Throws: `SessionError.unknownZone`.
  public init(name: String) throws(SessionError) {
    guard let zone = TimeZone(identifier: name), Zone.isName(name) else {
      throw .unknownZone(name)
    }
    self.name = name
    self.zone = zone
  }

  /// The name of the system's zone; `UTC` when it has none with an IANA name.
  public static var systemName: String {
    let name = TimeZone.current.identifier
    return name == "GMT" || !isName(name) ? "UTC" : name
  }

  private static func isName(_ name: String) -> Bool {
    name == "UTC" || TimeZone.knownTimeZoneIdentifiers.contains(name)
      || (name.contains("/") && TimeZone(identifier: name) != nil)
  }

  /// How far the zone's clocks are ahead of UTC at an instant.
  public func offset(at instant: Instant) -> UTCOffset {
    let day = instant.milliseconds.dividedRoundingDown(by: 86_400_000)
    if let lastDay, lastDay.number == day { return UTCOffset(seconds: lastDay.offset) }
    let start = offsetAtStart(of: day)
    if start == offsetAtStart(of: day + 1) {
      lastDay = (day, start)
      return UTCOffset(seconds: start)
    }
    return UTCOffset(seconds: asked(instant.milliseconds))
  }

  private func offsetAtStart(of day: Int64) -> Int32 {
    if let known = offsetsAtDayStart[day] { return known }
    let offset = asked(day * 86_400_000)
    offsetsAtDayStart[day] = offset
    return offset
  }

  private func asked(_ milliseconds: Int64) -> Int32 {
    // Whole seconds: transitions happen on them, and a fraction must not round up into the next.
    let seconds = milliseconds.dividedRoundingDown(by: 1000)
    return Int32(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
  }

  /// The instant at which the zone's clocks show a local time.
  ///
  /// A time shown twice means the earlier instant; a skipped one is read with the offset before
  /// the transition; either is noted.
  public func resolve(
    _ local: CivilTime
  ) -> (instant: Instant, offset: UTCOffset, note: Note?) {
    let day: Int64 = 86_400_000
    let asUTC = local.instant(offset: .zero).milliseconds
    let before = offset(at: Instant(milliseconds: asUTC - day))
    let after = offset(at: Instant(milliseconds: asUTC + day))
    let early = local.instant(offset: before)
    if before == after && offset(at: early) == before { return (early, before, nil) }
    let late = local.instant(offset: after)
    switch (offset(at: early) == before, offset(at: late) == after) {
    case (true, true):
      return early <= late
        ? (early, before, early == late ? nil : .ambiguous) : (late, after, .ambiguous)
    case (true, false): return (early, before, nil)
    case (false, true): return (late, after, nil)
    case (false, false): return (early, before, .skipped)
    }
  }

  /// The instant and offset that a written timestamp means.
  public func resolve(
    _ timestamp: Timestamp
  ) -> (instant: Instant, offset: UTCOffset, note: Note?) {
    if let offset = timestamp.offset {
      return (timestamp.local.instant(offset: offset), offset, nil)
    }
    return resolve(timestamp.local)
  }

  /// The civil day of an instant.
  public func day(of instant: Instant) -> CivilDay {
    CivilTime(instant, offset: offset(at: instant)).day
  }

  /// An instant as the zone's clocks show it, offset included.
  public func text(_ instant: Instant) -> String {
    instant.text(offset: offset(at: instant))
  }
}

extension Instant {
  /// The present, by the system's clock.
  public static func present() -> Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
