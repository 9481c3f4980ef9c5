import FlintRules
import FlintSchema
import Testing

@testable import Sessions

struct `The canonical content of an entry` {
  private static let tracker = EventID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
  private static let kinds: [EntryKind] =
    [.session(minutes: 0), .session(minutes: 2_147_483_647), .log("a \"b\"\nc")]
    + [.checklist(true), .checklist(false), .rating(1), .rating(5)]
    + [0, 1, -1, 746_060_000, -2_500_000, 1_000_000, .max / 1_000_000].compactMap {
      DecimalNumber(millionths: $0).map { .measurement($0) }
    }

  @Test(arguments: kinds)
  func `is what the schema writes`(kind: EntryKind) throws {
    var entries = [try EntryContent(tracker: Self.tracker, kind: kind)]
    entries.append(try EntryContent(tracker: Self.tracker, kind: kind, title: "t", notes: "é"))
    entries.append(try EntryContent(tracker: Self.tracker, kind: kind, tags: ["b", "a"]))
    entries.append(
      try EntryContent(
        tracker: Self.tracker, kind: kind, values: [.init(name: "x", value: .boolean(true))]))
    if !kind.hasMinutes {
      entries.append(try EntryContent(tracker: Self.tracker, kind: kind, minutes: 7))
    }
    for entry in entries {
      #expect(entry.canonicalText == ProfileEvent.Action.tracker(.entry(entry)).content)
    }
  }
}
