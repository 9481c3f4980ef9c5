// Embeds Flint's rules: reads a rulebook, makes events, folds them, shows the result, saves and restores it.
// docs/embedding.md explains it; what it prints is in expected.txt.
import FlintRules
import Foundation

// A rulebook, read from JSON
let text = """
  {
    "id": "running-club", "extends": "ignition",
    "levels": [
      {"title": "Walker", "threshold": 0}, {"title": "Runner", "threshold": 60},
      {"title": "Pacer", "threshold": 400}
    ],
    "missions": [
      {"id": "two-a-day", "title": "Two a day", "window": "day", "metric": "sparks", "target": 2,
       "reward": 40}
    ],
    "change_missions": {"mythical-ascent": false}
  }
  """
let definition = try RulebookDefinition(json: text)
let rulebook = try Rulebook(definition)

// Errors of a rulebook, all at once
do {
  _ = try RulebookDefinition(
    json: text.replacing("\"target\": 2", with: "\"target\": -1").replacing("60}", with: "0}"))
} catch {
  for fault in error.faults { print("fault: \(fault)") }
}

// Events
let seed: UInt64 = 7
let zone = try CivilZone(name: "Europe/Rome")
let today = zone.day(of: Instant(milliseconds: 1_772_449_200_000))

func event(_ draft: EventDraft, hour: Int64, key: String) throws -> ProfileEvent {
  let midnight: Int64 = 1_772_406_000_000
  let at = Instant(milliseconds: midnight + hour * 3_600_000)
  return try draft.event(at: at, in: zone, seed: seed, key: key)
}

let shoes = try event(.task("Buy shoes", priority: .p1), hour: 7, key: "shoes")
let events = [
  shoes,
  try event(.spark("Ran to work", category: .energy, intensity: .high), hour: 8, key: "run-1"),
  try event(.spark("Chose a route", category: .decision), hour: 9, key: "route-1"),
  try event(.completion(of: shoes.id), hour: 11, key: "shoes-bought"),
].sorted()

// The fold
var state = rulebook.initialState()
let outcomes = rulebook.apply(events, to: &state, seed: seed)
rulebook.advance(to: today, in: &state)

// What an app shows
let summary = rulebook.summary(of: state, today: today)
print("\(summary.ledger.total) points, level \(summary.level.number): \(summary.level.title)")
print("streak: \(summary.streak.current) day, task score: \(state.taskScore(on: today))")
for card in rulebook.ownedCards(in: state) { print("card: \(card.name) (\(card.rarity))") }
for (event, outcome) in zip(events, outcomes) {
  print("\(event.kind.name): \(outcome.points) points")
}
let nearest = MissionView.Filter(status: .inProgress, order: .progress)
for mission in rulebook.missions(in: state, filter: nearest, today: today).prefix(3) {
  print("next: \(mission.title), \(mission.progress) of \(mission.target)")
}
let evening = Instant(milliseconds: 1_772_449_200_000)
for due in rulebook.dues(of: state, at: evening, in: zone, days: 0).prefix(3) {
  print("due: \(due.kind.name), \(due.name ?? "today")")
}

// Storing: events are kept, the state is a cache
let saved = try JSONEncoder().encode(events)
let cache = state.encoded

let restored = try JSONDecoder().decode([ProfileEvent].self, from: saved)
print(
  "restored: \(restored == events), \(ProfileState(encoded: cache, rulebook: rulebook) == state)")

// Another rulebook for the same events
let next = try RulebookDefinition(
  json: text.replacing("60}", with: "500}").replacing("400}", with: "900}"))
for difference in definition.differences(to: next) { print("change: \(difference)") }
if rulebook.incompatibilities(with: next, after: state).isEmpty {
  let later = try Rulebook(next)
  var replayed = later.initialState()
  _ = later.apply(events, to: &replayed, seed: seed)
  print("level \(state.level) becomes \(replayed.level)")
}
