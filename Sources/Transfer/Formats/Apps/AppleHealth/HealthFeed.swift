import FlintCalendar
import FlintSchema

/// Reads the export of Apple's Health as a table with one row for each type and day.
///
/// The file is read to its end before the first row: memory is needed for each day of each type,
/// not for records.
struct HealthFeed {
  /// A row of the table, or a record that cannot be read.
  struct Row {
    var line: Int
    var fields: [String]
    var problem: RowProblem?
  }

  static let header = ["health_type", "day", "value", "unit"]
  /// The maximum size of the sums and of the names of types and sources, in bytes.
  private static let maximumSize = 64 << 20
  private static let maximumProblemCount = 1000

  private var rows: [Row] = []
  private var position = 0
  private var isRead = false
  /// Remarks about the records, for the report.
  private(set) var notes: [String] = []

  /// Whether a text begins like the export.
  static func begins(_ start: [UInt8]) -> Bool {
    guard start.first == UInt8(ascii: "<") else { return false }
    let text = String(decoding: start.prefix(4096), as: UTF8.self)
    return text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData ")
  }

  /// Returns the next row; `nil` at the end.
  ///
  /// - Throws: `InputFailure` when the file cannot be read, or is damaged.
  mutating func next(_ text: TextSource) throws(InputFailure) -> Row? {
    if !isRead {
      isRead = true
      var reader = HealthReader()
      try reader.read(text)
      (rows, notes) = (reader.rows, reader.notes)
    }
    guard position < rows.count else { return nil }
    defer { position += 1 }
    return rows[position]
  }

  private struct HealthReader {
    private var types: [String: Int] = [:]
    private var series: [(name: String, unit: String, sums: HealthSums)] = []
    private var sources: [String: Int] = [:]
    /// The number of bytes that the sums and the names occupy, about.
    private var size = 0
    private var problems: [Row] = []
    private var count = 0
    private var otherCount = 0
    private var isComplete = false
    /// Whether the tag is within a correlation, such as a meal, whose records the file has twice: in
    /// the correlation and outside of it.
    private var isInCorrelation = false
    /// The day of the export, which was not over.
    private var exportDay: CivilDay?

    mutating func read(_ text: TextSource) throws(InputFailure) {
      var tags = XMLTags()
      while try tags.next(text) {
        let kind = tags.withTag { Kind($0) }
        switch kind {
        case .record where isInCorrelation: break
        case .record, .workout: try add(tags, isWorkout: kind == .workout, text)
        case .correlation: isInCorrelation = true
        case .correlationEnd: isInCorrelation = false
        case .export: exportDay = tags.withTag { HealthReader.day($0) } ?? exportDay
        case .end: isComplete = true
        case .other: break
        }
      }
      guard isComplete else {
        throw InputFailure(
          text.source.file.name,
          "line \(tags.line): the file has no </HealthData> at its end: it is truncated",
          isUnreadable: false)
      }
    }

    private enum Kind {
      case record, workout, correlation, correlationEnd, export, end, other

      init(_ tag: UnsafeBufferPointer<UInt8>) {
        func isNamed(_ name: StaticString) -> Bool {
          let count = name.utf8CodeUnitCount
          return tag.count >= count && (tag.count == count || tag[count] <= 0x20)
            && name.withUTF8Buffer { tag[..<count].elementsEqual($0) }
        }
        self =
          if isNamed("Record") {
            .record
          } else if isNamed("Workout") {
            .workout
          } else if isNamed("Correlation") {
            // One without content has no end.
            tag.last == UInt8(ascii: "/") ? .other : .correlation
          } else if isNamed("/Correlation") {
            .correlationEnd
          } else if isNamed("ExportDate") {
            .export
          } else {
            isNamed("/HealthData") ? .end : .other
          }
      }
    }

    private static func day(_ tag: UnsafeBufferPointer<UInt8>) -> CivilDay? {
      var day: CivilDay?
      _ = XMLAttributes.visit(tag) { name, value in
        guard name.elementsEqual("value".utf8) else { return }
        day = DateReader().read(String(XMLAttributes.text(value).prefix(10)))?.day
      }
      return day
    }

    private mutating func add(
      _ tags: borrowing XMLTags, isWorkout: Bool, _ text: TextSource
    ) throws(InputFailure) {
      count += 1
      let found = tags.withTag { tag -> Result<HealthRecord?, RowProblem> in
        do throws(RowProblem) {
          return .success(try HealthRecord(tag, isWorkout: isWorkout))
        } catch {
          return .failure(error)
        }
      }
      switch found {
      case .success(let record?): try add(record, text)
      case .success(nil): otherCount += 1
      case .failure(let problem):
        guard problems.count < maximumProblemCount else {
          throw InputFailure(
            text.source.file.name,
            "line \(tags.line): more than \(maximumProblemCount) records cannot be read; the last: "
              + "\(problem)", isUnreadable: false)
        }
        problems.append(Row(line: tags.line, fields: ["", "", "", ""], problem: problem))
      }
    }

    private mutating func add(_ record: HealthRecord, _ text: TextSource) throws(InputFailure) {
      let key = "\(record.type)\n\(record.unit)"
      var index = types[key]
      if index == nil {
        index = series.count
        types[key] = index
        series.append((record.type, record.unit, HealthSums(record.measure)))
        size += 2 * key.utf8.count + 256
      }
      var source = sources[record.source]
      if source == nil {
        source = sources.count
        sources[record.source] = source
        size += record.source.utf8.count + 64
      }
      guard let index, let source else { return }
      size -= series[index].sums.size
      series[index].sums.add(
        record.value, source: source, day: record.day, hour: record.hour, time: record.time)
      size += series[index].sums.size
      if size > maximumSize {
        throw InputFailure(
          text.source.file.name,
          "its days, types and sources are too many to be summed in memory", isUnreadable: false)
      }
    }

    /// The rows: the days of each type, then the records that cannot be read.
    var rows: [Row] {
      var rows: [Row] = []
      for (name, unit, sums) in series.sorted(by: { ($0.name, $0.unit) < ($1.name, $1.unit) }) {
        for (day, value) in sums.days {
          if let exportDay, day >= exportDay { continue }
          rows.append(
            Row(line: 1, fields: [name, day.description, value.decimalText, unit], problem: nil))
        }
      }
      return rows + problems
    }

    var notes: [String] {
      var notes = [
        "Records and workouts that were summed by day: \(count - otherCount - problems.count)."
      ]
      if otherCount > 0 {
        notes.append("Records of other types, such as stand hours and time in bed: \(otherCount).")
      }
      if let exportDay {
        notes.append("The day of the export, \(exportDay), is left out, since it was not over.")
      }
      return notes
    }
  }
}
