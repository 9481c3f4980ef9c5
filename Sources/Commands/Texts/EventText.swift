import FlintCalendar
package import FlintRules
import FlintSchema
package import Sessions
import Storage
import Views

/// A formatter that describes events in English, with the names of what they refer to.
///
/// Names come from the folded state, or from the stored events if the state does not contain them any
/// more. The latter are loaded for many events at once (`learn`).
package struct EventText {
  /// The level of detail of a description.
  package enum Fullness {
    /// The text says that something was added, with its details.
    case addition
    case content
    case name
  }

  private let session: Session
  private let state: ProfileState
  private var stored: [EventID: StoredContent] = [:]
  private let titles: QuestTitles

  /// - Parameter titles: The titles of quests, which the pages of a long list share.
  package init(_ session: Session, _ titles: QuestTitles = QuestTitles()) throws {
    self.session = session
    self.titles = titles
    state = try session.state()
  }

  /// Loads the stored content of events, and of those that they or further actions refer to.
  package mutating func learn(_ ids: [EventID] = [], _ actions: [ProfileEvent.Action] = []) throws {
    let own = Set(ids).subtracting(stored.keys)
    if !own.isEmpty { stored.merge(try session.reader.contents(of: own)) { _, new in new } }
    let described = actions + own.compactMap { stored[$0]?.action }
    let references = Set(described.compactMap(\.reference).filter { name(inState: $0) == nil })
      .subtracting(stored.keys)
    if !references.isEmpty {
      stored.merge(try session.reader.contents(of: references)) { _, new in new }
    }
  }

  /// Returns the description of a loaded event: a title or its content.
  package func text(of id: EventID) -> String? {
    stored[id].map { content in
      content.action.map { text(of: $0, .name) } ?? content.text
    }
  }

  package func text(of content: Correction.Content) -> String {
    switch content {
    case .spark(let spark): spark.title
    case .event(_, _, let action): text(of: action, .content)
    }
  }

  package func text(of action: ProfileEvent.Action, _ fullness: Fullness) -> String {
    switch action {
    case .spark(let category, let intensity): return "\(category.name) spark, \(intensity.name)"
    case .roll(let category): return "rolled for \(category.withArticle) card"
    case .task(let action): return text(of: action, fullness)
    case .quest(let action): return text(of: action)
    case .journey(.start(let day)): return "started a journey on \(day)"
    case .journey(.activity(let activity)):
      let name = activity.kind.name.replacing("_", with: "-")
      return name + (activity.text.map { ": \($0)" } ?? "")
    case .mood(.record(let rating)):
      return "rated \(rating.day) \(rating.mood.name)" + (rating.note.map { ": \($0)" } ?? "")
    case .mood(.fill(let isOn)): return "switched filling of unrated days \(isOn ? "on" : "off")"
    case .tracker(let action): return text(of: action, fullness)
    case .habit(let action): return text(of: action)
    case .currency(.grant(let grant)):
      return "granted \(grouped(grant.amount)) \(grant.currency)"
        + (grant.money.map { " for \($0)" } ?? "") + (grant.reason.map { ": \($0)" } ?? "")
    case .pool(.roll(let roll)):
      return "rolled \(roll.pool)" + (roll.count == 1 ? "" : " \(grouped(roll.count)) times")
    case .pool(.exchange(let choice)):
      return "exchanged rolls of \(choice.pool) for \(choice.card)"
    case .pool(.choose(let choice)): return "chose \(choice.card) in \(choice.pool)"
    case .pool(.buy(let purchase)): return "bought the card \(cardName(purchase.card))"
    }
  }

  /// Returns the name of a card that the rulebook has, or its id.
  private func cardName(_ id: String) -> String {
    session.rulebook.definition.cards.first { $0.id == id }?.name ?? id
  }

  private func text(of action: HabitAction) -> String {
    let name = name(action.tracker)
    func noted(_ text: String, _ note: String?) -> String { text + (note.map { ": \($0)" } ?? "") }
    switch action {
    case .plan(let content):
      let members = content.members?.trackers.map { self.name($0) }.listed("and")
      return content.plan.map { "made \(name) a habit: \($0.description(members: members))" }
        ?? "stopped the habit \(name)"
    case .skip(let skip): return noted("skipped \(name) on \(skip.day)", skip.note)
    case .pause(let pause): return noted("paused \(name)", pause.note)
    case .resume(let pause): return noted("resumed \(name)", pause.note)
    }
  }

  private func name(_ id: EventID) -> String {
    if let name = name(inState: id) { return name }
    switch stored[id]?.action {
    case .task(.taskAdd(let task))?: return task.name
    case .tracker(.create(let tracker))?: return tracker.name
    default: return id.description
    }
  }

  private func name(inState id: EventID) -> String? {
    state.tasks.task(id)?.name ?? state.trackers.tracker(id)?.content.name
  }

  private func text(of action: TaskAction, _ fullness: Fullness) -> String {
    switch action {
    case .taskAdd(let task):
      if fullness == .name { return task.name }
      let details = [
        task.priority == .p2 ? nil : task.priority.name,
        task.type == .morning ? nil : task.type.name, task.due.map { "due \($0)" },
        task.reminder.map { "reminder \(session.zone.minuteText($0))" },
        task.project.isInbox ? nil : "in \(task.project.text)",
        task.every.map { "every \($0)" }, task.wait.map { "waiting until \($0)" },
        task.after.isEmpty ? nil : "after " + task.after.map(name).listed("and"),
        task.tags.isEmpty ? nil : task.tags.map { "+" + $0 }.joined(separator: " "),
      ].compactMap(\.self)
      return fullness.verb + ([task.name] + details).joined(separator: ", ")
    case .taskComplete(let id): return "completed \(name(id))"
    case .taskReopen(let id): return "reopened \(name(id))"
    case .taskStart(let id): return "started \(name(id))"
    case .taskStop(let id): return "stopped \(name(id))"
    case .taskUpdate(let id, let change):
      return "changed \(name(id)): " + changes(of: change).joined(separator: ", ")
    case .projectAdd(let project): return "\(fullness.verb)project \(project.name.text)"
    case .projectRename(let from, let to): return "renamed project \(from.text) to \(to.text)"
    case .projectRemove(let name): return "removed project \(name.text)"
    }
  }

  private func changes(of change: TaskChange) -> [String] {
    change.names.map { name in
      switch (name, change[name]) {
      case ("due", .some(.none)): "no due day"
      case (_, .some(.none)), (_, nil): "no \(name)"
      case ("details", _): "other details"
      case ("after", .list(let ids)?):
        "after " + ids.compactMap { EventID($0).map { self.name($0) } }.listed("and")
      case (_, .list(let texts)?): "\(name) \(texts.listed("and"))"
      case ("project", let value?): "in \(value.plain)"
      case ("name", .text(let text)?): "name \"\(text)\""
      case (_, .instant(let instant)?): "\(name) \(session.zone.minuteText(instant))"
      case (_, .name(let choice)?): choice
      case (_, let value?): "\(name) \(value.plain)"
      }
    }
  }

  private func text(of action: QuestAction) -> String {
    switch action {
    case .load(let set):
      return "loaded \(set.name), \(counted(set.nodeCount, "step")) in "
        + counted(set.missions.count, "mission")
    case .complete(let node): return "completed \(title(node))"
    case .reset(let scope, let cascade):
      let what =
        switch scope {
        case .node(let node): title(node)
        case .mission(let mission): title(mission)
        case .set(let set): state.quests.set(set)?.name ?? set
        case .everything: "all quests"
        }
      return "reset \(what)" + (cascade ? " and what depends on it" : "")
    case .openGate(let gate): return "opened gate \(gate)"
    case .setLevel(let level?): return "set the level for gates to \(grouped(level))"
    case .setLevel(nil): return "set the level for gates to the profile's own"
    }
  }

  private func title(_ reference: QuestReference) -> String {
    guard let set = state.quests.set(reference.set), let title = titles.title(reference.id, in: set)
    else { return reference.description }
    return "\(title) (\(reference))"
  }

  private func text(of action: TrackerAction, _ fullness: Fullness) -> String {
    switch action {
    case .create(let tracker): return "\(fullness.verb)tracker \(tracker.name)"
    case .update(let id, let change):
      return "changed \(name(id)): " + change.changes.joined(separator: ", ")
    case .entry(let entry):
      return "entry in \(name(entry.tracker)): \(entry.kind.text)"
        + (entry.title.map { ", \($0)" } ?? "")
    }
  }
}

