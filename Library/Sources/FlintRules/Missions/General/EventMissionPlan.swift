import FlintCalendar

/// The missions with general metrics and the chains of missions, compiled.
///
/// Missions with short metrics are counted by `MissionPlan`, whose cost for a spark must not grow with
/// these: a rulebook without general metrics has no lists here.
struct EventMissionPlan: Sendable {
  /// The missions, in rulebook order; their progress has the same positions.
  let missions: FixedTable<EventMission>
  /// What the missions count; the filters have the same positions.
  let filters: OccurrenceFilters
  /// The position in `missions` of each mission of the rulebook; empty without general metrics.
  private let positions: [Int?]
  /// The missions that each mission requires; empty without chains.
  private let required: [[Int]]
  /// The missions that require each mission; empty without chains.
  private let dependents: [[Int]]
  private let storage = TableStorage()

  init(_ definition: RulebookDefinition) {
    let definitions = definition.missions
    let missions = definitions.enumerated().compactMap { EventMission($1, at: $0) }
    self.missions = storage.table(missions)
    filters = OccurrenceFilters(
      definitions.compactMap(\.events?.selector), in: definition)
    var positions = [Int?](repeating: nil, count: missions.isEmpty ? 0 : definitions.count)
    for (position, mission) in missions.enumerated() { positions[mission.mission] = position }
    self.positions = positions
    if definitions.allSatisfy({ $0.requires.isEmpty }) {
      (required, dependents) = ([], [])
      return
    }
    let indices = Dictionary(
      definitions.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let required = definitions.map { $0.requires.compactMap { indices[$0] } }
    self.required = required
    dependents = definitions.indices.map { index in
      definitions.indices.filter { required[$0].contains(index) }
    }
  }

  /// Whether no mission has a general metric.
  var isEmpty: Bool { missions.isEmpty }

  /// Returns the position in `missions` of a mission of the rulebook, if its metric is general.
  func position(of mission: Int) -> Int? { positions.isEmpty ? nil : positions[mission] }

  /// Returns whether a mission still waits for one that it requires.
  func isLocked(_ mission: Int, _ state: borrowing ProfileState) -> Bool {
    if required.isEmpty { return false }
    for other in required[mission] where state.timesCompleted(other) == 0 { return true }
    return false
  }

  func dependents(of mission: Int) -> [Int] { dependents.isEmpty ? [] : dependents[mission] }
}
