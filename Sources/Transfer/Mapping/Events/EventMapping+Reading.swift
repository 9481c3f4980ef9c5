import FlintRules
import FlintSchema
import Sessions

extension EventMapping {
  /// The names of the members that concern an event of a row.
  static let memberNames = [
    "columns", "each", "as", "id", "values", "defaults", "scale", "fields", "habit", "habits",
  ]
}

extension TableReader {
  /// Reads the events of a row: that of `kind`, or those of `events`.
  ///
  /// - Returns: `nil` after recording that their kinds are not known.
  mutating func events(of members: MappingTree.Members) -> [EventMapping]? {
    guard let list = members.first(where: { $0.name == "events" })?.value else {
      guard let kind = member("kind", of: members, isRequired: true, { $0.kind($1) }) else {
        return nil
      }
      return complete(event(kind, members), members)
    }
    if members.contains(where: { $0.name == "kind" }) {
      fault("the events have the kinds; leave it out", at: .name("kind"))
    }
    guard case .list(let items) = list, !items.isEmpty else {
      fault("expected a list of events, each with a kind, got \(list.shown)", at: .name("events"))
      return nil
    }
    var kinds: [MappingKind?] = []
    for (index, item) in items.enumerated() {
      kinds.append(
        within(.name("events")) { reader in
          reader.within(.position(index + 1)) { reader in
            guard let own = reader.table(item, "a table") else { return nil }
            reader.check(own, among: ["kind"] + EventMapping.memberNames)
            return reader.member("kind", of: own, isRequired: true) { $0.kind($1) }
          }
        })
    }
    let known = kinds.compactMap(\.self)
    guard known.count == kinds.count else { return nil }
    let common = commonEvent(known, members)
    var events: [EventMapping] = []
    for (index, item) in items.enumerated() {
      guard case .table(let own) = item else { continue }
      within(.name("events")) { reader in
        reader.within(.position(index + 1)) { reader in
          events += reader.complete(
            reader.event(known[index], own, inheriting: common), own)
        }
      }
    }
    distinguishKeys(&events)
    return events
  }

  private mutating func kind(_ tree: MappingTree) -> MappingKind? {
    word(tree, of: MappingKind.names).flatMap { MappingKind(rawValue: $0) }
  }

  /// Reads what holds for all events of some kinds.
  private mutating func commonEvent(
    _ kinds: [MappingKind], _ members: MappingTree.Members
  ) -> EventMapping {
    var common = EventMapping(kinds[0])
    content(of: members, kinds, &common)
    return common
  }

  private mutating func event(
    _ kind: MappingKind, _ members: MappingTree.Members, inheriting common: EventMapping? = nil
  ) -> EventMapping {
    var event = common.map { EventMapping(kind, inheriting: $0) } ?? EventMapping(kind)
    content(of: members, [kind], &event)
    return event
  }

  /// Reads the members of an event, of which those that are given replace what it has.
  private mutating func content(
    of members: MappingTree.Members, _ kinds: [MappingKind], _ event: inout EventMapping
  ) {
    let fields = kinds.fields
    let defaults = member("defaults", of: members) { $0.defaults($1, fields) } ?? [:]
    event.defaults.merge(defaults) { $1 }
    let types = member("fields", of: members) { $0.fields($1, kinds) } ?? []
    event.fieldTypes = types + event.fieldTypes
    member("columns", of: members) { $0.columns($1, fields, &event) }
    let habits = habits(of: members, kinds)
    event.habits.named.merge(habits.named) { $1 }
    event.habits.others = habits.others ?? event.habits.others
    event.id = member("id", of: members) { $0.idSource($1) } ?? event.id
    let values = member("values", of: members) { $0.values($1, fields) } ?? [:]
    event.values.merge(values) { $1 }
    event.scale = member("scale", of: members) { $0.scale($1, kinds) } ?? event.scale
  }

  /// Returns an event, or the events of the columns that `each` names, after checking that they have
  /// what their kind needs.
  private mutating func complete(
    _ event: EventMapping, _ members: MappingTree.Members
  ) -> [EventMapping] {
    let hasEach = members.contains { $0.name == "each" }
    if !hasEach {
      member("as", of: members) { reader, _ in
        reader.fault("it is the field of the columns that each names, and there is no each")
        return Optional<Never>.none
      }
    }
    let events = hasEach ? each(event, members) : [event]
    if hasEach, events.isEmpty { return [] }
    within(.name("columns")) { $0.checkFields(of: events) }
    return events
  }

  private mutating func checkFields(of events: [EventMapping]) {
    guard let event = events.first else { return }
    func has(_ name: String) -> Bool {
      events.allSatisfy { $0.has(name) || (name == "at" && $0.dayField != nil) }
    }
    for field in event.kind.fields where field.isRequired && !has(field.name) {
      fault("expected a column, a function or {value = …}, got nothing", at: .name(field.name))
    }
    switch event.kind {
    case .mood where !has("day") && !has("at"):
      fault("expected day or at: the time of the mood")
    case .entry where events.contains(where: { !$0.has("kind") }):
      if events.contains(where: { event in EntryMapper.values.count { event.has($0) } != 1 }) {
        fault(
          "expected one of \(EntryMapper.values.alternatives); with several, kind "
            + "has to name the one that a row has")
      }
    default: break
    }
  }

  /// Distinguishes the keys of events of one kind that a row becomes: by the tracker, and by a number
  /// where several are of one tracker.
  private func distinguishKeys(_ events: inout [EventMapping]) {
    var counts: [MappingKind: Int] = [:]
    let kinds = events.filter { $0.keySuffix == nil }.map(\.kind)
    for index in events.indices where events[index].keySuffix == nil {
      let kind = events[index].kind
      let number = counts[kind, default: 0] + 1
      counts[kind] = number
      if kinds.count(where: { $0 == kind }) == 1 { continue }
      events[index].keySuffix = events[index].onlyTracker ?? (number > 1 ? "\(number)" : nil)
    }
    var taken: [MappingKind: Set<String>] = [:]
    for index in events.indices {
      guard let suffix = events[index].keySuffix else { continue }
      var (unique, number) = (suffix, 1)
      while !taken[events[index].kind, default: []].insert(unique).inserted {
        number += 1
        unique = "\(suffix) \(number)"
      }
      events[index].keySuffix = unique
    }
  }
}
