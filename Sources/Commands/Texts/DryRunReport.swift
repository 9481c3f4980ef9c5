package import FlintRules
package import Sessions
import Views

/// The report of a dry run: what would have changed.
package struct DryRunReport {
  package let tally: SessionTally
  package let before: ProfileSummary
  package let after: ProfileSummary

  package init(tally: SessionTally, before: ProfileSummary, after: ProfileSummary) {
    self.tally = tally
    self.before = before
    self.after = after
  }

  package var text: String {
    var changes = SummaryChanges(before: before, after: after)
    changes.lines =
      [
        ("events added", tally.added), ("events unchanged", tally.unchanged),
        ("events restored", tally.restored), ("events changed", tally.updated),
        ("events removed", tally.removed),
      ].filter { $0.1 > 0 }.map { ($0.0, grouped($0.1)) } + changes.lines
    if changes.lines.isEmpty { return "dry run: nothing would have changed" }
    return "dry run, nothing was kept; it would have been:\n" + changes.text
  }
}

/// The changes between two summaries of a profile.
package struct SummaryChanges {
  /// The names and the old and new values of what changed.
  package var lines: [(String, String)] = []

  package init(before: ProfileSummary, after: ProfileSummary) {
    func change<Number: BinaryInteger>(_ name: String, _ key: (ProfileSummary) -> Number) {
      let (old, new) = (key(before), key(after))
      if old != new { lines.append((name, "\(grouped(old)) → \(grouped(new))")) }
    }
    change("sparks") { $0.sparks }
    change("points") { $0.ledger.total }
    change("  from sparks") { $0.ledger.spark }
    change("  from duplicates") { $0.ledger.duplicate }
    change("  from missions") { $0.ledger.mission }
    change("  from tasks") { $0.ledger.task }
    change("  from earning rules") { $0.ledger.earned }
    change("level") { $0.level.number }
    change("streak") { $0.streak.current }
    change("longest streak") { $0.streak.longest }
    change("cards") { $0.cards.tally.owned }
    change("missions completed") { $0.missionsCompleted }
    change("achievements") { $0.journey.achievements }
    change("fuel") { $0.fuel.amount }
    change("overloads") { $0.fuel.overloads }
    change("roll tokens") { $0.fuel.tokens }
    change("tasks open") { $0.tasks.open }
    change("task score") { $0.tasks.score }
    change("days rated") { $0.counts.ratedDays }
    change("quest steps") { $0.counts.questSteps }
    change("tracker entries") { $0.counts.trackerEntries }
    change("events without effect") { $0.voids }
  }

  /// The changes as aligned lines; empty if nothing changed.
  package var text: String {
    String(labelled(lines.map { ("  " + $0, $1) }).dropLast())
  }
}

/// Returns the notes about the local times of a session that the clocks showed twice or skipped.
package func clockNotes(_ tally: SessionTally) -> [String] {
  clockNotes(ambiguous: tally.ambiguousTimes, skipped: tally.skippedTimes)
}

/// Returns notes about local times that the clocks showed twice or skipped.
package func clockNotes(ambiguous: Int, skipped: Int) -> [String] {
  [
    (ambiguous, "shown twice by the clocks (the earlier instant was taken)"),
    (skipped, "skipped by the clocks (the offset before was taken)"),
  ].filter { $0.0 > 0 }.map { count, what in
    "note: \(counted(count, "local time")) \(count == 1 ? "was" : "were") \(what)"
  }
}
