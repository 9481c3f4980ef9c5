import FlintCalendar
import FlintSchema

/// Reads offsets from UTC as texts: `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `-5`, `UTC+2`, `GMT-05:00`.
enum ZoneText {
  /// Returns the offset; `nil` for any other text. `GMT-5` is west of Greenwich, other than the zone `Etc/GMT-5`.
  static func offset(_ text: String) -> UTCOffset? {
    var rest = text.trimmedWhitespace.uppercased()[...]
    let name = ["UTC", "GMT", "UT"].first { rest.hasPrefix($0) }
    rest = rest.dropFirst(name?.count ?? 0).drop { $0 == " " }
    if rest == "Z" || rest.isEmpty && name != nil { return .zero }
    guard let sign = rest.popFirst(), ["+", "-", "\u{2212}"].contains(sign),
      let seconds = seconds(rest), seconds <= UTCOffset.widest
    else { return nil }
    return UTCOffset(seconds: sign == "+" ? seconds : -seconds)
  }

  /// Whether a text that is an offset says only that a time is in UTC, and nothing of the place:
  /// `Z`, `UTC`, `GMT` and `-00:00`.
  static func isUniversal(_ text: String) -> Bool {
    let text = text.trimmedWhitespace.uppercased()
    return ["Z", "UTC", "GMT", "UT", "-00:00", "-0000", "-00"].contains(text)
  }

  /// Reads `H`, `HH`, `HHMM`, `H:MM` and `HH:MM:SS`.
  private static func seconds(_ text: Substring) -> Int32? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1, text.count == 4 { parts = [text.prefix(2), text.suffix(2)] }
    guard (1...3).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int32($0) }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
