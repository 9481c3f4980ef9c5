import Foundation
public import Rules

/// A time zone of the IANA database: what its clocks show, when.
///
/// Read from the system's own file; through Foundation, whose data is as old as the toolchain,
/// where there is none.
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
  private let source: Source
  /// The last span asked about: a million timestamps ask for a few hundred.
  private var last = ZoneSpan(from: 0, until: 0, offset: 0)
  /// Offsets at the start of UTC days, so that Foundation is asked once for each.
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

  /// The name of the system's zone; `UTC` when it has none with an IANA name. What is in the variable
  /// `TZ` is taken as it is, a name or not: nobody's profile is to get another zone than was asked for.
  public static var systemName: String {
    if let wanted = getenv("TZ").map({ String(cString: $0) }), !wanted.isEmpty {
      // POSIX has a colon before what is no rule, and tzdata's files may be named by their paths.
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

  /// Whether a file of this name is that of a zone that may be asked for: one of an area, not
  /// one of those that the system has twice, with leap seconds and without.
  private static func isNameOfFile(_ name: String) -> Bool {
    name.contains("/")
      ? !name.hasPrefix("posix/") && !name.hasPrefix("right/")
      : TimeZone.knownTimeZoneIdentifiers.contains(name)
  }

  /// How far the zone's clocks are ahead of UTC at an instant.
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

  /// A UTC day on which the offset does not change, or the second alone.
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
