import FlintCalendar

/// The form of the times of an exported table.
///
/// Offsets before standard time have seconds, which few programs read. Where the offset is that of the
/// profile's zone at the time, which an import determines from the instant, it is left out: -00:00
/// after the time in UTC, as in RFC 9557.
struct TimeForm {
  let hasFraction: Bool
  let zone: CivilZone

  /// Whether the offset of a time is left out.
  @inline(__always)
  func isOffsetOmitted(_ instant: Instant, _ offset: UTCOffset) -> Bool {
    offset.seconds % 60 != 0 && zone.offset(at: instant) == offset
  }

  func text(_ instant: Instant, _ offset: UTCOffset) -> ShortText {
    let isOmitted = isOffsetOmitted(instant, offset)
    let shown = isOmitted ? .zero : offset
    var text = ShortText()
    text.append(CivilTime(instant, offset: shown), hasFraction: hasFraction)
    text.append(shown, isOmitted: isOmitted)
    return text
  }
}
