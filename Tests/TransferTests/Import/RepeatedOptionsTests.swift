import FlintRules
import Testing

@testable import Transfer

/// The options that a rejects file stores, to import it again in the same way.
struct `Remembered options` {
  private static func all() -> RepeatedOptions {
    var options = RepeatedOptions()
    options.format = "daylio"
    options.map = "sheet.lua"
    options.dates = .dmy
    options.zone = "Europe/Rome"
    options.moods = ["ok": .average, "Gut, sehr": .great, "a=b\\c": .bad]
    options.trackers = ["walk": "Walk (Loop)", "run": "Run"]
    options.tracker = "Run"
    options.isUpdating = true
    options.isStrict = true
    return options
  }

  @Test func `are arguments in a fixed order, with names in order and escaped`() {
    #expect(
      Self.all().arguments
        == #"--format daylio --map sheet.lua --dates dmy --zone Europe/Rome "#
        + #"--moods "Gut\, sehr=great,a\=b\\c=bad,ok=average" "#
        + #"--trackers "run=Run,walk=Walk (Loop)" --tracker "Run" --update --strict"#)
    var script = RepeatedOptions()
    script.hasOwnMap = true
    #expect(script.arguments == "a mapping inside a script")
    #expect(RepeatedOptions().arguments == "")
  }

  @Test func `are restored from their text, which is the same for any order of names`() throws {
    let text = try #require(Self.all().text)
    #expect(
      text == #"{"format":"daylio","map":"sheet.lua","dates":"dmy","zone":"Europe/Rome","#
        + #""moods":{"Gut, sehr":"great","a=b\\c":"bad","ok":"average"},"#
        + #""trackers":{"run":"Run","walk":"Walk (Loop)"},"tracker":"Run","update":true,"strict":true}"#
    )
    #expect(RepeatedOptions(text: text) == Self.all())
    #expect(RepeatedOptions().text == nil)
    #expect(RepeatedOptions(text: "no JSON") == nil)
  }

  @Test func `are only those that are not given`() {
    let all = Self.all()
    #expect(all.missing(in: RepeatedOptions()) == all)
    #expect(all.missing(in: all) == RepeatedOptions())
    var given = RepeatedOptions()
    given.moods = ["ok": .good]
    given.dates = .mdy
    // One mapping or format replaces the other.
    given.hasOwnMap = true
    var missing = all
    missing.format = nil
    missing.map = nil
    missing.dates = nil
    missing.moods["ok"] = nil
    #expect(all.missing(in: given) == missing)
  }

  @Test func `fill what an import is not given`() {
    var options = ImportOptions()
    options.values.dateOrder = .mdy
    options.values.moods = ["ok": .good]
    Self.all().fill(&options)
    #expect(options.format == "daylio")
    #expect(options.values.dateOrder == .mdy)
    #expect(options.values.zone == "Europe/Rome")
    #expect(options.values.moods == ["ok": .good, "Gut, sehr": .great, "a=b\\c": .bad])
    #expect(options.values.trackers == ["walk": "Walk (Loop)", "run": "Run"])
    #expect(options.isUpdating && options.text.isStrict)
  }
}
