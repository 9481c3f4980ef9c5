import FlintCalendar
import FlintRules

/// Something notable about the days of a report. Each rule of what is notable has a file of its own beside this one.
struct Finding {
  /// What a finding is about; a page has at most one of each kind.
  enum Kind: Int {
    case bestTime, habit, relation, record, ending, moods
  }

  let kind: Kind
  /// How many times its measure is what makes it notable; 1 at least.
  let weight: Double
  let sentence: String

  /// Creates the finding; `nil` where its measure is below what makes it notable.
  ///
  /// - Parameters:
  ///   - measure: How great it is.
  ///   - least: The least measure that is notable.
  init?(_ kind: Kind, _ measure: Double, least: Double, _ sentence: @autoclosure () -> String) {
    guard measure >= least, least > 0 else { return nil }
    (self.kind, self.sentence) = (kind, sentence())
    // Beyond this, greater does not mean more notable: what is measured differs from kind to kind.
    weight = min(measure / least, 3)
  }
}

extension ReportSource {
  /// The greatest number of sentences.
  private static let mostSentences = 5

  /// Returns the sentences that open a report: what was most notable, in the order of the kinds.
  func story() -> [String] {
    let findings = [
      bestTime(), habitChange(), relationFinding(), record(), ending(), moodChange(),
    ].compactMap(\.self)
    return findings.sorted {
      ($1.weight, $0.kind.rawValue) < ($0.weight, $1.kind.rawValue)
    }.prefix(Self.mostSentences).sorted { $0.kind.rawValue < $1.kind.rawValue }.map(\.sentence)
  }

  /// The days of the range that have come, and as many before them.
  var spans: (now: Range<CivilDay>, before: Range<CivilDay>) {
    let end = lastDay + 1
    let count = end - range.since
    return (range.since..<end, range.since + -count..<range.since)
  }

  /// Whether the range is so short that it is compared with the days before rather than within itself.
  var isShort: Bool { range.count <= 31 }
}
