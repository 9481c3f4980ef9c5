import FlintCalendar
import Commands
import FlintRules
import FlintSchema
import Scripting
import Transfer
import Views

/// A file of no known format with the mapping that is drafted for it.
struct DraftedImport {
  /// The name of a drafted mapping in reports.
  static let name = "a drafted mapping"

  let path: String
  let sniff: FileSniff
  let draft: SuggestedMapping

  /// - Throws: `InputFailure` when the file cannot be examined, and `FormatProblem` when no mapping can
  ///   be drafted.
  init(_ path: String, _ options: ImportOptions, today: CivilDay) throws {
    self.path = path
    sniff = try FileSniff(path, options, today: today)
    draft = try SuggestedMapping(sniff, order: options.values.dateOrder)
  }

  /// Returns the text of the drafted mapping of a file, for `--draft`.
  ///
  /// - Throws: `CommandFailure` when there is none, or something has to be decided first.
  static func mapping(
    of path: String, _ options: ImportOptions, today: CivilDay
  ) throws -> String {
    let drafted: DraftedImport
    do {
      drafted = try DraftedImport(path, options, today: today)
    } catch let error as FormatProblem {
      throw CommandFailure(.badInput, "\(error)")
    } catch let error as InputFailure {
      throw CommandFailure(error)
    }
    let open = drafted.draft.checks.filter(\.isBlocking)
    guard let first = open.first else { return drafted.draft.lua }
    throw CommandFailure(
      .badInput,
      "\(path): \(first.question); --draft does not choose: write the mapping with flint import "
        + "--sniff \(ShellWord.quoted(path)) > \(drafted.mappingName), and change the line "
        + first.line)
  }

  /// The name of a mapping file for the file.
  private var mappingName: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return ShellWord.quoted("\(name.prefix { $0 != "." }).lua")
  }

  /// What the file is.
  private var table: String {
    let delimiter =
      sniff.delimiter == UInt8(ascii: "\t")
      ? "tabs" : "\"\(Character(.init(sniff.delimiter)))\""
    let form =
      sniff.jsonRows.map { "JSON with the records at \($0)" }
      ?? "fields separated by \(delimiter)\(sniff.hasHeader ? "" : ", without a header")"
    return "\(path): no known format; a table of \(counted(sniff.records, "row")) and "
      + "\(counted(sniff.columns.count, "column")), \(form)"
  }

  // MARK: The answer

  /// Returns what the file has and what would be recorded.
  ///
  /// - Parameters:
  ///   - trial: the result of the draft, tried on an empty profile.
  ///   - options: the options to repeat in the commands, such as `--db x.db`.
  func text(_ trial: TrialImport, _ options: [String]) -> String {
    let most = 4
    var lines = [table, "a mapping drafted from its columns would record:"]
    lines.append("  " + (trial.counts.isEmpty ? "nothing" : trial.text))
    lines += trial.events.prefix(3).map { "  line \($0.line): \($0.text)" }
    if let problem = trial.problem { lines.append("  \(problem)") }
    for check in draft.checks.prefix(most) {
      lines.append("check: \(check.question)  \(check.line)")
    }
    if draft.checks.count > most { lines.append("  and \(draft.checks.count - most) more") }
    let unused = draft.unusedColumns
    if !unused.isEmpty {
      lines.append(
        "not used: \(unused.prefix(12).joined(separator: ", "))"
          + (unused.count > 12 ? " and \(unused.count - 12) more" : ""))
    }
    return (lines + Self.commands(path, mappingName, options, isOpen: isOpen))
      .joined(separator: "\n")
  }

  /// Whether something has to be decided before anything is recorded.
  var isOpen: Bool { draft.checks.contains(where: \.isBlocking) }

  private static func commands(
    _ path: String, _ mapping: String, _ options: [String], isOpen: Bool
  ) -> [String] {
    let file = ShellWord.quoted(path)
    let more = options.isEmpty ? "" : options.joined(separator: " ") + " "
    let dates = options.firstIndex(of: "--dates").map { options[$0...].prefix(2) } ?? []
    let sniff = (["flint import --sniff", file] + dates).joined(separator: " ")
    var lines = ["nothing is recorded yet;"]
    if !isOpen { lines.append("  to record it so: flint import --draft \(more)\(file)") }
    lines.append(
      "  to change it first: \(sniff) > \(mapping), then "
        + "flint import --map \(mapping) \(more)\(file)")
    return lines
  }

  /// Returns what a file has of which no mapping can be drafted before the order of its dates is
  /// chosen; `nil` for other files.
  static func text(
    _ path: String, _ problem: FormatProblem, _ options: [String]
  ) -> String? {
    guard problem.message.contains("--dates") else { return nil }
    let orders = ["dmy", "mdy", "ymd"].filter { problem.message.contains("--dates \($0)") }
    let more = options.isEmpty ? "" : options.joined(separator: " ") + " "
    var lines = [
      "\(path): no known format; a mapping can be drafted from its columns when the order of its dates "
        + "is known", problem.message, "nothing is recorded yet;",
    ]
    lines += orders.map {
      "  flint import --draft --dates \($0) \(more)\(ShellWord.quoted(path))"
    }
    return lines.joined(separator: "\n")
  }
}

/// The result of an import that was tried on an empty profile.
struct TrialImport {
  /// The numbers of events, by what they are.
  var counts: [(what: String, count: Int)] = []
  /// The first events, with their lines.
  var events: [ImportReport.RecordedEvent] = []
  /// The rows that were not recorded, if there are any.
  var problem: String?

  /// The numbers as one line.
  var text: String {
    let most = 12
    let shown = counts.prefix(most).map { "\(grouped($0.count)) \($0.what)" }
    let rest = counts.count > most ? [" and \(counts.count - most) more"] : []
    return shown.joined(separator: ", ") + rest.joined()
  }
}
