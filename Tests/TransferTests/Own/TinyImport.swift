import CSV
import FlintRules
import Sessions
import Testing

@testable import Transfer

/// A minimal import of tables into a session, to check their content: events that the rules refuse
/// are retried until a pass records nothing more.
struct TinyImport {
  private var references = References()
  /// The events that could not be recorded, with the reasons.
  private(set) var rejects: [String] = []
  private(set) var skipped = 0

  /// Imports the tables of a profile.
  ///
  /// - Parameters:
  ///   - files: the contents of the tables.
  ///   - session: the session to record them in.
  ///   - delimiter: the byte between two fields.
  mutating func read(
    _ files: [[UInt8]], into session: Session, delimiter: UInt8 = UInt8(ascii: ",")
  ) throws {
    let tables = try files.map { try Table($0, session, delimiter) }.sorted { $0.rank < $1.rank }
    var waiting: [(events: [ImportedEvent], reason: String)] = []
    for table in tables {
      skipped += table.skipped
      rejects += table.problems
      waiting += table.units.map { ($0, "") }
    }
    var isProgressing = true
    while isProgressing, !waiting.isEmpty {
      var left: [(events: [ImportedEvent], reason: String)] = []
      for (events, _) in waiting {
        var rest = events[...]
        do {
          while let next = rest.first {
            try record(next, session)
            rest.removeFirst()
          }
        } catch let error as SessionError {
          if case .store = error { throw error }
          left.append((Array(rest), error.description))
        } catch let error as RowProblem {
          left.append((Array(rest), error.description))
        }
      }
      isProgressing = left.count < waiting.count
      waiting = left
    }
    rejects += waiting.map { "\($0.events): \($0.reason)" }
  }

  private mutating func record(_ imported: ImportedEvent, _ session: Session) throws {
    switch imported {
    case .spark(let spark): _ = try session.add(spark)
    case .roll(let category, let time, let key):
      _ = try session.roll(category, at: time, key: key)
    case .action(let event):
      let action = try event.action(references)
      let recorded = try session.record(action, at: event.at, key: event.key)
      if let name = event.reference { references.note(name, action.kind, recorded.id) }
    case .known(_, let content): try record(content, session)
    case .entry, .habit: Issue.record("nothing comes without a tracker's id")
    }
  }

  /// A parsed table.
  private struct Table {
    var rank = 0
    var units: [[ImportedEvent]] = []
    var problems: [String] = []
    var skipped = 0

    init(_ bytes: [UInt8], _ session: Session, _ delimiter: UInt8) throws {
      var parser = CSVParser(dialect: CSVDialect(delimiter: delimiter))
      var translator: (any RecordTranslator)?
      var position = 0
      let context = ReadingContext(zone: session.zone, now: session.now)
      while try parser.next(in: bytes.span.bytes, at: &position) {
        if translator == nil {
          let header = try parser.adoptHeader().names
          let formats = OwnFormats.all.filter { $0.translator(for: header, context) != nil }
          #expect(formats.count == 1, "one format for \(header)")
          let format = try #require(formats.first)
          rank = format.rank
          translator = format.translator(for: header, context)
          continue
        }
        do throws(RowProblem) {
          switch try translator?.translate(parser.record) {
          case .event(let event)?: units.append([event])
          case .events(let events)?: units.append(events)
          case .skipped?: skipped += 1
          case .spark?, .rejected?, nil: break
          }
        } catch {
          problems.append("\(parser.record.line): \(error)")
        }
      }
      #expect(try parser.finish() == false)
    }
  }
}
