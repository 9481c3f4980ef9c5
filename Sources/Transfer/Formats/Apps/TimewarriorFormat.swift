import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// The output of Timewarrior's `timew export`.
package struct TimewarriorFormat: AppFormat {
  package init() {}

  package let name = "timewarrior"
  package let title = "Timewarrior"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "Timewarrior's \"timew export\" (JSON): each interval becomes a session of the "
        + "tracker \"\(TimewarriorFormat.tracker)\".",
      columns: [
        .init("start", "the time, and with it the key"),
        .init("end", "the minutes since the start"),
        .init("tags", "the tags"),
        .init("annotation", "the title, or the notes if it has several lines"),
        .init("id", nil),
      ],
      oddities: [
        "Times are in UTC; the days they belong to are those of the profile's zone.",
        "Minutes are rounded, 30 seconds up.",
        "An interval that is still running has no end, and is skipped.",
        "The id of an interval changes when others are added, and is ignored.",
      ],
      identity: "the start")
  }

  static let tracker = "Timewarrior"
  private static let column = "interval"

  /// Returns the files that are JSON and have Timewarrior's attributes.
  package func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      if SingleColumn.isRejects(files[index].header, column: Self.column) { return true }
      guard FileKind.isJSON(files[index].start) else { return false }
      let text = String(decoding: files[index].start, as: UTF8.self)
      return text.contains("\"id\"") && !text.contains("\"uuid\"")
        && text.contains(#/"start"\s*:\s*"\d{8}T\d{6}Z"/#)
    }
  }

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    for (index, file) in files.enumerated() {
      reading.columns.append([Self.column])
      let tracker = try Self.newTracker(file.path)
      var (names, known): ([String], Set<String>) = ([], [])
      let records = try SingleColumn.records(of: file, column: Self.column) {
        (bytes) throws(FormatProblem) in
        let records = JSONRecords.split(bytes)
        if let line = JSONRecords.cut(bytes, records) {
          throw FormatProblem(
            path: file.path, line: line,
            message: "the file is truncated: its list has no ] at the end; create it again with "
              + "timew export")
        }
        return records
      }
      for record in records {
        var outcome: ImportUnit.Outcome
        do throws(RowProblem) {
          let value = try JSONRecords.object(record)
          for (name, _) in value.members where known.insert(name).inserted { names.append(name) }
          outcome = try Self.outcome(value, tracker)
        } catch {
          outcome = .rejected(error)
        }
        reading.units.append(SingleColumn.unit(record, of: file, index: index, outcome))
      }
      reading.memberNames[index] = names
    }
    return reading
  }

  private static func newTracker(_ path: String) throws(FormatProblem) -> ImportedTracker {
    do throws(FieldError) {
      return ImportedTracker(
        try TrackerContent(name: tracker, description: "The time tracked with Timewarrior."),
        key: "timewarrior")
    } catch {
      throw FormatProblem(path: path, message: "\(error)")
    }
  }

  private static func outcome(
    _ interval: JSONValue?, _ tracker: ImportedTracker
  ) throws(RowProblem) -> ImportUnit.Outcome {
    let start = try instant("start", of: interval)
    guard let start else {
      throw RowProblem(column: "start", value: "", reason: "expected a time")
    }
    guard let end = try instant("end", of: interval) else {
      return .skipped("an interval that is still running")
    }
    guard end >= start else {
      throw RowProblem(
        column: "end", value: interval["end"].text, reason: "the interval ends before it starts")
    }
    let minutes = (end.milliseconds - start.milliseconds + 30_000) / 60_000
    var entry = ImportedEntry(
      tracker: tracker, kind: .session(minutes: minutes), at: .instant(start),
      key: SourceKey.make("timewarrior", interval["start"].text ?? ""))
    for tag in interval["tags"].elements {
      guard case .string(let text) = tag else {
        throw RowProblem(column: "tags", value: tag.summary, reason: "expected a text")
      }
      entry.tags.append(text)
    }
    if let annotation = interval["annotation"].text?.trimmedWhitespace, !annotation.isEmpty {
      if annotation.contains(where: \.isNewline) {
        entry.notes = annotation
      } else {
        entry.title = annotation
      }
    }
    return .events([.entry(entry)])
  }

  private static func instant(
    _ name: String, of interval: JSONValue?
  ) throws(RowProblem) -> Instant? {
    guard let value = interval[name], value != .null else { return nil }
    guard case .string(let text) = value, let instant = DateReader().read(text)?.instant else {
      throw RowProblem(
        column: name, value: value.string ?? value.summary,
        reason: "expected a time such as 20260925T080000Z")
    }
    return instant
  }
}

extension JSONRecords {
  static func object(_ record: Record) throws(RowProblem) -> JSONValue? {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(record: record.bytes)
    } catch {
      // The error's line number is relative to the record, not to the file.
      throw RowProblem(reason: "not JSON: \(error.problem)")
    }
    guard case .object = value else {
      throw RowProblem(value: value.summary, reason: "expected an object")
    }
    return value
  }
}
