import FlintRules
import Foundation

/// A profile in memory, which is saved as one JSON file: its seed, its zone and its events.
///
/// The rules need no file system; whoever has another place to keep the bytes keeps them there.
struct Diary {
  /// What the file has.
  private struct Saved: Codable {
    var seed: UInt64
    var zone: String
    var events: [ProfileEvent]
  }

  let rulebook: Rulebook
  private let zone: CivilZone
  private var saved: Saved
  /// The fold of the events.
  private(set) var state: ProfileState

  /// Creates a profile without events. Its seed is chosen once, and decides on every card that it will draw.
  init(_ rulebook: Rulebook, zone: String, seed: UInt64 = .random(in: 0 ... .max)) throws {
    self.rulebook = rulebook
    self.zone = try CivilZone(name: zone)
    saved = Saved(seed: seed, zone: zone, events: [])
    state = rulebook.initialState()
  }

  /// Restores a profile from the bytes that `encoded` returned.
  init(_ rulebook: Rulebook, decoding bytes: Data) throws {
    self.rulebook = rulebook
    saved = try JSONDecoder().decode(Saved.self, from: bytes)
    zone = try CivilZone(name: saved.zone)
    state = rulebook.initialState()
    fold()
  }

  var encoded: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      return try encoder.encode(saved)
    }
  }

  var count: Int { saved.events.count }

  /// Records what happened at an instant, and returns what it brought. An event that is there already is not
  /// recorded again.
  mutating func record(_ draft: EventDraft, at instant: Instant) throws -> Outcome? {
    let event = try draft.event(at: instant, in: zone, seed: saved.seed)
    guard !saved.events.contains(where: { $0.id == event.id }) else { return nil }
    saved.events.append(event)
    if state.canAppend(event) {
      return rulebook.apply([event], to: &state, seed: saved.seed)[0]
    }
    // It precedes what was recorded: everything is folded again, which takes a second for ten million events.
    return fold()[event.id]
  }

  /// Takes an event back, as if it had never been recorded.
  mutating func remove(_ id: EventID) {
    saved.events.removeAll { $0.id == id }
    fold()
  }

  func summary(at instant: Instant) -> ProfileSummary {
    rulebook.summary(of: state, today: zone.day(of: instant))
  }

  @discardableResult private mutating func fold() -> [EventID: Outcome] {
    saved.events.sort()
    state = rulebook.initialState()
    let outcomes = rulebook.apply(saved.events, to: &state, seed: saved.seed)
    return Dictionary(uniqueKeysWithValues: zip(saved.events.map(\.id), outcomes))
  }
}
