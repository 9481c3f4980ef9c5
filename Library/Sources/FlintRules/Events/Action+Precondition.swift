package import FlintCalendar

extension ProfileEvent.Action {
  /// Whether earlier events decide whether the action has an effect.
  package var hasPrecondition: Bool {
    if case .task(.taskAdd(let task)) = self { return !task.after.isEmpty }
    return switch kind {
    case .spark, .taskAdd, .questLevel, .journeyStart, .activity, .mood, .moodFill,
      .trackerCreate:
      false
    default: true
    }
  }

  /// Whether the action spends balances, so that later ones may lack them.
  package var spends: Bool {
    switch kind {
    case .poolRoll, .poolExchange, .cardBuy: true
    default: false
    }
  }

  /// Whether the action defines a tracker, a habit or a quest set.
  package var isDefinition: Bool {
    switch kind {
    case .questLoad, .trackerCreate, .trackerUpdate, .habit, .habitPause, .habitResume: true
    default: false
    }
  }

  /// Whether the action creates something identified by its name, which a later creation changes.
  package var createsNamed: Bool {
    switch kind {
    case .trackerCreate, .projectAdd, .questLoad: true
    default: false
    }
  }

  /// The id of the tracker that must exist for the action to have an effect, if any.
  package var tracker: EventID? {
    switch self {
    case .tracker(let action): action.tracker
    case .habit(let action): action.tracker
    case .spark, .roll, .task, .quest, .journey, .mood, .currency, .pool: nil
    }
  }

  /// Returns the reason why the action is impossible on a civil day, whatever happened before.
  package func problem(on day: CivilDay) -> VoidReason? {
    let mentioned: CivilDay? =
      switch self {
      case .journey(.start(let start)): start
      case .mood(.record(let rating)): rating.day
      default: nil
      }
    return mentioned.flatMap { $0 > day ? .laterDay : nil }
  }
}
