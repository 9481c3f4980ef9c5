import Foundation
import Sessions
import Testing

@testable import Transfer

/// What becomes of a record of a file.
enum Verdict: Equatable {
  /// It is recorded.
  case recorded
  /// It is rejected, with its column and value.
  case rejected(String)
  /// It is skipped, for a reason.
  case skipped(String)
}

/// A table, and what an import makes of each of its rows.
///
/// Each row is a usual row in which some cells are others, so that it is these cells that are
/// judged. `#` in a usual cell stands for the number of the row, from 1.
struct JudgedTable: Sendable, CustomTestStringConvertible {
  /// A row, by what distinguishes it from the usual one.
  struct Row: Sendable {
    /// The other cells, by the names of their columns.
    var cells: [String: String]
    var verdict: Verdict

    /// A row that is recorded.
    static func ok(_ cells: [String: String]) -> Row { Row(cells: cells, verdict: .recorded) }

    /// A row that is rejected.
    static func no(_ cells: [String: String], _ problem: String) -> Row {
      Row(cells: cells, verdict: .rejected(problem))
    }

    /// A row that is skipped.
    static func skip(_ cells: [String: String], _ reason: String) -> Row {
      Row(cells: cells, verdict: .skipped(reason))
    }
  }

  /// The name of the file.
  var file: String
  /// The columns with their usual cells.
  var usual: [(column: String, cell: String)]
  var rows: [Row]

  var testDescription: String { file }

  /// The records of the file, each of which is one line.
  private var records: [String] {
    func record(_ fields: [String]) -> String { fields.map(Self.quoted).joined(separator: ",") }
    let lines = rows.enumerated().map { index, row in
      record(
        usual.map { column, cell in
          row.cells[column] ?? cell.replacing("#", with: String(index + 1))
        })
    }
    return [record(usual.map(\.column))] + lines
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = field.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 }
    return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// Imports the file, and checks what becomes of every row.
  func check() throws {
    for column in rows.flatMap(\.cells.keys) {
      try #require(usual.contains { $0.column == column }, "\(file) has no column \(column)")
    }
    let scratch = try ImportScratch()
    let verdicts: [Verdict?] = [nil] + rows.map { Optional($0.verdict) }
    try scratch.check(file, records, verdicts)
  }
}

/// A file that is no table, and what an import makes of each of its lines.
struct JudgedLines: Sendable, CustomTestStringConvertible {
  /// The name of the file.
  var file: String
  /// The lines; one without a verdict is no record.
  var lines: [(text: String, verdict: Verdict?)]

  var testDescription: String { file }

  /// Imports the file, and checks what becomes of every line.
  func check() throws {
    try ImportScratch().check(file, lines.map(\.text), lines.map(\.verdict))
  }
}

extension ImportScratch {
  /// Imports lines on 1 July 2026 at 00:00 UTC, and checks what becomes of each.
  ///
  /// - Parameter verdicts: the results of the lines; `nil` for one that is no record.
  func check(_ file: String, _ lines: [String], _ verdicts: [Verdict?]) throws {
    try write(file, lines.joined(separator: "\n") + "\n")
    var problems: [Int: String] = [:]
    let report = try session { session in
      let job = try ImportJob([path(file)], ImportOptions(), session)
      job.onReject = { reject, _ in problems[reject.line] = "\(reject.problem)" }
      return try job.run()
    }
    var skipped: [String: Int] = [:]
    for (index, verdict) in verdicts.enumerated() {
      let expected: String? = if case .rejected(let problem)? = verdict { problem } else { nil }
      #expect(
        problems[index + 1] == expected, "\(file):\(index + 1): \(lines[index].prefix(200))")
      if case .skipped(let reason)? = verdict { skipped[reason, default: 0] += 1 }
    }
    #expect(report.total.skipped == skipped)
    #expect(report.total.added == verdicts.count { $0 == .recorded })
    #expect(report.total.isBalanced)
  }
}
