/// The states of the subjects other than sparks, cards and missions.
struct SubjectStates: Sendable {
  var tasks = TasksState()
  var quests = QuestsState()
  var journey = JourneyState()
  var moods = MoodsState()
  var trackers = TrackersState()
  /// Whether an event of any of these subjects was applied.
  var hasEvents = false

  /// Removes every event, keeping the allocated memory of the journey, which sparks change too.
  mutating func reset() {
    journey.reset()
    guard hasEvents else { return }
    tasks = TasksState()
    quests = QuestsState()
    moods = MoodsState()
    trackers = TrackersState()
    hasEvents = false
  }
}

extension SubjectStates {
  init(from reader: inout StateReader) {
    tasks = TasksState(from: &reader)
    quests = QuestsState(from: &reader)
    journey = JourneyState(from: &reader)
    moods = MoodsState(from: &reader)
    trackers = TrackersState(from: &reader)
    hasEvents = true
  }

  func encode(to writer: inout StateWriter) {
    tasks.encode(to: &writer)
    quests.encode(to: &writer)
    journey.encode(to: &writer)
    moods.encode(to: &writer)
    trackers.encode(to: &writer)
  }
}

extension SubjectStates: Equatable {
  /// Returns whether both are equal in every derived fact.
  static func == (left: SubjectStates, right: SubjectStates) -> Bool {
    left.tasks == right.tasks && left.quests == right.quests && left.journey == right.journey
      && left.moods == right.moods && left.trackers == right.trackers
  }
}
