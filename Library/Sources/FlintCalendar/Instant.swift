/// A moment in time: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// Creates an instant from milliseconds since 1970-01-01T00:00:00Z.
  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Whether the left instant is earlier than the right one.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The first instant that a profile accepts: 0001-01-02T00:00:00Z, so that its local time is in
  /// the years of ISO 8601 with any offset.
  package static let earliest = Instant(milliseconds: -62_135_510_400_000)
  /// The last instant that a profile accepts: 9999-12-30T23:59:59.999Z.
  package static let latest = Instant(milliseconds: 253_402_214_399_999)

  /// Whether a profile accepts an event at this instant.
  package var isAccepted: Bool { self >= .earliest && self <= .latest }
}

/// The difference of a local clock from UTC, in seconds.
@usableFromInline package struct UTCOffset: Hashable, Sendable {
  /// Seconds ahead of UTC; negative to the west.
  @usableFromInline package var seconds: Int32

  /// Creates an offset from seconds ahead of UTC.
  @inlinable
  package init(seconds: Int32) {
    self.seconds = seconds
  }

  /// The offset of UTC.
  package static let zero = UTCOffset(seconds: 0)
  /// The maximum absolute offset in seconds: 18 hours. (The largest offsets ever in civil use are
  /// just under 16 hours: those of Manila and Alaska before they crossed the date line.)
  package static let widest: Int32 = 18 * 3600

  /// Whether a profile accepts an event with this offset.
  package var isAccepted: Bool { (-UTCOffset.widest...UTCOffset.widest).contains(seconds) }
}

/// A day and time on a local clock of an unspecified zone.
@usableFromInline package struct CivilTime: Hashable, Sendable {
  /// The civil day.
  @usableFromInline package var day: CivilDay
  /// Milliseconds since the day's 00:00, 0 ..< 86,400,000.
  @usableFromInline package var milliseconds: Int32

  /// Creates a civil time from a day and the milliseconds since its 00:00.
  @inlinable
  package init(day: CivilDay, milliseconds: Int32 = 0) {
    self.day = day
    self.milliseconds = milliseconds
  }

  /// Creates the time that a clock `offset` ahead of UTC shows at an instant.
  @inlinable
  package init(_ instant: Instant, offset: UTCOffset) {
    let local = instant.milliseconds &+ Int64(offset.seconds) &* 1000
    let day = local.dividedRoundingDown(by: 86_400_000)
    self.day = CivilDay(number: Int32(truncatingIfNeeded: day))
    self.milliseconds = Int32(truncatingIfNeeded: local &- day &* 86_400_000)
  }

  /// Returns the instant at which a clock `offset` ahead of UTC shows this time.
  @inlinable
  package func instant(offset: UTCOffset) -> Instant {
    Instant(
      milliseconds: Int64(day.number) * 86_400_000 + Int64(milliseconds)
        - Int64(offset.seconds) * 1000)
  }

  /// The hour, 0–23.
  @inlinable package var hour: Int { Int(milliseconds / 3_600_000) }
  /// The minute, 0–59.
  @inlinable package var minute: Int { Int(milliseconds / 60_000 % 60) }
  /// The second, 0–59.
  @inlinable package var second: Int { Int(milliseconds / 1000 % 60) }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// Returns the quotient rounded toward minus infinity, as required for days before 1970.
  @inlinable
  package func dividedRoundingDown(by divisor: Self) -> Self {
    let quotient = self / divisor
    return (self % divisor < 0) ? quotient - 1 : quotient
  }
}
