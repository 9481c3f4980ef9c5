import FlintCalendar
import FlintSchema

extension QuestsState {
  /// Encodes the state for a cache, without what follows from sets, completions and opened gates.
  func encode(to writer: inout StateWriter) {
    writer.write(level) { $0.write($1) }
    writer.write(list: progress) { writer, progress in
      progress.definition.encode(to: &writer)
      let completed = progress.completions.indices.filter { progress.completions[$0] != nil }
      writer.write(list: completed) { writer, node in
        writer.write(node)
        writer.write(progress.completions[node]) { writer, completion in
          completion.encode(to: &writer)
        }
      }
      writer.write(list: progress.vanished.sorted { $0.key < $1.key }) { writer, vanished in
        writer.write(vanished.key)
        vanished.value.encode(to: &writer)
      }
      writer.write(list: progress.openedByHand.indices.filter { progress.openedByHand[$0] }) {
        $0.write($1)
      }
    }
  }

  /// Decodes the output of `encode(to:)`; the reader fails when the state is inconsistent.
  init(from reader: inout StateReader) {
    level = reader.optional { $0.word() }
    let loaded = reader.list { reader in
      var loaded = QuestProgress(QuestSet(from: &reader))
      let completed = reader.list { reader in
        (node: reader.integer(Int.self), completion: reader.optional { QuestCompletion(from: &$0) })
      }
      for (node, completion) in completed {
        guard let completion, loaded.completions.indices.contains(node) else {
          reader.fail()
          continue
        }
        loaded.complete(node, completion)
      }
      let vanished = reader.list { reader in
        (id: reader.text(), completion: QuestCompletion(from: &reader))
      }
      for (id, completion) in vanished {
        if loaded.plan.nodePositions[id] != nil { reader.fail() }
        loaded.vanished[id] = completion
      }
      for gate in reader.list({ $0.integer(Int.self) }) {
        guard loaded.openedByHand.indices.contains(gate) else {
          reader.fail()
          continue
        }
        loaded.openByHand(gate)
      }
      return loaded
    }
    for loaded in loaded {
      if position(of: loaded.definition.id) != nil { reader.fail() }
      put(loaded)
    }
    if !reader.isSound { self = QuestsState() }
  }
}

extension QuestCompletion {
  fileprivate func encode(to writer: inout StateWriter) {
    writer.write(event)
    writer.write(at)
    writer.write(day)
    writer.write(offset.seconds)
    writer.write(payment) { $1.encode(to: &$0) }
  }

  fileprivate init(from reader: inout StateReader) {
    event = reader.id()
    at = reader.instant()
    day = reader.day()
    offset = UTCOffset(seconds: reader.integer())
    payment = reader.optional { Payment(from: &$0) }
  }
}

extension QuestSet {
  fileprivate func encode(to writer: inout StateWriter) {
    writer.write(id)
    writer.write(name)
    for text in [category, source, sourceURL, lastScraped, lastKnownUpdate] { writer.write(text) }
    writer.write(totalMissions) { $0.write($1) }
    writer.write(list: missions) { writer, mission in
      writer.write(mission.id)
      writer.write(mission.title)
      writer.write(mission.number)
      writer.write(mission.url)
      writer.write(list: mission.nodes) { $1.encode(to: &$0) }
      writer.write(list: mission.gates) { $1.encode(to: &$0) }
    }
  }

  fileprivate init(from reader: inout StateReader) {
    let unchecked = QuestSet(
      id: reader.text(), name: reader.text(), category: reader.optionalText(),
      source: reader.optionalText(), sourceURL: reader.optionalText(),
      lastScraped: reader.optionalText(), lastKnownUpdate: reader.optionalText(),
      totalMissions: reader.optional { $0.word() },
      missions: reader.list { reader in
        QuestMission(
          id: reader.text(), title: reader.text(), number: reader.optionalText(),
          url: reader.optionalText(), nodes: reader.list { QuestNode(from: &$0) },
          gates: reader.list { QuestGate(from: &$0) })
      })
    var faults: [TableFault] = []
    if reader.isSound, let set = unchecked.checked(adding: &faults) {
      self = set
    } else {
      reader.fail()
      self = QuestSet(id: "", name: "", missions: [])
    }
  }
}

extension QuestNode {
  fileprivate func encode(to writer: inout StateWriter) {
    writer.write(id)
    writer.write(orderIndex)
    writer.write(title)
    writer.write(description)
    writer.write(list: dependencies) { $0.write($1) }
    writer.write(location) { writer, location in
      for text in [location.coordinates, location.zone, location.npc] { writer.write(text) }
    }
  }

  fileprivate init(from reader: inout StateReader) {
    self.init(
      id: reader.text(), orderIndex: reader.word(), title: reader.text(),
      description: reader.optionalText(), dependencies: reader.list { $0.text() },
      location: reader.optional { reader in
        QuestLocation(
          coordinates: reader.optionalText(), zone: reader.optionalText(),
          npc: reader.optionalText())
      })
  }
}

extension QuestGate {
  fileprivate func encode(to writer: inout StateWriter) {
    writer.write(id)
    writer.write(type.rawValue)
    writer.write(afterNodeID)
    writer.write(requirement)
    writer.write(description)
  }

  fileprivate init(from reader: inout StateReader) {
    let id = reader.text()
    let type = Requirement(rawValue: reader.text())
    if type == nil { reader.fail() }
    self.init(
      id: id, type: type ?? .other, afterNodeID: reader.optionalText(), requirement: reader.text(),
      description: reader.optionalText())
  }
}

extension StateWriter {
  fileprivate mutating func write(_ text: String?) { write(text) { $0.write($1) } }
}

extension StateReader {
  fileprivate mutating func optionalText() -> String? { optional { $0.text() } }
}
