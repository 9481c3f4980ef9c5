import FlintRules
import FlintSchema

/// The reference of the files of quest sets as a Markdown page. Its tables list the keys that the reader
/// accepts; tests read its example.
package struct QuestPage {
  package static let markdown = """
    # Quest files

    A quest set is a JSON file: a set of missions, which consist of nodes with dependencies and
    gates. `quest.add("FILE")` loads it in Lua. Loading a set with the same id again (case-insensitive)
    replaces it, and completed nodes remain completed. A file with errors is refused as a whole, and
    every error is reported with its path. Unknown keys are ignored, and counted in a notice.

    ```json
    \(example)
    ```

    Keys with a star are required; any other may be absent or `null`. Ids are texts or whole numbers,
    unique within the set among the missions, among the nodes and among the gates.

    ## The file

    \(QuestSet.table.markdown(marksRequired: true))
    ## A mission

    \(QuestMission.table.markdown(marksRequired: true))
    ## A node

    \(QuestNode.table.markdown(marksRequired: true))
    Its `location`:

    \(QuestLocation.table.markdown(marksRequired: true))
    ## A gate

    \(QuestGate.table.markdown(marksRequired: true))
    | type | opens when |
    |---|---|
    \(rows(types))
    ## Status

    | node | meaning |
    |---|---|
    \(rows(statuses))
    | mission | meaning |
    |---|---|
    \(rows(missionStatuses))
    """

  static let example = """
    {
      "id": "garden", "name": "The Walled Garden",
      "missions": [
        {
          "id": "gate", "title": "The Rusty Gate",
          "nodes": [
            {"id": "oil", "orderIndex": 0, "title": "Oil the hinges"},
            {
              "id": "open", "orderIndex": 1, "title": "Open the gate", "dependencies": ["oil"],
              "location": {"zone": "South wall", "npc": "The gardener"}
            }
          ]
        },
        {
          "id": "well", "title": "The Dry Well",
          "gates": [
            {"id": "well-1", "type": "mission", "requirement": "gate"},
            {"id": "well-2", "type": "level", "afterNodeId": "rope", "requirement": 2}
          ],
          "nodes": [
            {"id": "rope", "orderIndex": 0, "title": "Find a rope"},
            {"id": "down", "orderIndex": 1, "title": "Climb down"}
          ]
        }
      ]
    }
    """

  private static func rows<Word: CaseIterable & Hashable & RawRepresentable<String>>(
    _ texts: [Word: String]
  ) -> String {
    Word.allCases.map { "| `\($0.rawValue)` | \(texts[$0] ?? "") |\n" }.joined()
  }

  static let types: [QuestGate.Requirement: String] = [
    .missionSet: "the set with the id in `requirement` is complete",
    .mission: "the mission with that id is complete",
    .node: "the node with that id is completed",
    .level:
      "the level is at least the integer in `requirement`: that of `quest.set_level(n)`, "
      + "otherwise that of the profile",
    .item: "it is opened by hand: `quest.open_gate(id)`",
    .other:
      "it is opened by hand, as are gates of the other types whose requirement is free text or a "
      + "mission without nodes (which is never complete)",
  ]

  static let statuses: [QuestStatus: String] = [
    .completed: "The node is completed.",
    .available: "All dependencies are completed, and all gates that block it are open.",
    .locked: "A dependency or a gate blocks the node; `waits_for` names it.",
  ]

  static let missionStatuses: [QuestMissionView.Status: String] = [
    .empty: "The mission has no nodes.",
    .untouched: "None of its nodes is completed.",
    .inProgress: "Some of its nodes are completed.",
    .complete: "All of its nodes are completed.",
  ]
}
