import Charts
package import Design
import FlintRules
import Views

/// The sentences of an audit of a log of draws.
package struct DrawAuditText {
  private let audit: DrawAudit
  private let power: AuditPower

  package init(_ audit: DrawAudit, _ power: AuditPower) {
    (self.audit, self.power) = (audit, power)
  }

  /// Whether the draws fit, in a sentence that says what the p-value is the chance of, and what it does not cover.
  package var verdict: String {
    ([result] + [unequalItems, rejected].compactMap { $0 }).joined(separator: " ")
  }

  private var result: String {
    let findings = audit.findings(below: power.alpha)
    let level = "\(significant(power.alpha * 100)) %"
    guard let first = findings.first else {
      let decisive = audit.tests.count { $0.adjusted != nil }
      return decisive == 0
        ? "Too little is known to test anything."
        : "Nothing contradicts the rules: "
          + (decisive == 1
            ? "the p-value of the test is "
            : "of \(counted(decisive, "test")), corrected for their number, the smallest p-value is ")
          + "\(significant(audit.decisivePValue)), not below \(level)."
    }
    let names = findings.prefix(4).map { "\($0.kind.title) of \($0.subject)" }
    return "The draws do not fit the rules: \(names.joined(separator: "; "))"
      + (findings.count > 4 ? "; and \(findings.count - 4) more" : "") + ". "
      + (first.method == .impossible
        ? "What happened is impossible under them."
        : (audit.tests.count { $0.adjusted != nil } == 1
          ? "The p-value is " : "The smallest p-value, corrected for the number of tests, is ")
          + "\(significant(first.adjusted ?? 0)), below \(level).")
  }

  /// The items that are far from equal shares where nothing else was found, corrected for the number of such tests.
  private var unequalItems: String? {
    // What is left over is of several rarities as a rule.
    let untested = audit.tests.filter { !$0.decides && $0.subject != DrawModel.rest }
    guard audit.findings(below: power.alpha).isEmpty,
      let first = untested.min(by: { $0.pValue < $1.pValue }),
      first.pValue * Double(untested.count) < min(power.alpha, 0.01)
    else { return nil }
    return
      "But the items of \(first.subject) are far from equal shares (p = \(significant(first.pValue))); "
      + "--items tests them."
  }

  private var rejected: String? {
    guard audit.unread > 0 else { return nil }
    var rows =
      "\(counted(audit.unread, "row")) of the log \(audit.unread == 1 ? "was" : "were") rejected"
    if audit.misfits > 0 {
      rows +=
        ", \(grouped(audit.misfits)) for an item or a rarity that does not fit the rules, so that the "
        + "numbers lack them"
    }
    guard audit.unordered > 0 else { return rows + "." }
    return rows
      + "; since the places of their draws are not known, the tests that need the order leave out "
      + "\(audit.unordered == audit.draws ? "all draws" : counted(Int(audit.unordered), "draw"))."
  }

  /// What the log shows, in sentences for players.
  package var sentences: [String] {
    audit.tiers.dropLast().map { sentence(of: $0) } + audit.gaps.flatMap { sentences(of: $0) }
      + (audit.featured.map { sentences(of: $0) } ?? [])
      + audit.changes.compactMap { sentence(of: $0) } + (others.map { [$0] } ?? [])
  }

  private func sentence(of tier: DrawAudit.TierResult) -> String {
    var text =
      "\(grouped(tier.observed)) \(tier.name) in \(counted(Int(audit.draws), "draw")) "
      + "(\(percent(tier.rate))); expected \(decimal(tier.expected, 1)), "
    let isRaised = percent(tier.effective) != percent(tier.nominal.approximation)
    text +=
      isRaised
      ? "at a long-run rate of \(percent(tier.effective)), \(percent(tier.nominal.approximation)) before pity."
      : "at a rate of \(percent(tier.effective))."
    return text
  }

  private func sentences(of gaps: GapAudit) -> [String] {
    var sentences: [String] = []
    if let mean = gaps.mean, let longest = gaps.lengths.last?.length {
      sentences.append(
        "One \(gaps.name) in \(decimal(mean, 1)) draws on average, expected "
          + "\(decimal(gaps.expectedMean, 1)); the longest wait was \(counted(longest, "draw"))"
          + (gaps.certain.map { ", and draw \($0) is certain." } ?? "."))
    }
    if gaps.overruns > 0, let certain = gaps.certain, let first = gaps.firstOverrun {
      sentences.append(
        "Impossible: draw \(certain) gave no \(gaps.name) although it is certain, "
          + "\(counted(Int(gaps.overruns), "time")), first at draw \(grouped(first)) of the log.")
    }
    return sentences
  }

  private func sentences(of featured: FeaturedAudit) -> [String] {
    let counts = featured.counts
    guard counts.trials + counts.guaranteed > 0 else { return [] }
    var text =
      "\(grouped(counts.wins)) of \(grouped(counts.trials)) \(featured.tier) prizes that were not "
      + "guaranteed are featured"
    if counts.trials > 0 {
      text +=
        " (\(percent(Double(counts.wins) / Double(counts.trials))), promised \(percent(featured.share)))"
    }
    var sentences = [text + "."]
    if featured.isGuaranteed {
      sentences.append(
        counts.violations == 0
          ? "All \(grouped(counts.guaranteed)) guaranteed ones are featured."
          : "Impossible: \(grouped(counts.violations)) of \(grouped(counts.guaranteed)) guaranteed ones are "
            + "not featured, first at draw \(grouped(counts.firstViolation ?? 0)) of the log.")
    }
    if let longest = counts.losingRuns.indices.last {
      sentences.append(
        "At most \(longest + 1) in succession \(longest == 0 ? "was" : "were") not featured, guaranteed ones "
          + "left out.")
    }
    return sentences
  }

  private func sentence(of change: DrawAudit.Change) -> String? {
    guard
      let test = audit.tests.first(where: { $0.kind == .drift && $0.subject == change.tier }),
      (test.adjusted ?? 1) < power.alpha, let before = change.before, let after = change.after
    else { return nil }
    return "The rate of \(change.tier) changed, most likely at draw \(grouped(change.draw))"
      + (change.day.map { " (\($0))" } ?? "")
      + ": \(decimal(before, 2)) times the expected number before, \(decimal(after, 2)) times after."
  }

  private var others: String? {
    guard !audit.unknownPrizes.isEmpty else { return nil }
    let names = audit.unknownPrizes.prefix(5).map { "\($0.name) (\(grouped($0.draws)))" }
    return "Not among the items of the rules: \(names.joined(separator: ", "))"
      + (audit.unknownPrizes.count > 5 ? ", …" : "") + "."
  }

  /// What the columns mean, and how much of the log is known.
  package var notes: [String] {
    var notes: [String] = []
    if audit.unordered > 0 {
      notes.append(
        "A rejected row is a draw that was made. Where its place is not known, no counter and no guarantee of its "
          + "player and pool is. If the file is in the order of the draws, leave out --time.")
    }
    if audit.overdue > 0 {
      notes.append(
        "From a draw that was certain to give a prize and did not up to the prize the rules state no chances: "
          + "\(counted(Int(audit.overdue), "draw")) \(audit.overdue == 1 ? "is" : "are") in no test of rates or "
          + "changes.")
    }
    if audit.knownDraws + audit.unordered + audit.overdue < audit.draws {
      let places =
        (audit.isComplete ? [] : ["before the first \(beginning)"])
        + (audit.unread > 0 ? ["from a rejected row to the next \(beginning)"] : [])
      notes.append(
        "The counters \(places.joined(separator: " and ")) are not known: tests, ratios and months use the "
          + "\(grouped(audit.knownDraws)) \(audit.unread > 0 ? "other draws" : "draws after it")."
          + (audit.isComplete ? "" : " --complete says that the log begins at the beginning."))
    }
    if audit.isComplete && audit.model.tiers.contains(where: { $0.pity != nil }) {
      notes.append(
        "expected: counted from the first draw on, so that the waits that go on at the end count too."
      )
    }
    if audit.tests.contains(where: { $0.effect?.name == "observed/sum of chances" }) {
      notes.append(
        "sum of chances: of those that each draw had after the draws before it. The table of tiers compares with the "
          + "long run instead.")
    }
    notes.append("Intervals have a confidence level of \(significant(audit.level * 100)) %.")
    notes.append(
      "unseen: a ratio within this interval would be found in fewer than about "
        + "\(significant(power.power * 100)) % of audits with this number of draws (alpha "
        + "\(significant(power.alpha))).")
    notes.append("corrected: the p-value corrected for the number of tests (Holm).")
    if let only = audit.only { notes.append(SequentialAuditText.note(only)) }
    if let most = audit.tests.compactMap(\.method.logs).max() {
      notes.append(
        "Monte Carlo: compared with up to \(grouped(most)) logs drawn by the rules, seed \(audit.seed)."
      )
    }
    if audit.tests.contains(where: { !$0.decides }) {
      notes.append(
        "A test without a corrected p-value is for information: the rules do not say which items there are, "
          + "and those that were drawn are compared as if equally likely.")
    }
    return notes
  }

  private var beginning: String {
    let tiers = audit.model.tiers.filter { $0.pity != nil }
    let rarest = tiers.first?.name ?? audit.tiers[0].name
    return rarest + (audit.model.tiers.first?.name == rarest ? "" : " or better")
      + (audit.sequences > 1 ? " of each player and pool" : "")
  }

  private func percent(_ share: Double) -> String { significant(share * 100) + " %" }

  private func decimal(_ number: Double, _ places: Int) -> String {
    ChartLocale.english.text(number, places: places)
  }
}
