/// The states of the subjects other than sparks, cards and missions.
package struct SubjectStates: Sendable {
  package internal(set) var tasks = TasksState()
  package internal(set) var quests = QuestsState()
  package internal(set) var journey = JourneyState()
  package internal(set) var moods = MoodsState()
  package internal(set) var trackers = TrackersState()
  /// How often earning rules have paid on the open days.
  var earning = EarningState()
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
    earning = EarningState()
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
    earning = EarningState(from: &reader)
    hasEvents = true
  }

  func encode(to writer: inout StateWriter) {
    tasks.encode(to: &writer)
    quests.encode(to: &writer)
    journey.encode(to: &writer)
    moods.encode(to: &writer)
    trackers.encode(to: &writer)
    earning.encode(to: &writer)
  }
}

extension SubjectStates: Equatable {
  /// Returns whether both are equal in every derived fact.
  package static func == (left: SubjectStates, right: SubjectStates) -> Bool {
    left.tasks == right.tasks && left.quests == right.quests && left.journey == right.journey
      && left.moods == right.moods && left.trackers == right.trackers
      && left.earning == right.earning
  }
}
