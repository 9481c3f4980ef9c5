/// The reason why an event has no effect at its position in the fold. Caches store the raw value.
package enum VoidReason: UInt8, Sendable, CaseIterable {
  /// There was no roll token.
  case noToken = 1
  /// The task does not exist or was removed.
  case unknownTask = 2
  /// The task is completed already.
  case taskCompleted = 3
  /// The task is not completed.
  case taskOpen = 4
  /// The project does not exist.
  case unknownProject = 5
  /// A project with the name exists already.
  case projectExists = 6
  /// Inbox can be neither renamed nor removed.
  case inboxIsFixed = 7
  /// The quest set, mission or node does not exist.
  case unknownQuest = 8
  /// The quest node is completed already.
  case nodeCompleted = 9
  /// The quest node is not completed.
  case nodeOpen = 10
  /// The quest node depends on other nodes or a gate.
  case nodeLocked = 11
  /// Completed quest nodes depend on a node that would be un-completed.
  case nodeNeeded = 12
  /// The quest gate does not exist.
  case unknownGate = 13
  /// The quest gate is open already or opens automatically.
  case gateNotClosed = 14
  /// The day is after the day of the event.
  case laterDay = 15
  /// The tracker does not exist.
  case unknownTracker = 16
  /// A tracker with the name exists already.
  case trackerExists = 17
  /// The entry does not fit the tracker's fields.
  case unfitEntry = 18
  /// The completed quest node is no longer in its set.
  case nodeVanished = 19
  /// The quest set and other loaded sets would depend on each other.
  case questCycle = 20
  /// The tracker is not a habit.
  case notHabit = 21
  /// The habit is paused already.
  case habitPaused = 22
  case habitNotPaused = 23
  /// The rulebook has no such currency.
  case unknownCurrency = 24
  /// The rulebook has no such pool.
  case unknownPool = 25
  /// The pool is closed on the day.
  case poolClosed = 26
  /// The balances do not cover the price.
  case notCovered = 27
  /// The pool has been rolled as often as it may be.
  case poolLimit = 28
  /// The box has too few cards left.
  case boxEmpty = 29
  /// The pool does not offer the card.
  case notOffered = 30
  /// The pool has not been rolled often enough for an exchange.
  case tooFewRolls = 31
  /// The rulebook does not list the category.
  case unknownCategory = 32
  /// The rulebook does not list the intensity.
  case unknownIntensity = 33
  /// The habit is a group, whose days are those of its members.
  case habitGroup = 34
  /// Habits would be members of each other.
  case habitCycle = 35
  /// Other tasks have to be completed before the task.
  case taskBlocked = 36
  /// The task and others would have to be completed before each other.
  case taskCycle = 37
  /// The work on the task is started already.
  case taskStarted = 38
  /// The work on the task is not started.
  case taskNotStarted = 39
  /// The rulebook has no such card.
  case unknownCard = 40
  /// The card is owned already.
  case cardOwned = 41
  /// The card has no price.
  case notForSale = 42
  /// The season of the card is not open on the day.
  case outOfSeason = 43

  /// The reason as a clause of a sentence.
  package var text: String {
    switch self {
    case .noToken: "there is no roll token"
    case .unknownTask: "there is no such task"
    case .taskCompleted: "the task is completed already"
    case .taskOpen: "the task is not completed"
    case .unknownProject: "there is no such project"
    case .projectExists: "there is a project of that name"
    case .inboxIsFixed: "Inbox can be neither renamed nor removed"
    case .unknownQuest: "there is no such quest set, mission or node"
    case .nodeCompleted: "the node is completed already"
    case .nodeOpen: "the node is not completed"
    case .nodeLocked: "the node is locked"
    case .nodeNeeded: "completed nodes depend on it; ask for cascade to un-complete them too"
    case .unknownGate: "there is no such gate"
    case .gateNotClosed: "the gate is open, or opens by itself"
    case .laterDay: "the day lies in the future"
    case .unknownTracker: "there is no such tracker"
    case .trackerExists: "there is a tracker of that name"
    case .unfitEntry: "the entry does not fit the fields that the tracker has at that time"
    case .nodeVanished: "the node is no longer in its set"
    case .questCycle: "the set and others that are loaded would wait for each other"
    case .notHabit: "the tracker is not a habit"
    case .habitPaused: "the habit is paused already"
    case .habitNotPaused: "the habit is not paused"
    case .unknownCurrency: "the rulebook has no such currency"
    case .unknownPool: "the rulebook has no such pool"
    case .poolClosed: "the pool is closed on that day"
    case .notCovered: "the balance does not cover the price"
    case .poolLimit: "the pool's limit of rolls would be exceeded"
    case .boxEmpty: "the box has too few cards left"
    case .notOffered: "the pool does not offer this card for it"
    case .tooFewRolls: "the pool has not been rolled often enough for an exchange"
    case .unknownCategory: "the rulebook has no such category"
    case .unknownIntensity: "the rulebook has no such intensity"
    case .habitGroup: "the habit is a group, which has no entries of its own"
    case .habitCycle: "the group would be a member of itself"
    case .taskBlocked: "other tasks have to be completed first"
    case .taskCycle: "the tasks would have to be completed before each other"
    case .taskStarted: "the task is started already"
    case .taskNotStarted: "the task is not started"
    case .unknownCard: "the rulebook has no such card"
    case .cardOwned: "the card is owned already"
    case .notForSale: "the rulebook has no price for the card"
    case .outOfSeason: "the season of the card is not open on that day"
    }
  }
}
