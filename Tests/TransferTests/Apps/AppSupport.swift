import CSV
import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Testing

@testable import Transfer

/// 2026-09-01T10:00:00Z.
let appNow = Instant(milliseconds: 1_788_256_800_000)

/// Returns a reading context in Berlin on 2026-09-01 at 12:00.
func appContext(
  zone: String = "Europe/Berlin", now: Instant = appNow, dates: DateOrder? = nil,
  moods: [String: Mood] = [:], tracker: String? = nil
) throws -> ReadingContext {
  ReadingContext(
    zone: try CivilZone(name: zone), now: now, dateOrder: dates, moods: moods, tracker: tracker)
}

/// Returns a file of a folder with the given text.
func appFile(_ path: String, _ text: String) -> WholeFile {
  WholeFile(path: path, bytes: Array(text.utf8))
}

/// Returns the beginning of a file as a format sees it.
func glimpse(_ file: WholeFile) -> FileGlimpse {
  var parser = CSVParser()
  var header: [String] = []
  var position = 0
  while header.allSatisfy({ $0.trimmedWhitespace.isEmpty }) {
    let found = (try? parser.next(in: file.bytes.span.bytes, at: &position)) ?? true
    guard found || ((try? parser.finish()) ?? false) else { break }
    header = parser.record.strings
  }
  if HealthFeed.begins(file.bytes) { header = HealthFeed.header }
  return FileGlimpse(path: file.path, header: header, start: Array(file.bytes.prefix(65_536)))
}

/// Returns a file of `examples/data/imports`, or all files of a folder in it.
func example(_ name: String) throws -> [WholeFile] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "examples/data/imports")
  let url = folder.appending(path: name)
  var paths = [name]
  if (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true {
    paths = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
      .filter { path in
        (try? url.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
          .isRegularFile) == true
      }
      .map { name + "/" + $0 }
  }
  return try paths.map { path in
    var bytes = Array(try Data(contentsOf: folder.appending(path: path)))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let within = path == name ? name : String(path.dropFirst(name.utf8.count + 1))
    return WholeFile(path: within, bytes: bytes)
  }
}

/// Reads the files that a format claims, as an import does.
func read(
  _ format: some AppFormat, _ files: [WholeFile], _ context: ReadingContext
) throws -> FormatReading {
  let indices = format.claim(files.map(glimpse))
  try #require(!indices.isEmpty)
  return try format.read(indices.map { files[$0] }, context)
}

/// Reads one file given as a text.
func read(
  _ format: some AppFormat, _ text: String, path: String = "export.csv",
  _ context: ReadingContext
) throws -> FormatReading {
  try read(format, [appFile(path, text)], context)
}

extension FormatReading {
  /// A summary of the outcome of each unit.
  var words: [String] { units.map(\.words) }

  /// Summaries of all events.
  var events: [String] { units.flatMap(\.events).map(\.words) }

  /// The problems of all rejected units.
  var problems: [RowProblem] {
    units.compactMap { unit in
      if case .rejected(let problem) = unit.outcome { problem } else { nil }
    }
  }

  /// The number of original records in all units.
  var recordCount: Int { units.reduce(0) { $0 + $1.originals.count } }
}

extension ImportUnit {
  var events: [ImportedEvent] { if case .events(let events) = outcome { events } else { [] } }

  var words: String {
    switch outcome {
    case .events(let events): events.map(\.words).joined(separator: " & ")
    case .skipped(let reason): "skipped: \(reason)"
    case .rejected(let problem): "rejected: \(problem)"
    }
  }
}

extension ImportedEvent {
  /// The event in one line: its time, its canonical content, and its key.
  var words: String {
    switch self {
    case .spark(let spark):
      "\(spark.at?.words ?? "now") spark \(spark.title) "
        + "\(spark.category.name) \(spark.intensity?.name ?? "medium") "
        + "\(spark.tags) \(spark.notes ?? "") key \(spark.key ?? "")"
    case .roll(let category, let at, let key): "\(at.words) roll \(category.name) \(key ?? "")"
    case .entry(let entry): entry.words
    case .habit(let habit): habit.words
    case .action(let action): action.words
    case .known(_, let event): event.words
    }
  }
}

extension EventTime {
  var words: String {
    switch self {
    case .written(let timestamp):
      // A day without a time is stored as its noon.
      (timestamp.isDay ? timestamp.local.day.noon : timestamp.local).description
        + (timestamp.offset?.description ?? "")
    case .instant(let instant): instant.description
    }
  }
}

extension ImportedHabitAction {
  var words: String {
    let what =
      switch action {
      case .skip(let skip): "skip of \(skip.day)" + (skip.note.map { " note \($0)" } ?? "")
      case .plan(let content): content.plan?.description ?? "stop"
      case .pause, .resume: action.kind.name
      }
    return "~\(at.words) habit \(tracker.content.name): \(what) key \(key)"
  }
}

extension ImportedEntry {
  var words: String {
    let mark = isTimeKnown ? "" : "~"
    let values = values.map { "\($0.name)=\($0.value)" }
    return "\(mark)\(at.words) entry of \(tracker.content.name): \(kind.words)"
      + (title.map { " title \($0)" } ?? "") + (notes.map { " notes \($0)" } ?? "")
      + (tags.isEmpty ? "" : " tags \(tags)") + (values.isEmpty ? "" : " values \(values)")
      + " key \(key ?? "")"
  }
}

extension EntryKind {
  var words: String {
    switch self {
    case .session(let minutes): "\(minutes) min"
    case .measurement(let number): "\(number)"
    case .log(let text): "log \(text)"
    case .checklist(let isDone): isDone ? "done" : "not done"
    case .rating(let rating): "rating \(rating)"
    }
  }
}

extension ImportedAction {
  var words: String {
    var known = References()
    let task = EventID(high: 0, low: 7)
    // Every task that is referred to exists, and is number 7.
    if let key {
      for name in [key, key.split(separator: "/").dropLast().joined(separator: "/")] {
        known.note(name, .taskAdd, task)
      }
    }
    let content: String
    do throws(RowProblem) {
      let action = try action(known)
      content = "\(action.kind.name) \(action.words)"
    } catch {
      content = "problem \(error)"
    }
    return "\(isTimeKnown ? "" : "~")\(at.words) \(content) key \(key ?? "")"
  }
}

extension ProfileEvent.Action {
  /// The content without ids.
  var words: String {
    switch self {
    case .task(.taskComplete): ""
    case .task, .mood, .tracker: content
    default: "\(self)"
    }
  }
}

/// Returns an object in JSON with usual members, without those that others replace.
func jsonObject(_ usual: [String], _ others: String) -> String {
  let names = others.replacing(/\[.*?\]/, with: "")
  let kept = usual.filter { !names.contains($0.prefix { $0 != ":" } + ":") }
  return "{" + (kept + (others.isEmpty ? [] : [others])).joined(separator: ",") + "}"
}
