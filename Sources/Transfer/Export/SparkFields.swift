import CSV
import Calendar
import Rules
import Schema

/// Writes selected fields of sparks as bytes, for tables with millions of sparks.
struct SparkFields {
  /// The columns of the table of sparks that need nothing but the row.
  enum Field: String, CaseIterable {
    case at, title, category, intensity, notes, tags, estimated, actual, key
    case id, day, points
  }

  private let fields: [Field]
  private let isRaw: Bool
  private let times: TimeForm
  private var time = FieldBytes()
  private var number = FieldBytes()
  private var tags: [UInt8] = []

  /// Returns `nil` if any of the columns needs more than the row.
  init?(_ wanted: [Int], isRaw: Bool, times: TimeForm) {
    self.times = times
    fields = wanted.compactMap { Field(rawValue: SparkExport.columns[$0].name) }
    if fields.count < wanted.count { return nil }
    self.isRaw = isRaw
  }

  mutating func write(_ row: BorrowedSpark, _ writer: inout CSVWriter, _ rulebook: Rulebook) throws
  {
    for field in fields {
      switch field {
      case .at:
        time.set(row.at, row.offset, times)
        time.append(to: &writer)
      case .title: append(row.title, &writer)
      case .category: writer.append(row.category.name)
      case .intensity: writer.append(row.intensity.name)
      case .notes: append(row.notes, &writer)
      case .tags: try append(tags: row.tags, &writer)
      case .estimated: append(row.estimatedMinutes, &writer)
      case .actual: append(row.actualMinutes, &writer)
      case .key: append(row.key, &writer)
      case .id: writer.append(row.id.description)
      case .day:
        writer.append(
          rulebook.dayStart.day(of: row.at, offset: row.offset).description)
      case .points: append(rulebook.points(for: row.category, row.intensity), &writer)
      }
    }
    writer.endRecord()
  }

  @inline(__always)
  private mutating func append(_ value: Int64?, _ writer: inout CSVWriter) {
    if let value {
      number.set(value)
      number.append(to: &writer)
    } else {
      writer.append(utf8: Span())
    }
  }

  /// Appends text of the user, guarded.
  @inline(__always)
  private func append(_ text: UnsafeBufferPointer<UInt8>?, _ writer: inout CSVWriter) {
    guard let text else {
      writer.append(utf8: Span())
      return
    }
    if TextGuard.isNeeded(text, isRaw: isRaw) {
      writer.append("'" + String(decoding: text, as: UTF8.self))
    } else {
      writer.append(utf8: text.span)
    }
  }

  private mutating func append(
    tags json: UnsafeBufferPointer<UInt8>?, _ writer: inout CSVWriter
  ) throws {
    guard let json else {
      writer.append(utf8: Span())
      return
    }
    tags.removeAll(keepingCapacity: true)
    guard StoredTags.join(json, into: &tags) else {
      let joined = TagList.joined(try StoredTags.read(json))
      writer.append(TextGuard.guarded(joined, isRaw: isRaw))
      return
    }
    tags.withUnsafeBufferPointer { append($0, &writer) }
  }
}

/// A short field that is composed byte by byte.
struct FieldBytes {
  private var bytes = InlineArray<48, UInt8>(repeating: 0)
  private(set) var count = 0
  /// The day whose text is at the start of `bytes`.
  private var day = CivilDay(number: .min)

  @inline(__always)
  func append(to writer: inout CSVWriter) {
    writer.append(utf8: bytes.span.extracting(0..<count))
  }

  /// Sets the field to the time of an event in Flint's format.
  mutating func set(_ instant: Instant, _ offset: UTCOffset, _ times: TimeForm) {
    let isOffsetOmitted = times.isOffsetOmitted(instant, offset)
    let local = CivilTime(instant, offset: isOffsetOmitted ? .zero : offset)
    // Usually the same day as in the row before.
    if local.day == day {
      count = 10
    } else {
      let (year, month, dayOfMonth) = local.day.components
      count = 0
      pair(year / 100)
      pair(year % 100)
      byte(0x2D)
      pair(month)
      byte(0x2D)
      pair(dayOfMonth)
      day = local.day
    }
    byte(0x54)
    pair(local.hour)
    byte(0x3A)
    pair(local.minute)
    byte(0x3A)
    pair(local.second)
    let fraction = Int(local.milliseconds) % 1000
    if times.hasFraction || fraction > 0 {
      byte(0x2E)
      byte(0x30 + UInt8(fraction / 100))
      pair(fraction % 100)
    }
    if offset.seconds == 0 { return byte(0x5A) }
    if isOffsetOmitted {
      byte(0x2D)
      pair(0)
      byte(0x3A)
      pair(0)
      return
    }
    let size = abs(Int(offset.seconds))
    byte(offset.seconds < 0 ? 0x2D : 0x2B)
    pair(size / 3600)
    byte(0x3A)
    pair(size / 60 % 60)
    if size % 60 > 0 {
      byte(0x3A)
      pair(size % 60)
    }
  }

  mutating func set(_ number: Int64) {
    count = 0
    var rest = number.magnitude
    var start = 47
    repeat {
      bytes[start] = 0x30 + UInt8(rest % 10)
      rest /= 10
      start -= 1
    } while rest > 0
    if number < 0 {
      bytes[start] = 0x2D
      start -= 1
    }
    for index in (start + 1)..<48 { byte(bytes[index]) }
  }

  @inline(__always)
  private mutating func byte(_ value: UInt8) {
    bytes[count] = value
    count += 1
  }

  @inline(__always)
  private mutating func pair(_ value: Int) {
    byte(0x30 + UInt8(truncatingIfNeeded: value / 10))
    byte(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }
}
