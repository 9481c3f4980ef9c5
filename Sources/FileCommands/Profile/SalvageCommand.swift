import ArgumentParser
import Commands
import Confinement
import Foundation
import FlintJSON
import FlintRules
import Storage
import Views

/// Creates a new profile from what can be read of a damaged one.
struct SalvageCommand: Subcommand {
  static let name = "salvage"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Save what can be read of a damaged profile into a new one.",
    discussion: """
      Reads the file page by page, and its log, past what is damaged. A row is saved
      if it has the checksum with which it was recorded; the others are listed with
      their values in the file of --rejects. The damaged file is not changed, and the
      new profile is checked as flint verify does. If the profile's own row or a
      rulebook is lost, an older copy gives it with --like.

      The exit status is 0 if everything was saved, and 1 if something is missing.

      Examples:
        flint salvage damaged.db -o saved.db --rejects rejects.jsonl
        flint salvage damaged.db -o saved.db --like backups/flint-2026-03-01.db
      """)

  @OptionGroup var profile: ProfileOptions
  @Argument(
    help: "The damaged profile (default: that of --db).", completion: .file(extensions: ["db"]))
  var damaged: String?
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The new profile.", valueName: "path"),
    completion: .file())
  var output: String
  @Option(
    help: ArgumentHelp(
      "The new file for the rows that are left out, a JSON object a line.", valueName: "path"),
    completion: .file())
  var rejects: String?
  @Option(
    help: ArgumentHelp(
      "An older copy of the profile: a backup, or the directory of a dump.", valueName: "path"),
    completion: .file())
  var like: String?
  @Option(name: .shortAndLong, help: ResultFormat.help) var format = ResultFormat.table
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @Flag(help: .dryRun) var dryRun = false

  func validate() throws {
    if damaged != nil, profile.database != nil {
      throw ValidationError("--db and the path of the damaged profile cannot be combined")
    }
    if let rejects {
      let paths = [rejects, ProfileOptions.naming(output).path].map {
        URL(fileURLWithPath: ProfilePath.resolved($0)).standardizedFileURL.path
      }
      if ([""] + ProfilePath.companions).contains(where: { paths[0] == paths[1] + $0 }) {
        throw ValidationError("-o and --rejects: expected two files, got the same")
      }
    }
  }

  private var path: String {
    damaged.map { ProfileOptions.naming($0).path } ?? profile.path
  }

  func run() throws {
    let (path, output) = (path, ProfileOptions.naming(output).path)
    try Sandbox.enter(
      profile: dryRun ? nil : output, isWriting: !dryRun,
      others: like.map { ScriptText.isDirectory($0) ? [] : [$0] } ?? [],
      outputs: dryRun ? [] : rejects.map { [$0] } ?? [], loadsLibraries: false)
    try ProfilePath.checkIsFree(output)
    if let rejects { try Store.checkOutput(rejects, false) }
    let salvage = Salvage(of: path, like: try copy())
    do {
      let report = try withCleanupOnInterrupt {
        let report = try dryRun ? salvage.rehearse() : salvage.create(output)
        try writeRejects(report)
        return report
      }
      try show(report, output)
    } catch let failure as SalvageFailure {
      if !failure.report.rejects.isEmpty { try writeRejects(failure.report) }
      throw CommandFailure(
        .badInput,
        "\(path): \(failure.problem); no profile was created" + rejectsNote(failure.report))
    }
  }

  /// Opens the older copy.
  private func copy() throws -> Store? {
    guard let like else { return nil }
    do {
      return try Store.openCopy(like)
    } catch let error as DumpError {
      throw CommandFailure(.badInput, error.fault)
    }
  }

  private func writeRejects(_ report: SalvageReport) throws {
    guard let rejects, !dryRun else { return }
    try Store.writeFile(rejects, permissionsOf: path) { write in
      for reject in report.rejects { try write(Array((reject.json.text() + "\n").utf8).span) }
    }
  }

  private func rejectsNote(_ report: SalvageReport) -> String {
    guard let rejects, !report.rejects.isEmpty, !dryRun else { return "" }
    return "; \(rejects) has the rows that were left out"
  }

  private func show(_ report: SalvageReport, _ output: String) throws {
    if !quiet {
      note("\(dryRun ? "dry run: would create" : "created") \(output)" + rejectsNote(report))
      format.write(report, page: report.page)
    }
    if report.isComplete { return }
    try StandardOutput.shared.flush()
    throw CommandFailure(
      .failure,
      "\(path): not everything could be saved: \(counted(report.rejects.count, "row")) left out, "
        + "\(counted(report.lost, "record")) lost" + report.notes.map { "\n  \($0)" }.joined())
  }
}

extension SalvageReport {
  fileprivate var page: TextPage {
    let unreadable = unreadablePages.count
    let read =
      counted(pages, "page")
      + (unreadable == 0 ? "" : ", of which \(grouped(unreadable)) could not be read")
      + (usesLog ? ", and those of the log" : "")
    var losses = reasons.map { "\(counted($0.count, "row")) left out: \($0.reason)" }
    if lost > 0 { losses.append("\(counted(lost, "record")) lost without a trace") }
    if let days {
      losses.append(
        (days.lowerBound == days.upperBound ? "Day" : "Days") + " of what is missing: " + days.text
          + (neighbouringDays == nil
            ? "" : ", an estimate by what was recorded before and after it"))
    }
    return TextPage(
      [.sentences([read]), .table(TerminalTable(kinds, Kind.schema)), .sentences(losses)],
      isSpaced: false)
  }
}
