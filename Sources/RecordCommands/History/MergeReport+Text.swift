import FlintCalendar
import Commands
import FlintRules
import Sessions
import Storage
import Views

extension MergeReport {
  private static let mostShown = 20

  /// Whether the copy had nothing that this one lacked.
  var isEmpty: Bool { events + corrections == 0 && conflicts.isEmpty }

  var tally: String {
    "merged \(counted(events, "event")) and \(counted(corrections, "correction"))"
  }

  /// Returns what became of the events of both copies, where they differ and what stays different; begins
  /// with a line break.
  func text(_ session: Session, since voids: [FoldedEvents.Void]) throws -> String {
    var text = try effectText(session) + conflictText(session) + session.voidText(since: voids)
    if let rulebook = otherRulebook {
      text += "\nthe other copy is folded with rulebook \(rulebook); this one still uses its own"
    }
    for other in otherSettings {
      text +=
        "\nthe other copy has \(other.setting.name) \(other.setting.text(of: other.theirs)); "
        + "this one keeps \(other.setting.text(of: other.ours))"
    }
    return text
  }

  private static let mostNamed = 5

  /// Returns what became of the events of this copy, and which of the other copy stay removed; begins with a
  /// line break.
  private func effectText(_ session: Session) throws -> String {
    var text = ""
    if !affected.isEmpty {
      let parts = [
        AffectedEvent.Effect.removed, .restored, .changed,
      ].compactMap { effect in
        let count = affected.count { $0.effect == effect }
        return count == 0 ? nil : "\(counted(count, "event")) \(effect)"
      }
      text += "\nof this copy: \(parts.joined(separator: ", "))"
      var words = try EventText(session)
      let named = affected.prefix(Self.mostNamed)
      try words.learn(named.map(\.id))
      for event in named {
        let name = words.text(of: event.id).map { shown($0, most: 80) }
        text += "\n  \(event.effect): \(name ?? event.id.description)"
      }
      let others = affected.count - named.count
      if others > 0 { text += "\n  … and \(grouped(others)) more" }
    }
    for removed in removedHere {
      let count = removed.events
      text +=
        "\n\(counted(count, "event")) of that copy \(count == 1 ? "is" : "are") removed here by "
      if removed.kind == "undo", let undone = removed.undoes {
        text += "the undo of batch \(undone): flint redo \(undone) restores "
        text += count == 1 ? "it" : "them"
      } else {
        text += "batch \(removed.batch) (\(shown(removed.kind))): "
        text += "flint undo \(removed.batch) takes back all of that batch"
      }
    }
    return text
  }

  /// Returns a list of the events that differ between the copies, with the version that applies; begins
  /// with a line break.
  private func conflictText(_ session: Session) throws -> String {
    if conflicts.isEmpty { return "" }
    var words = try EventText(session)
    let contents = conflicts.flatMap { [$0.original, $0.ours.content, $0.theirs.content] }
    try words.learn([], contents.compactMap { $0?.action })
    var text = ""
    for conflict in conflicts.prefix(Self.mostShown) {
      let shortID = try session.reader.shortID(of: conflict.event)
      text += "\n" + conflict.text(words, session.zone, shortID)
    }
    if conflicts.count > Self.mostShown {
      text += "\n… and \(grouped(conflicts.count - Self.mostShown)) more"
    }
    return text
  }
}

extension MergeReport.Conflict {
  /// Returns what each copy recorded, and which version applies.
  fileprivate func text(_ words: EventText, _ zone: CivilZone, _ shortID: String) -> String {
    let counting = isOursCounting ? ours : theirs
    let place = isOursCounting ? "here" : "there"
    func decision(_ order: String, by instant: (MergeReport.Side) -> Instant?) -> String {
      if instant(ours) == instant(theirs) {
        return "of two at the same instant a hash decides: the one \(place) applies"
      }
      let time = instant(counting).map { " at \(zone.minuteText($0))" } ?? ""
      return "the \(order) one, \(place)\(time), applies"
    }
    if isOriginal {
      let (here, there) = (
        ours.content.map(words.text(of:)) ?? "", theirs.content.map(words.text(of:)) ?? ""
      )
      return "recorded differently in the two copies under the same key: \(shortID)\n"
        + "  here \"\(here)\", there \"\(there)\"; \(decision("earlier") { $0.content?.at })"
    }
    return "corrected differently in the two copies: \(words.text(of: original)), \(shortID)\n"
      + "  here \(ours.text(beside: original, words)), "
      + "there \(theirs.text(beside: original, words)); \(decision("later") { $0.recordedAt })"
  }
}

extension MergeReport.Side {
  /// Returns how an event was corrected compared with its original content.
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
  fileprivate var action: ProfileEvent.Action? {
    guard case .event(_, _, let action) = self else { return nil }
    return action
  }
}
