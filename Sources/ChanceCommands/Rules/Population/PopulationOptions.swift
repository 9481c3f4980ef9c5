import ArgumentParser
import FlintCalendar
import Chance
import Commands
import Foundation
import FlintRules
import Sessions
import Storage
import Transfer

struct PopulationOptions: ParsableArguments {
  @Flag(
    help:
      "Replay the events of many players, read from the files or standard input, instead of a profile."
  )
  var population = false

  @Argument(
    help: ArgumentHelp(
      "With --population: the events as JSON Lines or CSV, all lines of a player together (default: "
        + "standard input).", valueName: "file"), completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the totals of each player to this file, as JSON Lines or, if it ends with .csv, as CSV; - "
        + "writes to standard output, in place of the summary.", valueName: "path"),
    completion: .file())
  var totals: String?

  @Option(
    help: ArgumentHelp(
      "Write tallies for flint simulate --merge to this file, or with - to standard output.",
      valueName: "path"),
    completion: .file())
  var tallies: String?

  @Option(
    help: ArgumentHelp(
      "Write lines that cannot be replayed to this file, with the reasons, and replay the others; "
        + "without it, the first one is an error.", valueName: "path"),
    completion: .file())
  var rejects: String?

  @Flag(help: "End with status 0 even if lines were rejected.") var allowRejects = false

  @Option(
    help: ArgumentHelp(
      "What is measured of each player, as in plans: points, level, cards.legendary … (default: the "
        + "totals of every rulebook).", valueName: "total,…"))
  var measure: String?

  @Option(
    help: ArgumentHelp(
      "The names of members or columns that are not read.", valueName: "name,…"))
  var ignore: String?

  @Option(
    help: ArgumentHelp(
      "The form of the files (default: JSON Lines if the first character is {).",
      valueName: "jsonl|csv"))
  var input: PopulationForm?

  @Option(
    help: ArgumentHelp(
      "The names of the columns of a file without a header.", valueName: "name,…"))
  var columnNames: String?

  @Option(
    help: "The seed from which the seeds of players without one are derived (default: 1).")
  var seed: UInt64?

  @Option(
    help:
      "The time zone whose days events have (default: each time's own offset, or UTC).",
    completion: .zone)
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "When civil days start, 00:00 to 11:59 (default: 00:00).", valueName: "HH:MM"),
    transform: { try DayStart(option: $0) })
  var dayStart: DayStart?

  @Option(
    help:
      "The maximum number of events of a player, which are held in memory (default: 100000).")
  var maxEvents: Int?

  @Option(help: "The number of threads (default: the number of processors).") var threads: Int?

  func validate() throws {
    guard population else {
      let given = firstGiven([
        "file": !files.isEmpty, "--totals": totals != nil, "--tallies": tallies != nil,
        "--rejects": rejects != nil, "--allow-rejects": allowRejects,
        "--input": input != nil, "--measure": measure != nil, "--ignore": ignore != nil,
        "--column-names": columnNames != nil,
        "--seed": seed != nil, "--zone": zone != nil, "--day-start": dayStart != nil,
        "--max-events": maxEvents != nil, "--threads": threads != nil,
      ])
      if let given {
        throw ValidationError(
          "\(given == "file" ? "\"\(files[0])\"" : given): requires --population")
      }
      return
    }
    for (name, path) in [("--totals", totals), ("--tallies", tallies), ("--rejects", rejects)]
    where path == "" {
      throw ValidationError("\(name): expected a path, got nothing")
    }
    if input == .jsonl && columnNames != nil {
      throw ValidationError("--column-names and --input jsonl cannot be combined")
    }
    if rejects == "-" { throw ValidationError("--rejects: expected a file, got -") }
    if totals == "-" && tallies == "-" {
      throw ValidationError("--totals and --tallies cannot both be standard output")
    }
    let paths = outputs
    if Set(paths).count < paths.count {
      throw ValidationError("two of --totals, --tallies and --rejects name the same file")
    }
    if allowRejects && rejects == nil {
      throw ValidationError("--allow-rejects requires --rejects with a file")
    }
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads: expected a number from 1 to 1024, got \(threads)")
    }
    if let maxEvents, !(1...100_000_000).contains(maxEvents) {
      throw ValidationError(
        "--max-events: expected a number from 1 to 100000000, got \(maxEvents)")
    }
  }

  /// Throws if a file exists that would be replaced.
  func checkMayReplace(force isForced: Bool) throws {
    for path in outputs { try PageTarget.checkMayReplace(path, isForced) }
  }

  /// The files that are written.
  var outputs: [String] { [totals, tallies, rejects].compactMap { $0 == "-" ? nil : $0 } }

  /// Whether standard output has totals or tallies.
  var isFilter: Bool { totals == "-" || tallies == "-" }

  var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  func resolvedZone() throws -> CivilZone {
    let name = zone ?? "UTC"
    do {
      return try CivilZone.named(name, dayStart: dayStart ?? .midnight)
    } catch {
      throw ValidationError("--zone: \(error)")
    }
  }
}

enum PopulationForm: String, CaseIterable, ExpressibleByArgument {
  case jsonl, csv

  var form: PopulationInput.Form {
    switch self {
    case .jsonl: .lines
    case .csv: .table
    }
  }
}
