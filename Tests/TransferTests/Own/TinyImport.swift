import CSV
import Rules
import Sessions
import Testing

@testable import Transfer

/// Reads tables into a session, no more than is needed to see what they say: what the rules refuse
/// is tried again until nothing more comes of it.
struct TinyImport {
  private var references = References()
  /// What could not be recorded, and why.
  private(set) var rejects: [String] = []
  private(set) var skipped = 0

  /// The tables of a profile.
  ///
  /// - Parameter format: the one to read a file with; by its header if not given.
  mutating func read(
    _ files: [[UInt8]], into session: Session, delimiter: UInt8 = UInt8(ascii: ",")
  ) throws {
    let tables = try files.map { try Table($0, session, delimiter) }.sorted { $0.rank < $1.rank }
    var waiting: [(drafts: [Draft], reason: String)] = []
    for table in tables {
      skipped += table.skipped
      rejects += table.problems
      waiting += table.units.map { ($0, "") }
    }
    var isProgressing = true
    while isProgressing, !waiting.isEmpty {
      var left: [(drafts: [Draft], reason: String)] = []
      for (drafts, _) in waiting {
        var rest = drafts[...]
        do {
          while let draft = rest.first {
            try record(draft, session)
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
    rejects += waiting.map { "\($0.drafts): \($0.reason)" }
  }

  private mutating func record(_ draft: Draft, _ session: Session) throws {
    switch draft {
    case .spark(let spark): _ = try session.add(spark)
    case .roll(let category, let time, let key):
      _ = try session.roll(category, at: time, key: key)
    case .action(let draft):
      let action = try draft.action(references)
      let recorded = try session.record(action, at: draft.at, key: draft.key)
      if let name = draft.reference { references.note(name, action.kind, recorded.id) }
    case .restored(let draft):
      let recorded = try draft.record(in: session, references)
      if let name = draft.reference {
        references.note(name, recorded.event.action.kind, recorded.id)
      }
    case .known(_, let draft): try record(draft, session)
    case .entry: Issue.record("no entry comes without a tracker's id")
    }
  }

  /// A table, read.
  private struct Table {
    var rank = 0
    var units: [[Draft]] = []
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
          case .draft(let draft)?: units.append([draft])
          case .drafts(let drafts)?: units.append(drafts)
          case .skipped?: skipped += 1
          case nil: break
          }
        } catch {
          problems.append("\(parser.record.line): \(error)")
        }
      }
      #expect(try parser.finish() == false)
    }
  }
}
