#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(WASILibc)
  import WASILibc
#endif

/// A period with a constant offset of a zone, in seconds since 1970.
struct ZoneSpan: Equatable {
  var from: Int64
  /// The second after the last.
  var until: Int64
  /// The offset from UTC in seconds, positive to the east.
  var offset: Int32
}

/// The content of a compiled zone file (TZif version 2 and later: RFC 8536, RFC 9636).
///
/// The system's own files are newer than the data of Foundation, which on Linux is as old as the
/// toolchain, and this module must not import Foundation.
struct ZoneFile: Equatable {
  /// The instants of transitions, in seconds since 1970, ascending.
  private var transitions: [Int64]
  private var offsets: [Int32]
  /// The offset before the first transition.
  private var first: Int32
  /// The rule from the last transition on; the last offset applies when it is `nil`.
  private var rule: ZoneRule?

  /// UTC, which needs no file.
  static let utc = ZoneFile(transitions: [], offsets: [], first: 0, rule: nil)

  /// Clocks with one offset from UTC at all times.
  static func constant(_ offset: Int32) -> ZoneFile {
    ZoneFile(transitions: [], offsets: [], first: offset, rule: nil)
  }

  private init(transitions: [Int64], offsets: [Int32], first: Int32, rule: ZoneRule?) {
    self.transitions = transitions
    self.offsets = offsets
    self.first = first
    self.rule = rule
  }

  /// Returns a span, not always the longest, with a constant offset around an instant.
  func span(at seconds: Int64) -> ZoneSpan {
    // The number of past transitions.
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    let from = low == 0 ? .min : transitions[low - 1]
    if low == transitions.count, let rule {
      var span = rule.span(at: seconds)
      span.from = max(span.from, from)
      return span
    }
    return ZoneSpan(
      from: from, until: low == transitions.count ? .max : transitions[low],
      offset: low == 0 ? first : offsets[low - 1])
  }
}

// MARK: Reading

extension ZoneFile {
  /// Reads the system's file for a zone; `nil` when there is no valid one.
  init?(named name: String) {
    guard ZoneFile.isName(name) else { return nil }
    for folder in CivilZone.folders {
      guard let bytes = ZoneFile.bytes(ofFile: folder + "/" + name) else { continue }
      self.init(bytes)
      return
    }
    return nil
  }

  /// Returns the first 64 KiB of a file; `nil` when it cannot be read. The longest file of a zone
  /// has about 4,000 bytes.
  static func bytes(ofFile path: String) -> [UInt8]? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
  }

  /// Returns whether a name may be that of a file below, not outside of, the directory of zones.
  static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= 100 else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { component in
        !component.isEmpty
          && component.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
              UInt8(ascii: "-"):
              true
            default: false
            }
          }
      }
  }

  /// Reads a file's bytes; `nil` when they are damaged, of version 1, or count leap seconds.
  init?(_ bytes: [UInt8]) {
    var reader = ZoneBytes(bytes)
    // The 32-bit data of version 1 comes first, and is repeated.
    guard let old = ZoneHeader(&reader), reader.take(old.bodySize(timeSize: 4)) != nil,
      let header = ZoneHeader(&reader), header.version == old.version, header.isSound,
      let times = reader.integers(header.times, size: 8),
      let indices = reader.take(header.times),
      let types = reader.take(header.types * 6),
      reader.take(header.characters + header.standardFlags + header.utFlags) != nil,
      let footer = reader.line()
    else { return nil }

    var offsetsOfTypes: [Int32] = []
    var start = types.startIndex
    while start < types.endIndex {
      var type = ZoneBytes(types[start..<start + 6])
      guard let offset = type.integers(1, size: 4)?.first,
        abs(offset) <= Int64(UTCOffset.widest),
        let isDaylight = type.byte(), isDaylight <= 1,
        let name = type.byte(), name < header.characters
      else { return nil }
      offsetsOfTypes.append(Int32(offset))
      start += 6
    }
    var offsets: [Int32] = []
    for index in indices {
      guard index < offsetsOfTypes.count else { return nil }
      offsets.append(offsetsOfTypes[Int(index)])
    }
    guard let first = offsetsOfTypes.first,
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }

    self.init(transitions: times, offsets: offsets, first: first, rule: nil)
    if !footer.isEmpty {
      guard let rule = ZoneRule(footer) else { return nil }
      self.rule = rule
    }
  }
}

/// The counts of a block of a zone file.
private struct ZoneHeader {
  var version: UInt8
  var utFlags: Int
  var standardFlags: Int
  var leaps: Int
  var times: Int
  var types: Int
  var characters: Int

  init?(_ reader: inout ZoneBytes) {
    guard let magic = reader.take(4), magic.elementsEqual("TZif".utf8),
      let version = reader.byte(), version >= UInt8(ascii: "2"), reader.take(15) != nil,
      let counts = reader.integers(6, size: 4), counts.allSatisfy({ $0 >= 0 })
    else { return nil }
    self.version = version
    utFlags = Int(counts[0])
    standardFlags = Int(counts[1])
    leaps = Int(counts[2])
    times = Int(counts[3])
    types = Int(counts[4])
    characters = Int(counts[5])
  }

  var isSound: Bool {
    leaps == 0 && types > 0 && types <= 256 && characters > 0
      && (utFlags == 0 || utFlags == types) && (standardFlags == 0 || standardFlags == types)
  }

  func bodySize(timeSize: Int) -> Int {
    times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standardFlags
      + utFlags
  }
}

/// A reader of bytes that never reads past their end.
struct ZoneBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    rest = ArraySlice(bytes)
  }

  var isEmpty: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  mutating func byte() -> UInt8? { rest.popFirst() }

  /// Reads the next byte if it is a given one.
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads signed big-endian integers of a given size in bytes.
  mutating func integers(_ count: Int, size: Int) -> [Int64]? {
    guard let bytes = take(count * size) else { return nil }
    return (0..<count).map { index in
      let start = bytes.startIndex + index * size
      let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let unused = 64 - 8 * size
      return Int64(bitPattern: value << unused) >> unused
    }
  }

  /// Reads the line between two newlines.
  mutating func line() -> ArraySlice<UInt8>? {
    guard skip("\n"), let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }
}
