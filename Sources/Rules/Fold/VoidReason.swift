/// Why an event has no effect at its place in the fold. The raw value is kept in caches.
public enum VoidReason: UInt8, Sendable, CaseIterable {
  /// There was no roll token.
  case noToken = 1
  /// There is no such task, or it was removed.
  case unknownTask = 2
  /// The task is completed already.
  case taskCompleted = 3
  /// The task is not completed.
  case taskOpen = 4
  /// There is no such project.
  case unknownProject = 5
  /// A project of that name exists.
  case projectExists = 6
  /// Inbox can be neither renamed nor removed.
  case inboxIsFixed = 7
  /// There is no such quest set, mission or node.
  case unknownQuest = 8
  /// The quest node is completed already.
  case nodeCompleted = 9
  /// The quest node is not completed.
  case nodeOpen = 10
  /// The quest node waits for others, or for a gate.
  case nodeLocked = 11
  /// Completed quest nodes depend on one that would be un-completed.
  case nodeNeeded = 12
  /// There is no such quest gate.
  case unknownGate = 13
  /// The quest gate opens by itself, or is open.
  case gateNotClosed = 14
  /// The day lies after the event's own.
  case laterDay = 15
  /// There is no such tracker.
  case unknownTracker = 16
  /// A tracker of that name exists.
  case trackerExists = 17
  /// The entry does not fit the tracker's fields.
  case unfitEntry = 18
  /// The quest node that it completed is no longer in its set.
  case nodeVanished = 19
  /// The quest set and others that are loaded would wait for each other.
  case questCycle = 20

  /// What is the matter, as part of a sentence.
  public var text: String {
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
    case .unfitEntry: "the entry does not fit the tracker's fields"
    case .nodeVanished: "the node is no longer in its set"
    case .questCycle: "the set and others that are loaded would wait for each other"
    }
  }
}
