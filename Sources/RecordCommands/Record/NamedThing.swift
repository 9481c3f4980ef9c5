import Commands
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// What other events refer to, and lose their effect without: a tracker, a habit, a project, a quest set or a
/// task that was completed.
private struct NamedThing {
  /// What it is, such as `tracker`.
  let noun: String
  let name: String
  /// Another whole name, as a quest set has beside its id.
  var title: String?
  /// The number of events about it.
  let count: Int
  /// The events as text, such as `2 entries`.
  let events: String
  /// What to do instead of removing all of it, if there is something.
  var advice = ""

  /// Creates the thing that an event created; `nil` if it created something else.
  init?(_ id: EventID, _ session: Session) throws {
    let state = try session.folded()
    switch try session.reader.event(id: id)?.event.action {
    case .tracker(.create):
      guard let tracker = state.trackers.tracker(id) else { return nil }
      name = tracker.content.name
      noun = tracker.isHabit ? "habit" : "tracker"
      count = Int(tracker.entries)
      events = counted(count, "entry", "entries")
      advice = "flint remove last \(ShellWord.quoted(name)) removes its last entry; "
    case .task(.taskAdd):
      guard let task = state.tasks.task(id), !task.completions.isEmpty else { return nil }
      name = task.name
      noun = "task"
      count = task.completions.count
      events = counted(count, "completion")
      advice = "flint reopen \(ShellWord.quoted(name)) takes back the last; "
    case .task(.projectAdd(let content)):
      var query = TaskQuery()
      query.project = content.name.text
      name = content.name.text
      noun = "project"
      count = state.tasks.tasks(query, today: session.today).count
      events = counted(count, "task")
    case .quest(.load(let set)):
      name = set.id
      title = set.name
      noun = "quest set"
      let completed = state.quests.nodes(QuestQuery(.completed), level: Int64(state.level))
      count = completed.count { $0.reference.set == set.id }
      events = counted(count, "completed node")
    default: return nil
    }
  }
}

extension Session {
  /// Throws if a text names a thing with a name by a part of the name, or one with events whose removal
  /// is not confirmed: a person may mean an entry, or something else that begins like it.
  ///
  /// - Parameters:
  ///   - isConfirmed: Whether `--all` was given.
  ///   - command: The command, for the message: `remove` or `undo`.
  func checkRemoval(
    of id: EventID, named text: String, isConfirmed: Bool, by command: String
  ) throws {
    guard let thing = try NamedThing(id, self) else { return }
    let isID = EventIDPrefix(text)?.ids.contains(id) ?? false
    let described =
      "\(Suggestion.quoted(thing.name)) is a \(thing.noun)"
      + (thing.count == 0 ? "" : " with \(thing.events)")
    let all =
      "flint \(command) \(ShellWord.quoted(thing.name))"
      + (thing.count == 0 ? "" : " --all")
    let names = [thing.name, thing.title].compactMap { $0?.lowercased() }
    if text != EventReference.last, !isID, !names.contains(text.trimmedWhitespace.lowercased()) {
      throw CommandFailure(
        .failure, "\(described), which its whole name removes; \(thing.advice)\(all) all of it")
    }
    if thing.count > 0 && !isConfirmed {
      throw CommandFailure(.failure, "\(described); \(thing.advice)\(all) all of it")
    }
  }

  func lastEntry(of tracker: Tracker) throws -> EventID {
    var query = EntryQuery()
    query.tracker = tracker
    guard let latest = try reader.eventSequences(query.events).max(),
      let stored = try reader.events(sequences: [latest]).first
    else {
      throw CommandFailure(
        .failure, "\(Suggestion.quoted(tracker.content.name)) has no entry")
    }
    return stored.event.id
  }
}
