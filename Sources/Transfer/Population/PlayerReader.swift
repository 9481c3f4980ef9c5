import FlintCalendar
import FlintJSON
package import FlintRules
import FlintSchema

/// Reads the lines of one player after another as events, with the ids that a profile of the player's
/// seed would give them.
///
/// The order of a player's lines does not matter.
struct PlayerReader {
  private struct Read {
    var event: ProfileEvent
    var line: Int
  }

  private let seeds: PopulationSeed
  private let content: EventLineContent

  private var player = ""
  private var seed: UInt64 = 0
  /// The seed of the latest line; `nil` where it has none.
  private var givenSeed: UInt64?
  private var hasSeveralSeeds = false
  private var events: [Read] = []
  /// The lines that refer to a task or a tracker, which a later line may define.
  private var waiting: [(line: EventLine, number: Int)] = []
  /// The positions of events that have a key or an id of their own.
  private var positions: [EventID: Int] = [:]
  /// The further events with such a key or id.
  private var further: [EventID: [Read]] = [:]
  /// The number of equal lines without a key so far, by the id of the first.
  private var occurrences: [EventID: UInt32] = [:]
  /// The tasks by key, and the trackers by key or by name in lower case.
  private var defined: [EventKind: [String: ProfileEvent]] = [:]
  private var numbers: [Int] = []
  private var rejects: [RejectedLine] = []
  private var repeated: Int64 = 0

  init(_ terms: PopulationTerms) {
    seeds = terms.seeds
    content = EventLineContent(terms)
  }

  var lineCount: Int { numbers.count }

  mutating func begin(_ player: String) {
    self.player = player
    hasSeveralSeeds = false
    events.removeAll(keepingCapacity: true)
    waiting.removeAll()
    positions.removeAll(keepingCapacity: true)
    further.removeAll()
    occurrences.removeAll(keepingCapacity: true)
    defined.removeAll()
    numbers.removeAll(keepingCapacity: true)
    rejects = []
    repeated = 0
  }

  mutating func add(_ line: EventLine, number: Int) {
    if numbers.isEmpty {
      givenSeed = line.seed
      seed = line.seed ?? seeds.seed(of: player)
    } else if givenSeed != line.seed {
      hasSeveralSeeds = true
    }
    numbers.append(number)
    if content.refers(line) {
      waiting.append((line, number))
    } else {
      rejecting(number) { (reader) throws(RowProblem) in try reader.record(line, number) }
    }
  }

  /// Ends the player, and returns the events and what was left out.
  mutating func finish() -> PlayerLines {
    for (line, number) in waiting {
      rejecting(number) { (reader) throws(RowProblem) in
        var line = line
        for kind in EventLineContent.referred {
          try line.resolve(kind) { name in
            reader.defined[kind]?[name]
              ?? reader.defined[kind]?[name.trimmedWhitespace.lowercased()]
          }
        }
        try reader.record(line, number)
      }
    }
    if hasSeveralSeeds {
      let reason = "the lines of a player have to have the same seed, or none"
      rejects = numbers.map { RejectedLine(line: $0, player: player, reason: reason) }
      return PlayerLines(player: player, seed: seed, events: [], repeated: 0, rejects: rejects)
    }
    for (id, others) in further {
      if let position = positions[id] { resolve(position, others) }
    }
    let read = events.map(\.event)
    let isOrdered = zip(read, read.dropFirst()).allSatisfy { $0.foldPosition < $1.foldPosition }
    return PlayerLines(
      player: player, seed: seed,
      events: isOrdered ? read : read.sorted { $0.foldPosition < $1.foldPosition },
      repeated: repeated, rejects: rejects.sorted { $0.line < $1.line })
  }

  private mutating func rejecting(
    _ number: Int, _ action: (inout PlayerReader) throws(RowProblem) -> Void
  ) {
    do throws(RowProblem) {
      try action(&self)
    } catch {
      rejects.append(RejectedLine(line: number, player: player, reason: error.description))
    }
  }

  private mutating func record(_ line: EventLine, _ number: Int) throws(RowProblem) {
    let (at, offset) = try content.time(of: line)
    guard let kind = line.kind else {
      throw RowProblem(reason: "kind: expected a kind such as spark, got nothing")
    }
    if kind == .spark {
      let spark = try content.spark(line, at, offset)
      try insert(line, number, spark.event(id: EventID(high: 0, low: 0))) { [seed] in
        spark.id(seed: seed, key: $0)
      }
      return
    }
    let action = try content.action(line, kind, at, offset)
    let event = ProfileEvent(id: EventID(high: 0, low: 0), at: at, offset: offset, action: action)
    if case .roll(let category) = action {
      let roll = CardRoll(at: at, offset: offset, category: category)
      try insert(line, number, event) { [seed] in roll.id(seed: seed, key: $0) }
      return
    }
    let text = action.content
    try insert(line, number, event) { [seed] in
      ProfileEvent.id(ofKind: kind, content: text, at: at, offset: offset, seed: seed, key: $0)
    }
  }

  private mutating func insert(
    _ line: EventLine, _ number: Int, _ event: ProfileEvent, _ identify: (NaturalKey) -> EventID
  ) throws(RowProblem) {
    var event = event
    if let id = line.id ?? line.key.map({ identify(.given($0)) }) {
      event.id = id
      if positions[id] != nil {
        further[id, default: []].append(Read(event: event, line: number))
        return
      }
      positions[id] = events.count
    } else {
      let first = identify(.content(occurrence: 0))
      let occurrence = occurrences[first, default: 0]
      occurrences[first] = occurrence + 1
      event.id = occurrence == 0 ? first : identify(.content(occurrence: occurrence))
    }
    events.append(Read(event: event, line: number))
    define(event, key: line.key)
  }

  /// Of several events under one key, keeps the earliest, counts those that are equal to it, and rejects
  /// the others, in any order of their lines.
  private mutating func resolve(_ position: Int, _ others: [Read]) {
    func order(_ read: Read) -> (Instant, String, Int32) {
      (read.event.at, read.event.action.content, read.event.offset.seconds)
    }
    let all = [events[position]] + others
    guard let kept = all.indices.min(by: { order(all[$0]) < order(all[$1]) }) else { return }
    events[position] = all[kept]
    for index in all.indices where index != kept {
      if all[index].event == all[kept].event {
        repeated += 1
      } else {
        rejects.append(
          RejectedLine(
            line: all[index].line, player: player,
            reason:
              "key: another line of the player has it with other content; the earlier one counts"
          ))
      }
    }
  }

  /// Registers the names under which other lines can refer to a task or a tracker.
  private mutating func define(_ event: ProfileEvent, key: String?) {
    var names = key.map { [$0] } ?? []
    switch event.action {
    case .task(.taskAdd): break
    case .tracker(.create(let content)): names.append(content.name.trimmedWhitespace.lowercased())
    default: return
    }
    for name in names {
      // The earliest creation defines what a name means.
      if let other = defined[event.action.kind]?[name], other.foldPosition < event.foldPosition {
        continue
      }
      defined[event.action.kind, default: [:]][name] = event
    }
  }
}

/// The events of a player, and the lines that were left out.
package struct PlayerLines: Sendable {
  package var player: String
  package var seed: UInt64
  /// The events, in the order of the fold.
  package var events: [ProfileEvent]
  package var repeated: Int64
  /// The rejected lines, in order.
  package var rejects: [RejectedLine]
}

package struct RejectedLine: Sendable {
  /// The number of the line, from 1.
  package var line: Int
  /// The name of the player; `nil` where it cannot be read.
  package var player: String?
  package var reason: String
  package var text = ""
}
