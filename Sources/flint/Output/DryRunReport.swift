import Rules
import Sessions

/// What a dry run would have changed.
struct DryRunReport {
  let tally: SessionTally
  let before: ProfileSummary
  let after: ProfileSummary

  var text: String {
    var lines: [(String, String)] = []
    func change<Number: BinaryInteger>(_ name: String, _ key: (ProfileSummary) -> Number) {
      let (old, new) = (key(before), key(after))
      if old != new { lines.append((name, "\(grouped(old)) → \(grouped(new))")) }
    }
    for (name, count) in [
      ("events added", tally.added), ("events there already", tally.unchanged),
      ("events restored", tally.restored), ("events changed", tally.updated),
      ("events removed", tally.removed),
    ] where count > 0 {
      lines.append((name, grouped(count)))
    }
    change("sparks") { $0.sparks }
    change("points") { $0.ledger.total }
    change("  from sparks") { $0.ledger.spark }
    change("  from duplicates") { $0.ledger.duplicate }
    change("  from missions") { $0.ledger.mission }
    change("level") { $0.level }
    change("streak") { $0.currentStreak }
    change("longest streak") { $0.longestStreak }
    change("cards") { $0.cards.owned }
    change("missions completed") { $0.missionsCompleted }
    change("fuel") { $0.fuel }
    change("overloads") { $0.overloads }
    change("roll tokens") { $0.tokens }
    if lines.isEmpty { return "dry run: nothing would have changed" }
    let width = lines.map(\.0.count).max() ?? 0
    return "dry run, nothing was kept; it would have been:\n"
      + lines.map { name, text in
        "  " + name + String(repeating: " ", count: width - name.count + 2) + text
      }.joined(separator: "\n")
  }
}
