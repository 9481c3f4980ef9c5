// Embeds Flint's rules: reads a rulebook, makes events, folds them, shows the result, saves and restores it.
// docs/embedding.md explains it; what it prints is in expected.txt.
import FlintRules

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
let definition = try RulebookDefinition(
  reading: JSONValue(parsing: text), bundled: RulebookDefinition.bundled)
let rulebook = try Rulebook(definition)

// Errors of a rulebook, all at once
do {
  var broken = definition
  broken.cards[0].weight = 0
  broken.missions[0].target = -1
  _ = try Rulebook(broken)
} catch {
  for fault in error.faults { print("fault: \(fault)") }
}

// Events
let seed: UInt64 = 7
let zone = try Zone(name: "Europe/Rome")
let now = Instant(milliseconds: 1_772_449_200_000)
let today = zone.day(of: now)

func event(_ draft: EventDraft, hour: Int32, key: String) throws -> Event {
  let time = zone.resolve(CivilTime(day: today, milliseconds: hour * 3_600_000))
  return try draft.event(at: time.instant, offset: time.offset, seed: seed, key: .given(key))
}

let shoes = try event(.task(TaskContent(name: "Buy shoes", priority: .p1)), hour: 7, key: "shoes")
var events = [
  shoes,
  try event(.spark("Ran to work", category: .energy, intensity: .high), hour: 8, key: "run-1"),
  try event(.spark("Chose a route", category: .decision), hour: 9, key: "route-1"),
  try event(.completion(of: shoes.id), hour: 11, key: "shoes-bought"),
]

// The fold
events.sort { $0.foldPosition < $1.foldPosition }
var state = rulebook.initialState()
let outcomes = rulebook.apply(events, to: &state, seed: seed)
rulebook.open(through: today, in: &state)

// What an app shows
let summary = rulebook.summary(of: state, today: today)
print("\(summary.ledger.total) points, level \(summary.level.number): \(summary.level.title)")
print("streak: \(summary.streak.current) day, task score: \(state.tasks.score(on: today))")
for card in rulebook.ownedCards(in: state) {
  print("card: \(card.definition.name) (\(card.definition.rarity))")
}
for event in events {
  if let outcome = outcomes[event.id] { print("\(event.kind.name): \(outcome.points) points") }
}
let nearest = MissionFilter(status: .inProgress, order: .progress)
for mission in rulebook.missions(in: state, filter: nearest, today: today).prefix(3) {
  print("next: \(mission.definition.title), \(mission.progress) of \(mission.definition.target)")
}
for due in rulebook.dues(of: state, at: now, in: zone, days: 0).prefix(3) {
  print("due: \(due.kind.name), \(due.name ?? "today")")
}

// Storing: events are kept, the state is a cache
let saved = JSONValue.array(events.map(\.json)).text()
let cache = state.encoded

var restored: [Event] = []
if case .array(let entries) = try JSONValue(parsing: saved) {
  restored = try entries.map { try Event(json: $0) }
}
print(
  "restored: \(restored == events), \(ProfileState(encoded: cache, rulebook: rulebook) == state)")

// Another rulebook for the same events
var next = definition
next.levels[1].threshold = 500
next.levels[2].threshold = 900
for difference in definition.differences(to: next) { print("change: \(difference)") }
if rulebook.incompatibilities(with: next, after: state).isEmpty {
  let later = try Rulebook(next)
  var replayed = later.initialState()
  _ = later.apply(events, to: &replayed, seed: seed)
  print("level \(state.level) becomes \(replayed.level)")
}
