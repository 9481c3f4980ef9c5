import ArgumentParser
import Commands
import Reports
import FlintSchema

/// The options of a command that answers a question about chance: how the answer is written, and how long
/// it may take.
struct AnswerOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ListFormat.help) var format = ListFormat.table
  @OptionGroup var pictures: PlotOption
  @OptionGroup var sandbox: SandboxOptions
  @OptionGroup var limit: TimeLimitOption

  func validate() throws { try pictures.check(with: format) }

  /// Enters the sandbox and starts the clock, before anything is read.
  func begin(_ profile: ProfileOptions? = nil) throws {
    try profile?.validate()
    try pictures.checkFile()
    try Sandbox.enter(profile: profile?.path, outputs: pictures.outputs)
    limit.start()
  }

  /// Writes an answer in the format, and as a page, if one is asked for.
  ///
  /// - Parameter rows: the table that CSV has, if it has not the tidy records of the answer.
  func write<Answer: ResultRow, Row: ResultRow>(
    _ answer: Answer, rows: [Row], _ page: ReportPage, permissionsOf profile: String? = nil
  ) throws {
    try format.write(
      page: { page }, to: pictures.output, permissionsOf: profile, force: pictures.replacing.force,
      json: { answer.json }, csv: { StandardOutput.shared.write(csv: rows) })
  }

  /// Writes an answer in the format, of which CSV has tidy records, and as a page, if one is asked for.
  func write<Answer: ResultRow>(
    _ answer: Answer, _ page: @autoclosure () throws -> ReportPage,
    permissionsOf profile: String? = nil
  ) throws {
    try format.write(answer, try page(), pictures, permissionsOf: profile)
  }
}

/// Returns the numbers that the value of an option has, separated by commas.
///
/// - Throws: `ValidationError`.
func numbers(_ text: String?, of option: String) throws -> [Int64] {
  var numbers: [Int64] = []
  for part in text?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
    guard let number = Int64(part) else {
      throw ValidationError("\(option): expected whole numbers such as 100,200, got \"\(part)\"")
    }
    guard !numbers.contains(number) else {
      throw ValidationError("\(option): expected each number once, got \(number) again")
    }
    numbers.append(number)
  }
  return numbers
}

extension ListFormat {
  /// Writes an answer in the format, of which CSV has tidy records, and as a page, if one is asked for.
  func write<Answer: ResultRow>(
    _ answer: Answer, _ page: @autoclosure () throws -> ReportPage, _ pictures: PlotOption,
    permissionsOf profile: String? = nil
  ) throws {
    try write(
      page: page, to: pictures.output, permissionsOf: profile, force: pictures.replacing.force,
      json: { answer.json }, csv: { StandardOutput.shared.write(recordsOf: answer) })
  }
}

extension StandardOutput {
  /// Writes the tidy records of an answer as CSV.
  func write<Answer: ResultRow>(recordsOf answer: Answer) {
    let schema = Answer.schema
    let columns = schema.recordColumns
    var listing = Listing(.csv, columns: columns)
    for record in schema.records(answer) {
      listing.append(
        columns.map { name in
          switch name {
          case "measure": .text(record.measure)
          case "value": Cell(record.value)
          default: Cell(record.keys[name] ?? .none)
          }
        })
    }
    listing.end(empty: "")
  }
}
