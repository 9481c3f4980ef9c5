import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import FlintSchema
import Sessions
import Storage
import Views

struct SparksCommand: Subcommand, PagedCommand {
  static let name = "sparks"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List sparks, newest first.",
    discussion: """
      Examples:
        flint sparks --category idea --min-intensity high
        flint sparks 2026-01 --text run --format csv
        flint sparks --since "3 days ago"
        flint sparks --tag "deep work" --limit 0
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Option(name: .shortAndLong, help: "List only sparks of this category.") var category:
    SparkCategory?
  @Option(help: "List only sparks of this intensity.") var intensity: SparkIntensity?
  @Option(help: "List only sparks of at least this intensity.") var minIntensity: SparkIntensity?
  @OptionGroup var range: RangeOptions
  @Option(name: .shortAndLong, help: "List only sparks with this tag.", completion: .profile(.tags))
  var tag: String?
  @Option(help: "List only sparks with this text in title, notes or a tag (case-insensitive).")
  var text: String?

  func run() throws {
    try profile.reading { session in
      try session.rulebook.checkOptions(category, intensity, minIntensity)
      var query = SparkQuery()
      query.category = category
      query.intensity = intensity
      query.minIntensity = minIntensity
      (query.since, query.before) = try range.instants(session)
      query.tag = tag
      query.text = text
      // Sparks are read in the order of time, so that they need not be sorted for it.
      var list = list
      query.order = list.order == RowOrder(column: "at") ? .oldest : .newest
      if list.order?.column == "at" { list.order = nil }
      query.limit = list.mostRead(session)
      let sequences = try session.reader.sparkSequences(query)
      let shown = try write(
        sequences, list, session, empty: sequences.isEmpty ? try reasonForNone(session) : "")
      if list.mostShown(session) != nil {
        query.limit = nil
        let all = try session.reader.sparkCount(query)
        if all > shown, list.conditions.isEmpty {
          list.note("\(grouped(shown)) of \(grouped(all)) shown")
        }
      }
    }
  }

  /// Returns the text that a table without rows shows.
  private func reasonForNone(_ session: Session) throws -> String {
    if try session.reader.sparkCount(SparkQuery()) == 0 {
      return "no sparks; flint spark \"Ran 5 km\" energy records one"
    }
    var query = SparkQuery()
    query.tag = tag
    guard let tag, try session.reader.sparkCount(query) == 0 else { return "no sparks" }
    return "no sparks; none has the tag \(Suggestion.quoted(tag))"
  }

  /// Writes sparks, and returns the number of those written.
  private func write(
    _ sequences: [Int64], _ list: ResultOptions, _ session: Session, empty: String
  ) throws -> Int {
    let rulebook = session.rulebook
    var output = try ResultList(SparkRow.schema, list, isLong: true, session: session)
    for start in stride(from: 0, to: sequences.count, by: 500) {
      let page = sequences[start..<min(start + 500, sequences.count)]
      let sparks = try session.reader.sparks(sequences: page)
      if try !output.append(sparks.map { SparkRow($0, rulebook) }) { break }
    }
    try output.end(empty: empty)
    return output.count
  }
}
