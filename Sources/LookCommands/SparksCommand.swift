import ArgumentParser
import Calendar
import Commands
import Lua
import Rules
import Sessions
import Storage
import Views

/// Lists sparks.
struct SparksCommand: Subcommand {
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
  @OptionGroup var list: ListOptions
  @Option(help: "List only sparks of this category.") var category: Category?
  @Option(help: "List only sparks of this intensity.") var intensity: Intensity?
  @Option(help: "List only sparks of at least this intensity.") var minIntensity: Intensity?
  @OptionGroup var range: RangeOptions
  @Option(help: "List only sparks with this tag.", completion: .profile(.tags)) var tag: String?
  @Option(help: "List only sparks with this text in title, notes or a tag (case-insensitive).")
  var text: String?
  @Option(help: "The order of the list.") var order = SparkQuery.Order.newest
  @OptionGroup var rows: RowLimitOptions

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
      query.order = order
      query.limit = rows.most(in: list.format)
      let sequences = try session.reader.sparkSequences(query)
      try write(sequences, session, empty: sequences.isEmpty ? try reasonForNone(session) : "")
      if let shown = query.limit, sequences.count == shown {
        query.limit = nil
        let all = try session.reader.sparkCount(query)
        if all > shown { rows.note("\(shown) of \(grouped(all)) shown", list) }
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

  private func write(_ sequences: [Int64], _ session: Session, empty: String) throws {
    let (format, rulebook, dayStart) = (list.format, session.rulebook, session.dayStart)
    var listing = Listing<Identified<StoredSpark>>(
      format,
      [
        Column("id", in: .table, \.shortID), Column("id", in: .records, \.id.description),
        Column("at") { $0.spark.at.text(offset: $0.spark.offset, in: format) },
        Column("day", in: .records) { $0.spark.day(dayStart) },
        Column("category", \.spark.category.name),
        Column("intensity", \.spark.intensity.name),
        Column("points") { rulebook.points(for: $0.spark.category, $0.spark.intensity) },
        Column("title", \.spark.title), Column("notes", in: .records, \.spark.notes),
        Column("tags", \.spark.tags),
        Column("estimated", in: .records) { Cell($0.spark.estimatedMinutes) },
        Column("actual", in: .records) { Cell($0.spark.actualMinutes) },
      ])
    for start in stride(from: 0, to: sequences.count, by: 500) {
      let page = sequences[start..<min(start + 500, sequences.count)]
      let sparks = try session.reader.sparks(sequences: page)
      for row in try session.reader.identified(sparks, in: format, by: \.id) {
        if StandardOutput.shared.isClosed { return }
        listing.append(row)
      }
    }
    listing.end(empty: empty)
  }
}
