import ArgumentParser
import Foundation
import Rules
import Sessions
import Storage

/// Merges another copy of a profile into it.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: "flint",
    abstract: "Add what another copy of this profile has and this one has not.",
    discussion: """
      Two copies of one profile that went separate ways become one again: the
      union of their events and corrections, folded anew. It does not matter which
      is merged into which, or how often. The other copy is not changed.

      Where both recorded different things under one key, the earlier counts. The
      other is kept beside it as a removed event, and reported. A tracker that
      both created is one tracker: the earlier creation defines it, the later one
      changes it. Events that have no effect in the merged history are listed.

      Examples:
        flint merge laptop.db
        flint merge --dry-run laptop.db
      """)

  @OptionGroup var change: ChangeOptions
  @Argument(help: "The other copy's file.", completion: .file()) var other: String

  func run() throws {
    guard FileManager.default.fileExists(atPath: other) else {
      throw CommandFailure(
        status: .storage, message: "\(other): \(String(cString: strerror(ENOENT)))")
    }
    let other = Store.resolved(other)
    var text = ""
    if change.dryRun {
      try Sandbox.enter(profile: change.profile.path, others: [other])
      text = try merged(other)
    } else {
      try Sandbox.enterWithTemporaryDirectory(profile: change.profile.path, others: [other]) {
        try withoutRemains { text = try merged(other) }
      }
    }
    if !change.quiet || change.dryRun { note(text) }
  }

  /// - Returns: what that brought.
  private func merged(_ other: String) throws -> String {
    let store = try change.open()
    // Asked before, since the merge's own session begins when both are one already.
    let (before, voids) = try store.session(
      SessionOptions(now: change.profile.now, isWriting: false)
    ) { (try $0.summary(), try $0.state().voids) }
    var text = ""
    try store.merge(other, change.session(kind: "merge", source: self.other)) { session, report in
      text =
        try change.told(report.tally, session, before: before) + report.conflictText(session)
        + session.voidText(since: voids)
      if let rulebook = report.otherRulebook {
        text += "\nthe other copy is folded with rulebook \(rulebook); this one keeps its own"
      }
    }
    return text
  }
}

extension Session {
  /// The events that have no effect now and had one, or were not there; begins with a line's end.
  fileprivate func voidText(since before: [ProfileState.Void]) throws -> String {
    let known = Set(before.map(\.event))
    let voids = try state().voids.filter { !known.contains($0.event) }
    if voids.isEmpty { return "" }
    let shown = voids.prefix(MergeReport.mostShown)
    var words = try EventText(self)
    try words.learn(shown.map(\.event))
    var text = "\nwithout effect in the merged history: \(counted(Int64(voids.count), "event"))"
    for void in shown {
      text += "\n  \(words.text(of: void.event) ?? "") (\(void.event)): \(void.reason.text)"
    }
    if voids.count > shown.count {
      text += "\n  … and \(grouped(voids.count - shown.count)) more; flint log --void lists them"
    }
    return text
  }
}

extension MergeReport {
  fileprivate static let mostShown = 20

  fileprivate var tally: String {
    "merged \(counted(events, "event")) and \(counted(corrections, "correction"))"
  }

  /// What the copies said differently, and what counts; begins with a line's end.
  fileprivate func conflictText(_ session: Session) throws -> String {
    if conflicts.isEmpty { return "" }
    var words = try EventText(session)
    let contents = conflicts.flatMap { [$0.original, $0.ours.content, $0.theirs.content] }
    try words.learn([], contents.compactMap { $0?.action })
    var text = ""
    for conflict in conflicts.prefix(Self.mostShown) {
      text += "\n" + conflict.text(words, session.zone)
    }
    if conflicts.count > Self.mostShown {
      text += "\n… and \(grouped(conflicts.count - Self.mostShown)) more"
    }
    return text
  }
}

extension MergeReport.Conflict {
  /// What each copy did, and which of the two counts.
  fileprivate func text(_ words: EventText, _ zone: Zone) -> String {
    let counting = isOursCounting ? ours : theirs
    let place = "\(isOursCounting ? "here" : "there") at \(zone.minuteText(counting.recordedAt))"
    if isOriginal {
      let (here, there) = (
        ours.content.map(words.text(of:)) ?? "", theirs.content.map(words.text(of:)) ?? ""
      )
      return "recorded differently in the two copies under one key: \(event)\n"
        + "  here \"\(here)\", there \"\(there)\"; the earlier one, \(place), counts"
    }
    let isOneInstant = ours.recordedAt == theirs.recordedAt
    return "corrected differently in the two copies: \(words.text(of: original)), \(event)\n"
      + "  here \(ours.text(beside: original, words)), "
      + "there \(theirs.text(beside: original, words)); "
      + (isOneInstant ? "of two at one instant the one " : "the later one, ")
      + (isOneInstant ? "\(place) counts" : "\(place), counts")
  }
}

extension MergeReport.Side {
  /// What was done to an event that had been recorded as something else.
  fileprivate func text(beside original: Correction.Content, _ words: EventText) -> String {
    guard let content else { return "removed" }
    if content.isIdentical(to: original) { return "as it was recorded" }
    guard case .spark(let now) = content, case .spark(let before) = original else {
      return "changed to \"\(words.text(of: content))\""
    }
    var parts: [String] = []
    if now.title != before.title { parts.append("renamed to \"\(now.title)\"") }
    if now.category != before.category { parts.append("given category \(now.category.name)") }
    if now.intensity != before.intensity { parts.append("given intensity \(now.intensity.name)") }
    if now.at != before.at || now.offset != before.offset {
      parts.append("moved to \(CivilTime(now.at, offset: now.offset).minuteText)")
    }
    if now.notes != before.notes { parts.append("given other notes") }
    if now.tags != before.tags { parts.append("given other tags") }
    if now.estimatedMinutes != before.estimatedMinutes || now.actualMinutes != before.actualMinutes
    {
      parts.append("given other minutes")
    }
    return parts.isEmpty ? "changed" : parts.joined(separator: " and ")
  }
}

extension Correction.Content {
  fileprivate var action: Event.Action? {
    guard case .event(_, _, let action) = self else { return nil }
    return action
  }
}
