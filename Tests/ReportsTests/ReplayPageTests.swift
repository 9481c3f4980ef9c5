import FlintCalendar
import Charts
import FlintJSON
import FlintRules
import FlintSchema
import Testing
import Views

@testable import Reports

/// A history of no events under rulebooks of which one has a currency.
struct `A replay of nothing` {
  private let view: ReplayView

  init() throws {
    let rich = try RulebookDefinition(
      reading: JSONValue(
        parsing: #"{"id": "rich", "extends": "ignition", "currencies": {"gems": {"start": 5}}}"#),
      bundled: RulebookDefinition.bundled)
    var replay = Replay(old: try Rulebook(.ignition), new: try Rulebook(rich), seed: 1)
    replay.finish()
    view = ReplayView(replay, zone: try CivilZone(name: "UTC"))
  }

  @Test func `has the balance at the start`() throws {
    #expect(view.json["events"] == .integer(0) && view.json["first_divergence"] == .null)
    guard case .array(let differences)? = view.json["differences"] else {
      Issue.record("\(view.json)")
      return
    }
    #expect(
      differences.map { $0.text() } == [
        #"{"subject":"balance","name":"gems","change":"gained","old":null,"new":5,"#
          + #""old_times":null,"new_times":null}"#
      ])
    #expect(
      ReplayView.schema.records(view).filter { $0.measure == "differences_new" }
        .map { [$0.keys["subject"]?.plain, $0.keys["name"]?.plain, $0.value.plain] } == [
          ["balance", "gems", "5"]
        ])
  }

  @Test func `shows what only one rulebook has`() throws {
    let page = ReportPage(view)
    #expect(
      page.lead == [
        "0 events: 0 points under ignition (old), 0 under rich (new). No single event has a different "
          + "outcome."
      ])
    let numbers = try #require(page.sections.first { $0.id == "numbers" })
    guard case .table(_, let table)? = numbers.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.columns == ["result", "old", "new"])
    #expect(table.rows == [["balance of gems", "–", "5"]])
  }
}
