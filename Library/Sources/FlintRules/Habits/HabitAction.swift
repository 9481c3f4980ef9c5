import FlintJSON
import FlintSchema

package indirect enum HabitAction: Hashable, Sendable {
  /// A tracker got a schedule and a goal, or lost them.
  case plan(HabitContent)
  /// A day is neutral.
  case skip(HabitSkip)
  /// The days from this one on are neutral.
  case pause(HabitPause)
  /// The days from this one on count again.
  case resume(HabitPause)

  package var kind: EventKind {
    switch self {
    case .plan: .habit
    case .skip: .habitSkip
    case .pause: .habitPause
    case .resume: .habitResume
    }
  }

  /// The id of the tracker that must exist for the event to have an effect.
  package var tracker: EventID {
    switch self {
    case .plan(let content): content.tracker
    case .skip(let skip): skip.tracker
    case .pause(let pause), .resume(let pause): pause.tracker
    }
  }

  /// Returns the action about other trackers.
  package func mapping(_ id: (EventID) -> EventID) -> HabitAction {
    let tracker = id(tracker)
    switch self {
    case .plan(let content): return .plan(content.mapping(id))
    case .skip(let skip):
      // Content that was valid with one tracker is valid with another.
      let moved = try? HabitSkip(tracker: tracker, day: skip.day, note: skip.note)
      return .skip(moved ?? skip)
    case .pause(let pause): return .pause(HabitPause(tracker: tracker, note: pause.note))
    case .resume(let pause): return .resume(HabitPause(tracker: tracker, note: pause.note))
    }
  }
}

extension HabitAction: EventAction {
  var content: Content {
    switch self {
    case .plan(let content): HabitContent.schema.content(of: content)
    case .skip(let skip): HabitSkip.schema.content(of: skip)
    case .pause(let pause), .resume(let pause): HabitPause.schema.content(of: pause)
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .habit: self = .plan(try HabitContent.schema.record(content))
    case .habitSkip: self = .skip(try HabitSkip.schema.record(content))
    case .habitPause: self = .pause(try HabitPause.schema.record(content))
    case .habitResume: self = .resume(try HabitPause.schema.record(content))
    default: throw .wrongKind(kind)
    }
  }
}
