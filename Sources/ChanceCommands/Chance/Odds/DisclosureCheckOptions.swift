import ArgumentParser
import Commands
import Design
import FlintRules
import Scripting

/// The options that compare a published table with a disclosure.
struct DisclosureCheckOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A published table of rates, a CSV file, to compare.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var check: String?
  @Option(
    help: ArgumentHelp(
      "The column with the rates, such as Rate or Rate=effective (default: by their names).",
      valueName: "column"))
  var column: String?
  @Option(
    help: ArgumentHelp(
      "The accepted difference, such as 0.01% (default: half a unit of the last digit).",
      valueName: "chance"))
  var tolerance: String?

  func validate() throws {
    guard check == nil else { return }
    for (name, isGiven) in [("--column", column != nil), ("--tolerance", tolerance != nil)]
    where isGiven {
      throw ValidationError("\(name) requires --check")
    }
  }

  /// Returns the published table, if there is one.
  func table() throws -> PublishedTable? {
    guard let check else { return nil }
    do {
      return try PublishedTableFile.table(at: check, column: column)
    } catch {
      throw CommandFailure(error.isMissing ? .storage : .badInput, error.description)
    }
  }

  /// Returns what differs.
  func compared(
    _ table: PublishedTable, with disclosure: Disclosure
  ) throws -> DisclosureCheck {
    let tolerance = try tolerance.map { try chance($0, "tolerance").approximation }
    return DisclosureCheck(table, with: disclosure, tolerance: tolerance)
  }
}