extension EventText.Fullness {
  fileprivate var verb: String { self == .addition ? "added " : "" }
}

extension StoredContent {
  /// The parsed action; `nil` for a spark's title or an unreadable text.
  fileprivate var action: ProfileEvent.Action? {
    kind == .spark ? nil : try? ProfileEvent.Action(kind, content: Array(text.utf8))
  }
}

extension ProfileEvent.Action {
  /// The event whose name belongs to the description.
  fileprivate var reference: EventID? {
    switch self {
    case .task(let action): action.task
    case .tracker(.update(let id, _)): id
    case .tracker(.entry(let entry)): entry.tracker
    case .habit(let action): action.tracker
    default: nil
    }
  }
}

/// The titles of missions and nodes: a set may have thousands, and a log as many of their events.
package final class QuestTitles {
  private var titles: [String: [String: String]] = [:]

  package init() {}

  package func title(_ id: String, in set: QuestSet) -> String? {
    if let known = titles[set.id] { return known[id] }
    var found: [String: String] = [:]
    for mission in set.missions {
      found[mission.id] = mission.title
      for node in mission.nodes { found[node.id] = node.title }
    }
    titles[set.id] = found
    return found[id]
  }
}

extension SparkCategory {
  fileprivate var withArticle: String {
    name.first.map { "aeiou".contains($0) } ?? false ? "an \(name)" : "a \(name)"
  }
}

extension EntryKind {
  /// The entered value with its unit.
  fileprivate var text: String {
    switch self {
    case .session(let minutes):
      minutes < 60 ? counted(minutes, "minute") : Language.english.duration(minutes)
    case .measurement(let number): number.description
    case .log(let text): text
    case .checklist(let isDone): isDone ? "done" : "not done"
    case .rating(let rating): "\(rating) of 5"
    }
  }
}

extension TrackerChange {
  fileprivate var changes: [String] {
    values.names.map { name in
      switch values[name] {
      case .some(.none), nil: "no \(name)"
      case .text(let text)? where name == "name": "name \"\(text)\""
      case .name(let category)?: category
      case let value?: "\(name) \(value.plain)"
      }
    } + removedFields.map { "without field \($0)" }
      + addedFields.map { "field \($0.name)" }
  }
}
