import ArgumentParser
import CSV
import FlintCalendar
import Commands
import Design
import Foundation
import FlintJSON
import Lua
import Reports
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Storage
import Views

/// Discloses the pools of a rulebook.
struct OddsDiscloseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disclose",
    abstract: "Write every probability of a rulebook's pools, with the costs.",
    usage: "flint odds disclose [POOL …] [OPTION …]",
    discussion: """
      The disclosure is for players, stores and regulators.

      With --form, it has the fields that a store or a regulator asks for, an item a
      line, in English; see docs/disclosure.md for the sources. This is not legal
      advice.

      With --check, a published table is compared with it instead, each rate to the
      precision to which it is printed; the exit status is 1 if they differ.

      Examples:
        flint odds disclose --rules my.lua -o odds.html
        flint odds disclose banner standard --rules my.lua --format csv
        flint odds disclose --rules my.lua --form korea -o korea.html
        flint odds disclose banner --rules my.lua --check published.csv
      """)

  @Argument(
    help: "The pools (default: all); default is that of the categories of sparks.",
    completion: .profile(.pools))
  var pools: [String] = []
  @OptionGroup var source: RulebookQuestionOptions
  @Option(help: "The day of the disclosure (default: today).") var day: DayArgument?
  @OptionGroup var language: LanguageOption
  @Option(
    help: ArgumentHelp(
      "The form (default: all in full).",
      valueName: "form"))
  var form: DisclosureForm?
  @OptionGroup(title: "Checking a published table") var check: DisclosureCheckOptions
  @Option(name: .shortAndLong, help: ListFormat.help) var format = ListFormat.table
  @OptionGroup var output: DisclosureOutput
  @OptionGroup var sandbox: SandboxOptions
  @OptionGroup var limit: TimeLimitOption

  func validate() throws {
    try output.check(with: format)
    if form != nil { try refuse(["--language": language.language != nil], with: "--form") }
    guard check.check != nil else { return }
    try refuse(["--language": language.language != nil, "--form": form != nil], with: "--check")
    if case .records = output.output {
      throw ValidationError(
        "--output: with --check, expected a file that ends with .html or .md, or - for the terminal"
      )
    }
  }

  /// Writes the disclosure as a file, if one is named, or on standard output.
  func run() throws {
    try source.profile.validate()
    try output.checkFile()
    try Sandbox.enter(profile: source.profile.path, outputs: output.outputs)
    limit.start()
    let disclosure = try disclosure(source.rulebook())
    if let table = try check.table() { return try write(check.compared(table, with: disclosure)) }
    if let form {
      let filled = FormDisclosure(disclosure, in: form)
      try write(filled.json, csv: filled.csv, ReportPage(filled), of: disclosure)
    } else {
      try write(
        disclosure.json, csv: disclosure.csv,
        ReportPage(disclosure, language: language.orOfLocale), of: disclosure)
    }
  }

  private func write(
    _ json: JSONValue, csv: @autoclosure () -> String, _ page: @autoclosure () -> ReportPage,
    of disclosure: Disclosure
  ) throws {
    try output.write(
      json, csv: csv(),
      of: PageProvenance.Source(disclosure.rulebook, hash: disclosure.hash))
    // A file has it already.
    if format == .table, output.output != nil { return try output.write(page()) }
    try format.write(
      page: page, to: output.page, force: output.replacing.force, json: { json },
      csv: { StandardOutput.shared.write(csv()) })
  }

  /// Writes the comparison with a published table.
  ///
  /// - Throws: `CommandFailure` if they differ.
  private func write(_ result: DisclosureCheck) throws {
    try format.write(
      page: { ReportPage(result, file: check.check ?? "") }, to: output.page,
      force: output.replacing.force, json: { result.json },
      csv: { StandardOutput.shared.write(csv: result.faults) })
    guard !result.faults.isEmpty else { return }
    let count = counted(result.faults.count, "fault")
    throw CommandFailure(
      .failure, "\(check.check ?? ""): \(count) against rulebook \(result.rulebook)")
  }

  private func disclosure(_ rulebook: Rulebook) throws -> Disclosure {
    let present = try DateContext.ofPages
    let day = try day?.resolve(present) ?? present.today
    do {
      return try Disclosure(
        rulebook, pools: pools.isEmpty ? nil : pools, on: day, version: Version.number)
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// The destination of a disclosure: a page, or a file of records.
enum DisclosureTarget: Equatable, DescribedArgument {
  case page(PageTarget)
  case records(String, ListFormat)

  init?(argument: String) {
    if let page = PageTarget(argument: argument) {
      // A disclosure has no pictures.
      if case .file(_, .svg) = page { return nil }
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
    "a file that ends with .html, .md, .csv or .json, or - for the terminal"
  static let valueName: String? = "file"

  /// The path of the file, if it is one.
  var path: String? {
    switch self {
    case .page(let page): page.path
    case .records(let path, _): path
    }
  }
}

/// The option that writes a disclosure as a file.
struct DisclosureOutput: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Also write a page (.html, .md) or records (.csv, .json); - shows the page."),
    completion: .file())
  var output: DisclosureTarget?
  @OptionGroup var replacing: ReplacingOption

  /// The file to write, if there is one.
  var outputs: [String] { output?.path.map { [$0] } ?? [] }

  /// Throws if the page and the result would both go to standard output.
  func check(with format: ListFormat) throws {
    if case .page(let page) = output { try PlotOption.check(page, with: format) }
  }

  /// Throws if the file cannot be written. It is called before anything is computed.
  func checkFile() throws {
    switch output {
    case .page(let page): try page.checkMayReplace(replacing.force)
    case .records(let path, _): try PageTarget.checkMayReplace(path, replacing.force)
    case nil: break
    }
  }

  /// The page to write, if one is asked for.
  var page: PageTarget? { if case .page(let target) = output { target } else { nil } }

  /// Writes the page, if it is asked for.
  func write(_ page: @autoclosure () throws -> ReportPage) throws {
    try self.page?.write(try page(), force: replacing.force)
  }

  /// Writes the records, if they are asked for; as a page does, JSON says what repeats it.
  func write(
    _ json: JSONValue, csv: @autoclosure () -> String, of source: PageProvenance.Source
  ) throws {
    guard case .records(let path, let format) = output else { return }
    var provenance = PageProvenance([source])
    provenance.making = try .ofThisProcess
    let text =
      format == .csv
      ? csv() : json.adding("provenance", provenance.json).text(indented: true) + "\n"
    try checkFile()
    try withCleanupOnInterrupt {
      try Store.writeFile(path, permissionsOf: nil, replacing: true) { write in
        try write(Array(text.utf8).span)
      }
    }
  }
}

extension DisclosureForm: ExpressibleByArgument {}

extension Disclosure {
  /// The records as CSV.
  fileprivate var csv: String { text(of: records, DisclosureRecord.schema.columns) }
}

extension FormDisclosure {
  /// The items as CSV, with the fields of the form, and the rulebook.
  fileprivate var csv: String {
    text(of: items, FormItem.schema.columns(named: fields + FormItem.sources))
  }
}

/// Returns rows as CSV.
private func text<Row: ResultRow>(of rows: [Row], _ columns: [ResultColumn<Row>]) -> String {
  var writer = CSVWriter()
  writer.append(record: columns.map(\.name))
  for row in rows {
    writer.append(record: columns.map { $0.value(row).plain }, isGuarded: true)
  }
  var text = ""
  writer.drain { bytes in
    bytes.withUnsafeBytes { text += String(decoding: $0, as: UTF8.self) }
  }
  return text
}
