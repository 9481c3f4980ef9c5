@testable import FlintRules
import FlintCalendar

/// A journey's state for tests, updated as by the fold: the event's day opens, the subject applies
/// the event, the day becomes active, the ladders are examined.
struct JourneyStory {
  var definitions: [LadderDefinition]
  var plan: LadderPlan
  var state = JourneyState()
  var effects: [SubjectEffect] = []
  private var serial: UInt64 = 0

  init(_ definitions: [LadderDefinition] = BundledLadders.all) {
    self.definitions = definitions
    plan = LadderPlan(definitions)
  }

  /// Applies an event; an event of another subject when the action is `nil`.
  @discardableResult
  mutating func apply(
    _ action: JourneyAction?, at: Instant, offset: UTCOffset = .zero, id: UInt64? = nil
  ) -> SubjectEffect {
    serial += 1
    let day = CivilTime(at, offset: offset).day
    state.open(day, plan)
    var effect = SubjectEffect()
    if let action {
      effect = state.apply(
        action, id: EventID(high: 0, low: id ?? serial), at: at, day: day, latest: day)
    }
    if effect.void == nil { state.note(day) }
    state.examine(at: at, plan)
    effects.append(effect)
    return effect
  }

  /// Applies an event at a minute of a day, at UTC.
  @discardableResult
  mutating func apply(
    _ action: JourneyAction?, on day: CivilDay, minute: Int = 600
  ) -> SubjectEffect {
    apply(
      action, at: CivilTime(day: day, milliseconds: Int32(minute) * 60_000).instant(offset: .zero))
  }

  mutating func start(_ start: CivilDay, on day: CivilDay) {
    apply(.start(day: start), on: day)
  }

  /// Applies an event of another subject.
  mutating func other(on day: CivilDay) { apply(nil, on: day) }

  mutating func journal(on day: CivilDay, count: Int = 1) {
    for _ in 0..<count { apply(.entry, on: day) }
  }

  mutating func act(_ kind: ActivityKind, on day: CivilDay, count: Int = 1) {
    for _ in 0..<count { apply(.activity(.of(kind)), on: day) }
  }

  mutating func open(_ day: CivilDay) { state.open(day, plan) }

  func id(of unlock: JourneyState.Unlock) -> String {
    definitions[Int(unlock.ladder)].rungs[Int(unlock.rung)].id
  }

  /// The unlocked achievements in order: id and day.
  var reached: [String] { state.unlocks.map { "\(id(of: $0)) \($0.day)" } }

  /// Returns the days on which the rungs of a ladder were unlocked.
  func days(of ladder: String) -> [String] {
    state.unlocks.filter { definitions[Int($0.ladder)].id == ladder }.map { $0.day.description }
  }
}

extension Activity {
  /// Returns an activity, with a text where one is necessary.
  static func of(_ kind: ActivityKind) -> Activity {
    guard let activity = try? Activity(kind, text: kind == .journal ? "A line" : nil) else {
      preconditionFailure("no activity: \(kind)")
    }
    return activity
  }
}

extension JourneyAction {
  static let entry = JourneyAction.activity(.of(.journal))
}

extension JourneyState {
  var bytes: [UInt8] {
    var writer = StateWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// Decodes a state encoded by `bytes`; `nil` when the bytes are invalid.
  init?(bytes: [UInt8]) {
    var reader = StateReader(bytes)
    self.init(from: &reader)
    if !reader.isAtEnd { return nil }
  }
}

extension LadderDefinition {
  /// Returns a ladder of one metric.
  init(_ id: String, _ metric: LadderMetric, _ thresholds: [Int64]) {
    self.init(
      id: id, title: id,
      rungs: thresholds.map {
        RungDefinition(
          id: "\(id)-\($0)", title: "\(id) \($0)",
          conditions: [LadderCondition(metric, atLeast: $0)])
      })
  }
}
