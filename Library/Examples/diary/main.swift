// Keeps a profile in memory and in a JSON file, on any platform that has Foundation: `diary FILE`.
// What it prints is in expected.txt.
import FlintRules
import Foundation

let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "diary.json")
let rulebook = try Rulebook(.everyday)
let noon = Instant(milliseconds: 1_772_449_200_000)

var diary = try Diary(rulebook, zone: "Europe/Rome", seed: 7)
let ran = try diary.record(.spark("Ran to work", category: .energy), at: noon)
print("a spark: \(ran?.points ?? 0) points, \(ran?.draw.rarity?.name ?? "no") card")
let again = try diary.record(.spark("Ran to work", category: .energy), at: noon)
print("the same once more: \(again == nil ? "nothing" : "recorded twice")")

// What happened earlier is recorded later.
let morning = Instant(milliseconds: noon.milliseconds - 5 * 3_600_000)
let mood = try diary.record(
  .mood(.good, on: CivilDay("2026-03-02") ?? .init(number: 0)), at: morning)
print("a mood: \(mood?.points ?? 0) points")

try diary.encoded.write(to: file, options: .atomic)
let restored = try Diary(rulebook, decoding: Data(contentsOf: file))
print(
  "restored: \(restored.count) events, \(restored.state == diary.state ? "equal" : "different")")

let results = JSONEncoder()
results.outputFormatting = [.sortedKeys, .prettyPrinted]
print(String(decoding: try results.encode(restored.summary(at: noon)), as: UTF8.self))
