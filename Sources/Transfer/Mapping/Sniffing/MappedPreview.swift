import CSV
package import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The first rows of a file, as read by a mapping.
package struct MappedPreview: Sendable {
  package struct Row: Sendable {
    /// The number of the line on which the row begins, from 1.
    package var line: Int
    /// The events that the row becomes, a line each.
    package var events: [String] = []
    /// The reason why the row would not be recorded, if it would be rejected or skipped.
    package var refusal: String?
  }

  private static let maximumRowCount = 5

  package private(set) var rows: [Row] = []

  /// Reads the first rows of a file.
  ///
  /// - Parameter mapping: the meaning of its columns.
  /// - Throws: `InputFailure`, and the error with which a function of the mapping ends.
  package init(
    _ path: String, _ mapping: Mapping, _ options: ImportOptions, zone: CivilZone, now: Instant
  ) throws {
    var options = options
    mapping.fill(&options)
    guard let file = try InputGroup.groups(of: [path]).flatMap(\.files).first else { return }
    let feed = try RecordFeed(file, options.text)
    let format = MappedFormat(mapping)
    let context = ReadingContext(
      zone: try options.values.zone.map { (name) throws(SessionError) in
        try CivilZone.named(name, dayStart: zone.dayStart)
      } ?? zone,
      now: now, dateOrder: options.values.dateOrder, moods: options.values.moods)
    guard var translator = format.translator(for: feed.header, context) else {
      throw InputFailure(file.name, format.mismatch(feed.header) ?? "", isUnreadable: false)
    }
    while rows.count < Self.maximumRowCount {
      do {
        guard try feed.next() else { return }
      } catch let error as CSVError {
        rows.append(Row(line: feed.parser.record.line, refusal: error.message))
        continue
      }
      var row = Row(line: feed.parser.record.line)
      if let problem = feed.problem {
        row.refusal = "rejected, \(problem)"
      } else {
        do throws(RowProblem) {
          switch try translator.translate(feed.parser.record) {
          case .event(let event): row.events = [event.line(in: context.zone)]
          case .events(let events): row.events = events.map { $0.line(in: context.zone) }
          case .skipped(let reason): row.refusal = "skipped, \(reason)"
          case .spark, .rejected: break
          }
        } catch {
          if let interruption = translator.interruption { throw interruption }
          row.refusal = "rejected, \(error)"
        }
      }
      rows.append(row)
    }
  }
}
