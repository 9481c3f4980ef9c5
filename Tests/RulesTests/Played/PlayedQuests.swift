@testable import FlintRules
import FlintCalendar

/// Quests under test: each event is a second after the previous one, with the number of previous
/// events as its id.
struct PlayedQuests {
  var state = QuestsState()
  /// The profile's level at each event.
  var level: Int64 = 1
  private var count: UInt64 = 0

  /// A day in March 2026 (2026-03-01 is 20,513 days after 1970-01-01), or counted on from there.
  static func march(_ day: Int32) -> CivilDay { CivilDay(number: 20_512 + day) }

  init() {}

  /// Creates a state with loaded sets, each given as JSON.
  init(loading sets: String...) throws {
    for set in sets { try load(set) }
  }

  @discardableResult
  mutating func apply(_ action: QuestAction, on day: Int32 = 1) -> SubjectEffect {
    let id = EventID(high: 0, low: count)
    count += 1
    return state.apply(
      action, id: id, at: Instant(milliseconds: 1_772_323_200_000 + Int64(count) * 1000),
      day: PlayedQuests.march(day), level: level)
  }

  @discardableResult
  mutating func load(_ json: String) throws -> SubjectEffect {
    apply(.load(try QuestSet(parsing: Array(json.utf8), file: "test.json")))
  }

  /// - Parameter node: `set/node`.
  @discardableResult
  mutating func complete(_ node: String, on day: Int32 = 1) -> VoidReason? {
    apply(.complete(Self.reference(node)), on: day).void
  }

  /// - Parameter gate: `set/gate`.
  @discardableResult
  mutating func open(_ gate: String) -> VoidReason? { apply(.openGate(Self.reference(gate))).void }

  /// - Returns: the reason why the event is void, or the days of March whose completions were reset.
  @discardableResult
  mutating func reset(
    _ scope: QuestScope, cascade: Bool = false
  ) -> (void: VoidReason?, days: [Int32]) {
    let effect = apply(.reset(scope, cascade: cascade))
    return (effect.void, effect.reversals.map { $0.day.number - 20_512 })
  }

  /// - Parameter node: `set/node`.
  @discardableResult
  mutating func reset(
    node: String, cascade: Bool = false
  ) -> (void: VoidReason?, days: [Int32]) {
    reset(.node(Self.reference(node)), cascade: cascade)
  }

  /// Parses `set/id`.
  static func reference(_ text: String) -> QuestReference {
    let parts = text.split(separator: "/", maxSplits: 1)
    return QuestReference(set: String(parts[0]), id: String(parts[1]))
  }

  /// The ids of the available nodes.
  var available: [String] { state.nodes(QuestQuery(.available), level: level).map(\.node.id) }

  /// The ids of the nodes that are completed.
  var completed: [String] { state.nodes(QuestQuery(.completed), level: level).map(\.node.id) }

  /// The unmet requirements of a node, `set/node`.
  func lock(_ node: String) -> String? {
    state.node(Self.reference(node), level: level)?.lock?.description
  }
}

/// Quest sets in JSON, from a short notation.
enum QuestText {
  /// A set of missions.
  static func set(_ id: String, _ missions: String...) -> String {
    #"{"id":"\#(id)","name":"\#(id)","missions":[\#(missions.joined(separator: ","))]}"#
  }

  /// A mission; each node is `id`, or `id: dependency dependency`, in the order given.
  static func mission(_ id: String, _ nodes: [String], _ gates: String...) -> String {
    let nodes = nodes.enumerated().map { index, node in
      let parts = node.split(separator: ":")
      let needs = parts.count > 1 ? parts[1].split(separator: " ").map { #""\#($0)""# } : []
      return
        #"{"id":"\#(parts[0])","orderIndex":\#(index),"title":"\#(parts[0])","#
        + #""dependencies":[\#(needs.joined(separator: ","))]}"#
    }
    return
      #"{"id":"\#(id)","title":"\#(id)","nodes":[\#(nodes.joined(separator: ","))],"#
      + #""gates":[\#(gates.joined(separator: ","))]}"#
  }

  /// A gate, after a node if one is given.
  static func gate(_ id: String, _ type: String, _ requirement: String, after: String? = nil)
    -> String
  {
    let after = after.map { #""afterNodeId":"\#($0)","# } ?? ""
    return #"{"id":"\#(id)","type":"\#(type)",\#(after)"requirement":"\#(requirement)"}"#
  }
}
