import Charts
package import Design
internal import RealModule
import Views

/// The sentences of a sequential audit of a log.
package struct SequentialAuditText {
  private let audit: SequentialAudit

  package init(_ audit: SequentialAudit) { self.audit = audit }

  private var level: String { "\(significant(audit.alpha * 100)) %" }
  private var bound: String { significant(1 / audit.alpha) }

  /// Whether the level was passed, and when.
  package var verdict: String { ([result] + [rejected].compactMap { $0 }).joined(separator: " ") }

  private var rejected: String? {
    audit.unread == 0
      ? nil
      : "\(counted(audit.unread, "row")) of the log \(audit.unread == 1 ? "was" : "were") rejected."
  }

  private var result: String {
    guard let passing = audit.passing else {
      return audit.knownDraws == 0
        ? "Too little is known to test anything."
        : "Nothing contradicts the rules so far: the greatest e-value is "
          + "\(Self.number(audit.greatest)), below \(bound). The level of \(level) holds however often one looks."
    }
    let draw =
      "draw \(grouped(passing.draw))" + (passing.day.map { " (\($0))" } ?? "") + " of the log"
    return audit.greatest == .infinity
      ? "The draws do not fit the rules: what happened is impossible under them. The level of \(level) was passed at "
        + "\(draw)."
      : "The draws do not fit the rules: from \(draw) on the e-value had reached \(bound). Draws by the rules ever do "
        + "so with a chance of at most \(level), however often one looks."
  }

  /// The e-value now and its greatest value.
  package var sentences: [String] {
    [
      "e-value after \(counted(Int(audit.draws), "draw")): \(Self.number(audit.logarithm)); greatest so far: "
        + "\(Self.number(audit.greatest)).",
      "p-value, valid at any time: \(significant(audit.pValue)).",
    ]
      + audit.parts.filter { $0.adjusted < audit.alpha }.map { part in
        if part.kind == .guarantee {
          return "Impossible: \(grouped(part.observed)) of \(grouped(part.trials)) guaranteed "
            + "\(part.subject) prizes are not featured."
        }
        if part.kind == .certainty {
          return "Impossible: the certain draw gave no \(part.subject), "
            + "\(counted(Int(part.observed), "time"))."
        }
        return "\(part.kind.title) of \(part.subject): \(grouped(part.observed))"
          + (part.expected.map {
            ", expected \(ChartLocale.english.text($0, places: 1))"
          } ?? "") + "; corrected p-value \(significant(part.adjusted))."
      }
  }

  /// What the figures mean.
  package var notes: [String] {
    var notes = [
      "e-value: how many times as probable the draws are under a mixture of other rates as under the rules. Its "
        + "expected value under the rules is 1 after every draw.",
      "p: 1 over the greatest e-value; corrected: times the number of tests. log10 e: the decimal logarithm.",
      "The draws are taken in the order of the log"
        + (audit.sequences > 1 ? ", those of all players and pools together." : "."),
    ]
    if let only = audit.only { notes.append(Self.note(only)) }
    if audit.knownDraws < audit.draws {
      notes.append(
        "Rates use the \(grouped(audit.knownDraws)) draws with known counters."
          + (audit.isComplete ? "" : " --complete says that the log begins at the beginning."))
    }
    return notes
  }

  /// What a choice of tests means for the level.
  static func note(_ only: [String]) -> String {
    "Only \(only.joined(separator: ", ")): the level holds if the choice was made before the log was seen. A choice "
      + "made after seeing it voids the level."
  }

  /// Returns the number of which the natural logarithm is given, as a power of ten where it is large.
  private static func number(_ logarithm: Double) -> String {
    guard logarithm.isFinite else { return "infinite" }
    guard logarithm > .log(1e6) else { return significant(.exp(logarithm)) }
    return "10^" + ChartLocale.english.text(logarithm / .log(10), places: 1)
  }
}
