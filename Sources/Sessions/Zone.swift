import Foundation
public import Rules

/// A time zone of the IANA database.
///
/// It is read from the system's own file or, if there is none, through Foundation, whose data is as
/// old as the toolchain.
public final class Zone {
  /// A decision about a local time.
  public enum Note: Sendable {
    /// Clocks showed the time twice; the earlier instant is used.
    case ambiguous
    /// Clocks skipped the time; the offset before the transition is used.
    case skipped
  }

  /// The IANA name.
  public let name: String
  private let source: Source
  /// The last span that was used: a million timestamps need only a few hundred spans.
  private var last = ZoneSpan(from: 0, until: 0, offset: 0)
  /// The offsets at the start of UTC days, so that Foundation is asked once for each.
  private var offsetsAtDayStart: [Int64: Int32] = [:]

  private enum Source {
    case file(ZoneFile)
    case foundation(TimeZone)
  }

  /// Finds a zone by its IANA name.
  ///
  /// - Throws: `SessionError.unknownZone`.
  public init(name: String) throws(SessionError) {
    if name == "UTC" {
      source = .file(.utc)
    } else if Zone.isNameOfFile(name), let file = ZoneFile(named: name) {
      source = .file(file)
    } else if Zone.isName(name), let zone = TimeZone(identifier: name) {
      source = .foundation(zone)
    } else {
      throw .unknownZone(name)
    }
    self.name = name
  }

  /// The name of the system's zone; `UTC` when it has none with an IANA name. The value of the
  /// variable `TZ` is used unchanged, valid or not: no profile may silently get another zone than
  /// the requested one.
  public static var systemName: String {
    if let wanted = getenv("TZ").map({ String(cString: $0) }), !wanted.isEmpty {
      // In POSIX a colon precedes an implementation-defined name, and files of tzdata may be given
      // by their paths.
      let name = wanted.drop { $0 == ":" }
      let file = name.range(of: "zoneinfo/").map { name[$0.upperBound...] } ?? name
      return ["GMT", "UTC0", "GMT0"].contains(file) ? "UTC" : String(file)
    }
    let name = TimeZone.current.identifier
    return name == "GMT" || !isName(name) ? "UTC" : name
  }

  private static func isName(_ name: String) -> Bool {
    name == "UTC" || TimeZone.knownTimeZoneIdentifiers.contains(name)
      || (name.contains("/") && TimeZone(identifier: name) != nil)
  }

  /// Returns whether a file with this name is that of a supported zone: one of an area, and not a
  /// duplicate with or without leap seconds.
  private static func isNameOfFile(_ name: String) -> Bool {
    name.contains("/")
      ? !name.hasPrefix("posix/") && !name.hasPrefix("right/")
      : TimeZone.knownTimeZoneIdentifiers.contains(name)
  }

  /// Returns the zone's offset from UTC at an instant.
  public func offset(at instant: Instant) -> UTCOffset {
    // Whole seconds: transitions happen on them, and a fraction must not round up into the next.
    let seconds = instant.milliseconds.dividedRoundingDown(by: 1000)
    let last = last
    if last.from <= seconds && seconds < last.until { return UTCOffset(seconds: last.offset) }
    let span =
      switch source {
      case .file(let file): file.span(at: seconds)
      case .foundation(let zone): span(at: seconds, in: zone)
      }
    self.last = span
    return UTCOffset(seconds: span.offset)
  }

  /// Returns a UTC day on which the offset does not change, or else the second alone.
  private func span(at seconds: Int64, in zone: TimeZone) -> ZoneSpan {
    let day = seconds.dividedRoundingDown(by: 86_400)
    let start = offsetAtStart(of: day, in: zone)
    if start == offsetAtStart(of: day + 1, in: zone) {
      return ZoneSpan(from: day * 86_400, until: (day + 1) * 86_400, offset: start)
    }
    return ZoneSpan(from: seconds, until: seconds + 1, offset: asked(seconds, in: zone))
  }

  private func offsetAtStart(of day: Int64, in zone: TimeZone) -> Int32 {
    if let known = offsetsAtDayStart[day] { return known }
    let offset = asked(day * 86_400, in: zone)
    offsetsAtDayStart[day] = offset
    return offset
  }

  private func asked(_ seconds: Int64, in zone: TimeZone) -> Int32 {
    Int32(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
  }

  /// Returns the instant at which the zone's clocks show a local time.
  ///
  /// A time that is shown twice is resolved to the earlier instant, a skipped one with the offset
  /// before the transition; either is noted.
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

  /// Returns the instant and offset of a written timestamp.
  public func resolve(
    _ timestamp: Timestamp
  ) -> (instant: Instant, offset: UTCOffset, note: Note?) {
    if let offset = timestamp.offset {
      return (timestamp.local.instant(offset: offset), offset, nil)
    }
    return resolve(timestamp.local)
  }

  /// Returns the civil day of an instant.
  public func day(of instant: Instant) -> CivilDay {
    CivilTime(instant, offset: offset(at: instant)).day
  }

  /// Returns an instant as local time, with its offset.
  public func text(_ instant: Instant) -> String {
    instant.text(offset: offset(at: instant))
  }
}

extension Instant {
  /// Returns the current instant of the system's clock.
  public static func present() -> Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
