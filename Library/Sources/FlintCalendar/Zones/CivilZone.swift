#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(WASILibc)
  import WASILibc
#endif

extension CivilZone {
  /// The error of a name that is not one of a time zone on this system.
  public struct Unknown: Error, Equatable, Sendable {
    /// The name.
    public var name: String

    private static let regions = [
      "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
      "Pacific",
    ]

    /// The zone that a place without its region, such as `Rome` or `new york`, has on this system; `nil`
    /// if it has none.
    package static func zone(ofPlace name: String) -> String? {
      let words = name.split { $0 == " " || $0 == "_" }.map { word in
        word.prefix(1).uppercased() + word.dropFirst().lowercased()
      }
      let place = words.joined(separator: "_")
      guard !place.isEmpty, place.allSatisfy({ $0.isLetter || $0 == "_" }) else { return nil }
      return regions.lazy.map { "\($0)/\(place)" }.first { (try? CivilZone(name: $0)) != nil }
    }
  }
}

/// A time zone of the IANA database, read from the system's own file (package tzdata), and the local
/// time at which civil days start in it.
public final class CivilZone {
  /// A decision about a local time.
  package enum Note: Sendable {
    /// Clocks showed the time twice; the earlier instant is used.
    case ambiguous
    /// Clocks skipped the time; the offset before the transition is used.
    case skipped
  }

  /// The IANA name.
  public let name: String
  /// The local time at which civil days start.
  package let dayStart: DayStart
  private let file: ZoneFile
  /// The last span that was used: a million timestamps need only a few hundred spans.
  private var last = ZoneSpan(from: 0, until: 0, offset: 0)

  /// Finds a zone by its IANA name.
  ///
  /// - Parameter dayStart: the local time at which civil days start.
  /// - Throws: `CivilZone.Unknown` when the system has no valid file of it.
  public init(name: String, dayStart: DayStart = .midnight) throws(CivilZone.Unknown) {
    if name == "UTC" {
      file = .utc
    } else if CivilZone.isNameOfFile(name), let file = ZoneFile(named: name) {
      self.file = file
    } else {
      throw CivilZone.Unknown(name: name)
    }
    self.name = name
    self.dayStart = dayStart
  }

  /// What a zone is made of, without the state of its latest use: another thread makes a zone of its own
  /// from it.
  package struct Definition: Sendable {
    fileprivate let name: String
    fileprivate let dayStart: DayStart
    fileprivate let file: ZoneFile
  }

  /// What the zone is made of.
  package var definition: Definition { Definition(name: name, dayStart: dayStart, file: file) }

  /// Creates a zone from what another one is made of.
  package init(_ definition: Definition) {
    name = definition.name
    dayStart = definition.dayStart
    file = definition.file
  }

  /// Creates a zone with the same clocks as another one, but with another start of its days.
  package init(_ other: CivilZone, dayStart: DayStart) {
    name = other.name
    file = other.file
    self.dayStart = dayStart
  }

  /// Creates a zone with one offset at all times, in place of another one, whose days start at the same
  /// time.
  package init(_ other: CivilZone, offset: UTCOffset) {
    name = other.name
    file = .constant(offset.seconds)
    dayStart = other.dayStart
  }

  /// The name of the system's zone; `UTC` when it has none with an IANA name. The value of the
  /// variable `TZ` is used unchanged, valid or not: no profile may silently get another zone than
  /// the requested one.
  public static var systemName: String {
    if let wanted = getenv("TZ").map({ String(cString: $0) }), !wanted.isEmpty {
      // In POSIX a colon precedes an implementation-defined name, and files of tzdata may be given
      // by their paths.
      let name = wanted.drop { $0 == ":" }
      let file = nameInDatabase(String(name)) ?? String(name)
      return ["GMT", "UTC0", "GMT0"].contains(file) ? "UTC" : file
    }
    let name =
      linkTarget("/etc/localtime").flatMap { nameInDatabase($0) } ?? firstLine("/etc/timezone")
    guard let name, name != "GMT", (try? CivilZone(name: name)) != nil else { return "UTC" }
    return name
  }

  /// The folders in which systems have the files of zones; the second is that of NixOS.
  package static let folders = ["/usr/share/zoneinfo", "/etc/zoneinfo"]

  /// The release of the system's zones, such as `2025b`; `nil` when they do not say it.
  package static var systemRelease: String? {
    guard let line = folders.lazy.compactMap({ firstLine($0 + "/tzdata.zi") }).first else {
      return nil
    }
    let prefix = "# version "
    return line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
  }

  /// Returns the name of a zone in the path of its file; `nil` outside of a directory `zoneinfo`.
  private static func nameInDatabase(_ path: String) -> String? {
    let directories = path.split(separator: "/")
    guard let root = directories.lastIndex(of: "zoneinfo") else { return nil }
    return directories[(root + 1)...].joined(separator: "/")
  }

  private static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  private static func firstLine(_ path: String) -> String? {
    ZoneFile.bytes(ofFile: path).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  /// Returns whether a file with this name is that of a supported zone: one of an area, and not a
  /// duplicate with or without leap seconds.
  private static func isNameOfFile(_ name: String) -> Bool {
    name.contains("/") ? !name.hasPrefix("posix/") && !name.hasPrefix("right/") : name == "GMT"
  }

  /// Returns the zone's offset from UTC at an instant.
  package func offset(at instant: Instant) -> UTCOffset {
    // Whole seconds: transitions happen on them, and a fraction must not round up into the next.
    let seconds = instant.milliseconds.dividedRoundingDown(by: 1000)
    let last = last
    if last.from <= seconds && seconds < last.until { return UTCOffset(seconds: last.offset) }
    let span = file.span(at: seconds)
    self.last = span
    return UTCOffset(seconds: span.offset)
  }

  /// Returns the instant at which the zone's clocks show a local time.
  ///
  /// A time that is shown twice is resolved to the earlier instant, a skipped one with the offset
  /// before the transition; either is noted.
  package func resolve(
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

  /// Returns the instant and offset of a written timestamp; for a day without a time, those of its
  /// start.
  package func resolve(
    _ timestamp: Timestamp
  ) -> (instant: Instant, offset: UTCOffset, note: Note?) {
    if timestamp.isDay { return start(of: timestamp.local.day) }
    if let offset = timestamp.offset {
      return (timestamp.local.instant(offset: offset), offset, nil)
    }
    return resolve(timestamp.local)
  }

  /// Returns the first instant of a civil day.
  ///
  /// Where clocks skip the day start, the day begins when they do. Where they show it twice, the
  /// earlier instant is noted: the minutes before the second one belong to the day before.
  package func start(
    of day: CivilDay
  ) -> (instant: Instant, offset: UTCOffset, note: Note?) {
    let resolved = resolve(dayStart.start(of: day))
    guard resolved.note == .skipped else { return resolved }
    let seconds = resolved.instant.milliseconds.dividedRoundingDown(by: 1000)
    let span = file.span(at: seconds)
    if span.from * 1000 == resolved.instant.milliseconds { return resolved }
    return (
      Instant(milliseconds: span.from * 1000), UTCOffset(seconds: span.offset), .skipped
    )
  }

  /// Returns the civil day of an instant.
  public func day(of instant: Instant) -> CivilDay {
    dayStart.day(of: instant, offset: offset(at: instant))
  }

  /// Returns an instant as local time, with its offset.
  package func text(_ instant: Instant) -> String {
    instant.text(offset: offset(at: instant))
  }
}

extension Instant {
  /// Returns the current instant of the system's clock.
  public static func present() -> Instant {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Instant(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
  }
}
