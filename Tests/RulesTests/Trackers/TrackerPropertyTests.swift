import FlintCalendar
import FlintSchema
import TestSupport
import Testing

@testable import FlintRules

/// Random histories of tracker events compared with a reference model.
struct `Random histories of trackers` {
  struct Happening {
    var place: FoldPosition
    var day: CivilDay
    var action: TrackerAction
  }

  static let names = ["Runs", "RUNS", "Books", "books", "Weight"]
  static let fieldNames = ["a", "A", "b"]

  static func kind(_ random: inout SplitMix64) throws -> EntryKind {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .session(minutes: Int64.random(in: 0...500, using: &random))
    case 1:
      .measurement(
        try #require(
          DecimalNumber(
            millionths: Int64.random(
              in: -DecimalNumber.limit...DecimalNumber.limit, using: &random))))
    case 2: .log("x")
    case 3: .checklist(Bool.random(using: &random))
    default: .rating(Int64.random(in: 1...5, using: &random))
    }
  }

  static func field(_ random: inout SplitMix64) throws -> TrackerField {
    try TrackerField(
      name: #require(fieldNames.randomElement(using: &random)),
      type: Bool.random(using: &random) ? .text : .boolean)
  }

  static func action(_ ids: [EventID], _ random: inout SplitMix64) throws -> TrackerAction {
    let tracker = ids.randomElement(using: &random) ?? EventID(high: 0, low: 0)
    let name = try #require(names.randomElement(using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      return .create(try TrackerContent(name: name, fields: [field(&random)]))
    case 2:
      return .update(
        tracker,
        try TrackerChange(
          Bool.random(using: &random) ? ["name": .text(name)] : [:],
          removedFields: Bool.random(using: &random) ? ["b"] : [],
          addedFields: Bool.random(using: &random) ? [field(&random)] : []))
    default:
      let field = try field(&random)
      let value: TrackerValue = field.type == .text ? .text("") : .boolean(true)
      return .entry(
        try EntryContent(
          tracker: tracker, kind: kind(&random), tags: ["x, y"],
          values: Bool.random(using: &random)
            ? [EntryContent.Value(name: field.name, value: value)] : []))
    }
  }

  static func history(_ random: inout SplitMix64) throws -> [Happening] {
    var history: [Happening] = []
    var ids: [EventID] = []
    var at: Int64 = 0
    for number in 0..<UInt64(Int.random(in: 0...120, using: &random)) {
      at += Int64.random(in: 0...12, using: &random)
      let id = EventID(high: random.next(), low: number)
      let action = try action(ids, &random)
      if case .create = action { ids.append(id) }
      history.append(
        Happening(
          place: FoldPosition(at: Instant(milliseconds: at), rank: action.kind.rank, id: id),
          // Ten milliseconds a day, and up to two days either way for changes of time zone.
          day: CivilDay(number: Int32(20_000 + at / 10) + Int32.random(in: -1...1, using: &random)),
          action: action))
    }
    return history
  }

  static func fold(_ history: [Happening]) -> (state: TrackersState, effects: [SubjectEffect]) {
    var state = TrackersState()
    let effects = history.sorted { $0.place < $1.place }.map { happening in
      state.apply(
        happening.action, id: happening.place.id, at: happening.place.at, day: happening.day)
    }
    return (state, effects)
  }

  /// Entries by tracker, in the reference model.
  struct Model {
    struct Kept {
      var name: String
      var types: [String: TrackerFieldType]
      var entries: [(kind: EntryKind, day: CivilDay)] = []
    }

    var kept: [EventID: Kept] = [:]
    /// The trackers that later creations of the same names refer to.
    var aliases: [EventID: EventID] = [:]
    var voids: [VoidReason?] = []

    init(_ history: [Happening]) {
      for happening in history.sorted(by: { $0.place < $1.place }) {
        voids.append(apply(happening))
      }
    }

    private mutating func apply(_ happening: Happening) -> VoidReason? {
      switch happening.action {
      case .create(let content):
        let name = content.name.lowercased()
        let types = content.fields.map { ($0.name.lowercased(), $0.type) }
        if let known = kept.first(where: { $0.value.name == name })?.key {
          aliases[happening.place.id] = known
          for (name, type) in types { kept[known]?.types[name] = type }
          return nil
        }
        kept[happening.place.id] = Kept(name: name, types: Dictionary(types) { $1 })
      case .update(let called, let change):
        let id = aliases[called] ?? called
        guard let before = kept[id] else { return .unknownTracker }
        let name = change.name?.lowercased() ?? before.name
        if kept.contains(where: { $0.key != id && $0.value.name == name }) {
          return .trackerExists
        }
        kept[id]?.name = name
        for field in change.removedFields { kept[id]?.types[field.lowercased()] = nil }
        for field in change.addedFields { kept[id]?.types[field.name.lowercased()] = field.type }
      case .entry(let entry):
        let id = aliases[entry.tracker] ?? entry.tracker
        guard let tracker = kept[id] else { return .unknownTracker }
        for value in entry.values where tracker.types[value.name.lowercased()] != value.value.type {
          return .unfitEntry
        }
        kept[id]?.entries.append((entry.kind, happening.day))
      }
      return nil
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `tracker states agree with the reference model`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let history = try Self.history(&random)
    let (state, effects) = Self.fold(history)
    let model = Model(history)
    #expect(effects.map(\.void) == model.voids)
    #expect(Set(state.trackers.map(\.id)) == Set(model.kept.keys))
    for tracker in state.trackers {
      let kept = try #require(model.kept[tracker.id])
      #expect(tracker.content.name.lowercased() == kept.name)
      #expect(state.tracker(named: kept.name) == tracker)
      #expect(tracker.entries == kept.entries.count)
      #expect(tracker.logs == kept.entries.count { $0.kind.name == "log" })
      for (name, totals) in [
        ("session", tracker.sessions), ("measurement", tracker.measurements),
        ("checklist", tracker.checklists), ("rating", tracker.ratings),
      ] {
        let values = kept.entries.filter { $0.kind.name == name }.compactMap(\.kind.millionths)
        let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
        #expect(totals.count == values.count)
        #expect(totals.sum == sum)
        #expect(totals.minimum == values.min())
        #expect(totals.maximum == values.max())
        // Half a millionth is rounded away from zero.
        let doubled = 2 * sum.magnitude + UInt128(values.count)
        let mean = values.isEmpty ? nil : Int64(doubled / (2 * UInt128(values.count)))
        #expect(totals.mean == mean.map { sum < 0 ? -$0 : $0 })
      }
      let days = Set(kept.entries.filter { $0.kind != .checklist(false) }.map(\.day))
      func run(_ day: CivilDay) -> Int64 {
        var length = 0
        while days.contains(day + -length) { length += 1 }
        return Int64(length)
      }
      let all = Set(kept.entries.map(\.day)).sorted()
      #expect(tracker.days.map(\.day) == all)
      #expect(tracker.days.map(\.run) == all.map(run))
      #expect(tracker.activeDays == days.count)
      #expect(tracker.bestStreak == days.map(run).max() ?? 0)
      for day in tracker.days {
        #expect(day.entries == kept.entries.count { $0.day == day.day })
        for later in 0...2 {
          let today = day.day + later
          #expect(
            tracker.currentStreak(today: today)
              == (run(today) > 0 ? run(today) : run(today + -1)))
        }
      }
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `tracker states do not depend on the order of recording, and are cached exactly`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed &+ 1000)
    let history = try Self.history(&random)
    let state = Self.fold(history).state
    #expect(Self.fold(history.shuffled(using: &random)).state == state)
    var writer = StateWriter()
    state.encode(to: &writer)
    var reader = StateReader(writer.bytes)
    #expect(TrackersState(from: &reader) == state)
    #expect(reader.isAtEnd)
    // Again with every event as read back from its content.
    var copies = history
    for index in copies.indices {
      let original = ProfileEvent.Action.tracker(copies[index].action)
      let copy = try ProfileEvent.Action(original.kind, content: Array(original.content.utf8))
      #expect(copy == original)
      if case .tracker(let action) = copy { copies[index].action = action }
    }
    #expect(Self.fold(copies).state == state)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `an event is void exactly when a problem was reported, except for removed fields`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed &+ 2000)
    var state = TrackersState()
    for happening in try Self.history(&random).sorted(by: { $0.place < $1.place }) {
      let problem = state.problem(with: happening.action)
      let before = state
      let effect = state.apply(
        happening.action, id: happening.place.id, at: happening.place.at, day: happening.day)
      // Removing an unknown field is reported, but does not make the change void.
      #expect((effect.void != nil) == (problem != nil && problem?.field != "remove_fields"))
      if effect.void != nil {
        #expect(state == before)
        #expect(effect.entries == 0)
      }
    }
  }

  @Test func `removing the event that created a tracker removes its entries`() throws {
    var random = SplitMix64(state: 3)
    var checked = 0
    for _ in 0..<50 {
      let history = try Self.history(&random)
      guard let created = Self.fold(history).state.trackers.first else { continue }
      let rest = history.filter { $0.place.id != created.id }
      let state = Self.fold(rest).state
      #expect(state.tracker(created.id) == nil)
      let effects = Self.fold(rest).effects
      for (happening, effect) in zip(rest.sorted { $0.place < $1.place }, effects) {
        if case .entry(let entry) = happening.action, entry.tracker == created.id {
          #expect(effect.void == .unknownTracker)
          checked += 1
        }
      }
    }
    #expect(checked > 0)
  }
}
