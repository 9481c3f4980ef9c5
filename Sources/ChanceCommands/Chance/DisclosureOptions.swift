import ArgumentParser
import Calendar
import Commands
import Foundation
import JSON
import Lua
import Reports
import Rules
import Scripting
import Sessions
import Simulation
import Storage
import Views

/// The options that disclose the pools of a rulebook rather than answer a question.
struct DisclosureOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Disclose every probability of the rulebook's pools, or of those of --pool: ids separated by "
        + "commas; default are those of the categories of sparks.")
  ) var disclose = false
  @Option(help: "The day of the disclosure (default: today).") var date: DayArgument?
  @OptionGroup var language: LanguageOption

  /// Returns the disclosure of the pools of a rulebook.
  ///
  /// - Parameter pools: the ids, separated by commas; `nil` for all.
  func disclosure(_ rulebook: Rulebook, pools: String?) throws -> Disclosure {
    let present = try DateContext(now: .present(), zone: Zone.named(Zone.systemName))
    let day = try date?.resolve(present) ?? present.today
    do {
      return try Disclosure(
        rulebook,
        pools: pools?.split(separator: ",", omittingEmptySubsequences: false).map(String.init),
        on: day, version: Version.number)
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// The destination of odds: a page, or for a disclosure also a file of records.
enum OddsTarget: Equatable, DescribedArgument {
  /// A page.
  case page(PageTarget)
  /// A file of records.
  case records(String, ListFormat)

  init?(argument: String) {
    if let page = PageTarget(argument: argument) {
      self = .page(page)
    } else if argument.lowercased().hasSuffix(".csv") {
      self = .records(argument, .csv)
    } else if argument.lowercased().hasSuffix(".json") {
      self = .records(argument, .json)
    } else {
      return nil
    }
  }

  static let form =
    "a file that ends with .svg, .html or .md, or - for the terminal; with --disclose also .csv or .json"
  static let valueName: String? = "file"

  /// The path of the file, if it is one.
  var path: String? {
    switch self {
    case .page(let page): page.path
    case .records(let path, _): path
    }
  }
}

/// The option that writes odds as a file, besides their table, JSON or CSV.
struct OddsOutput: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("plot"), .customLong("output")],
    help: ArgumentHelp(
      "Also write the result as a page with pictures (.html, .md) or as the pictures alone (.svg); "
        + "- shows the page in the terminal instead of the table. With --disclose also .csv or .json."
    ),
    completion: .file())
  var target: OddsTarget?
  @OptionGroup var replacing: ReplacingOption

  /// The file to write, if there is one.
  var outputs: [String] { target?.path.map { [$0] } ?? [] }

  /// Whether the page is shown in the terminal.
  var isTerminal: Bool { target == .page(.terminal) }

  /// Throws if the page and the result would both go to standard output, or nothing but a disclosure has
  /// records.
  func check(with format: ListFormat, isDisclosure: Bool) throws {
    switch target {
    case .page(let page): try PlotOption.check(page, with: format)
    case .records(let path, _):
      guard isDisclosure else {
        throw ValidationError(
          "\(PlotOption.spelling) \(path): only --disclose writes such a file; give --format instead"
        )
      }
    case nil: break
    }
  }

  /// Throws if the file cannot be written. It is called before anything is computed.
  func checkFile() throws {
    switch target {
    case .page(let page): try page.checkMayReplace(replacing.force)
    case .records(let path, _): try PageTarget.checkMayReplace(path, replacing.force)
    case nil: break
    }
  }

  /// Writes the page, if it is asked for.
  func write(_ page: @autoclosure () throws -> ReportPage) throws {
    guard case .page(let target) = target else { return }
    try target.write(try page(), force: replacing.force)
  }

  /// Writes the records, if they are asked for.
  func write(_ disclosure: Disclosure) throws {
    guard case .records(let path, let format) = target else { return }
    let text = format == .csv ? disclosure.records : disclosure.json.text(indented: true) + "\n"
    try checkFile()
    try withCleanupOnInterrupt {
      try Store.writeFile(path, permissionsOf: nil, replacing: true) { write in
        try write(Array(text.utf8).span)
      }
    }
  }
}
