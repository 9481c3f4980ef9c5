/// The kind of an event. The raw value is part of every id: its meaning never changes.
public enum EventKind: UInt8, Sendable, CaseIterable {
  /// A spark was recorded.
  case spark = 1
  /// A roll token was spent on a card.
  case roll = 2
  /// A task was added.
  case taskAdd = 10
  /// A task was completed.
  case taskComplete = 11
  /// A completed task was reopened.
  case taskReopen = 12
  /// A task was changed.
  case taskUpdate = 13
  /// The work on a task was started.
  case taskStart = 14
  /// The work on a task was stopped.
  case taskStop = 15
  /// A project of tasks was added.
  case projectAdd = 16
  /// A project got another name.
  case projectRename = 17
  /// A project was removed.
  case projectRemove = 18
  /// A quest set was loaded.
  case questLoad = 20
  /// A quest node was completed.
  case questComplete = 21
  /// Quest nodes were un-completed.
  case questReset = 22
  /// A quest gate was opened manually.
  case questGate = 23
  /// The level required by quest gates was set.
  case questLevel = 24
  /// A journey began, from which days are counted.
  case journeyStart = 30
  /// An activity was recorded.
  case activity = 31
  /// A day was rated with a mood.
  case mood = 40
  /// The display of unrated days as missing was switched on or off.
  case moodFill = 41
  /// A tracker was created.
  case trackerCreate = 50
  /// A tracker was changed.
  case trackerUpdate = 51
  /// An entry was added to a tracker.
  case trackerEntry = 52
  /// A tracker got a schedule as a habit, or lost it.
  case habit = 53
  /// A day of a habit was declared neutral.
  case habitSkip = 54
  /// A habit was paused.
  case habitPause = 55
  /// A paused habit was resumed.
  case habitResume = 56
  /// An amount of a currency was granted.
  case currencyGrant = 60
  /// Cards of a pool were rolled.
  case poolRoll = 61
  /// Rolls of a pool were exchanged for a card.
  case poolExchange = 62
  /// A featured card of a pool was chosen.
  case poolChoose = 63
  /// A missing card of choice was bought.
  case cardBuy = 64

  /// The kind's name in Lua, CSV and the command line.
  public var name: String {
    switch self {
    case .spark: "spark"
    case .roll: "roll"
    case .taskAdd: "task"
    case .taskComplete: "task.complete"
    case .taskReopen: "task.reopen"
    case .taskUpdate: "task.update"
    case .taskStart: "task.start"
    case .taskStop: "task.stop"
    case .projectAdd: "project"
    case .projectRename: "project.rename"
    case .projectRemove: "project.remove"
    case .questLoad: "quest.load"
    case .questComplete: "quest.complete"
    case .questReset: "quest.reset"
    case .questGate: "quest.open_gate"
    case .questLevel: "quest.set_level"
    case .journeyStart: "journey"
    case .activity: "activity"
    case .mood: "mood"
    case .moodFill: "mood.fill"
    case .trackerCreate: "tracker"
    case .trackerUpdate: "tracker.update"
    case .trackerEntry: "tracker.entry"
    case .habit: "habit"
    case .habitSkip: "habit.skip"
    case .habitPause: "habit.pause"
    case .habitResume: "habit.resume"
    case .currencyGrant: "currency.grant"
    case .poolRoll: "pool.roll"
    case .poolExchange: "pool.exchange"
    case .poolChoose: "pool.choose"
    case .cardBuy: "card.buy"
    }
  }

  /// Creates a kind from its name; `nil` when the name is unknown.
  public init?(name: some StringProtocol) {
    guard let kind = EventKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
