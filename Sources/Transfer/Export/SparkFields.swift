import CSV
import FlintCalendar
import FlintRules
import FlintSchema

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
        times.text(row.at, row.offset).withBytes { writer.append(utf8: $0) }
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

  private func append(_ value: Int64?, _ writer: inout CSVWriter) {
    var text = value.map { String($0) } ?? ""
    text.withUTF8 { writer.append(utf8: $0) }
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
