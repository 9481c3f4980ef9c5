import Rules

/// The reference of the files of quest sets as a Markdown page. Its tables list the keys that the reader
/// accepts; tests read its example.
public struct QuestPage {
  /// The page.
  public static let markdown = """
    # Quest files

    A quest set is a JSON file: a set of missions, which consist of nodes with dependencies and
    gates. `quest.load("FILE")` loads it in Lua. Loading a set with the same id again (case-insensitive)
    replaces it, and completed nodes remain completed. A file with errors is refused as a whole, and
    every error is reported with its path. Unknown keys are ignored, and counted in a notice.

    ```json
    \(example)
    ```

    Keys with a star are required; any other may be absent or `null`. Ids are texts or whole numbers,
    unique within the set among the missions, among the nodes and among the gates.

    ## The file

    \(table(QuestKeys.set, set))
    ## A mission

    \(table(QuestKeys.mission, mission))
    ## A node

    \(table(QuestKeys.node, node))
    Its `location`:

    \(table(QuestKeys.location, location))
    ## A gate

    \(table(QuestKeys.gate, gate))
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

  static func table(_ keys: [String], _ texts: [String: Text]) -> String {
    "| key | value |\n|---|---|\n"
      + keys.map { key in
        "| `\(key)`\(texts[key]?.isRequired == true ? " \\*" : "") | \(texts[key]?.text ?? "") |\n"
      }.joined()
  }

  private static func rows<Word: CaseIterable & Hashable & RawRepresentable<String>>(
    _ texts: [Word: String]
  ) -> String {
    Word.allCases.map { "| `\($0.rawValue)` | \(texts[$0] ?? "") |\n" }.joined()
  }

  /// The description of the value of a key.
  struct Text {
    var text: String
    var isRequired = false

    static func required(_ text: String) -> Text { Text(text: text, isRequired: true) }
    static func optional(_ text: String) -> Text { Text(text: text) }
  }
}

extension QuestPage {
  static let set: [String: Text] = [
    "id": .required("The id of the set (case-insensitive)."),
    "name": .required("The name."),
    "category": .optional("The category: a text."),
    "source": .optional("The source of its contents: a text."),
    "sourceUrl": .optional("The address of the source: a text."),
    "lastScraped": .optional("The time at which its contents were collected: any text."),
    "lastKnownUpdate": .optional(
      "The time up to which its contents are known to be correct: any text."),
    "totalMissions": .optional("The number of missions in the source: a whole number."),
    "missions": .required("The missions: a list, which may be empty."),
  ]

  static let mission: [String: Text] = [
    "id": .required("The id of the mission, unique within the set."),
    "title": .required("The title."),
    "number": .optional("The number, such as `1-1`: a text or a whole number."),
    "url": .optional("The address of a page about it: a text."),
    "nodes": .optional("The nodes: a list. A mission without nodes is empty, and never complete."),
    "gates": .optional("The gates: a list."),
  ]

  static let node: [String: Text] = [
    "id": .required("The id of the node, unique within the set."),
    "orderIndex": .required("The position in the mission: a whole number, usually from 0."),
    "title": .required("The title."),
    "description": .optional("The description."),
    "dependencies": .optional(
      "The ids of the nodes, of any mission of the set, that must be completed before: a list."),
    "location": .optional("The location: an object, see below."),
  ]

  static let location: [String: Text] = [
    "coordinates": .optional("The coordinates on a map, such as `H-8`: a text."),
    "zone": .optional("The region: a text."),
    "npc": .optional("The character at the location: a text."),
  ]

  static let gate: [String: Text] = [
    "id": .required("The id of the gate, unique within the set."),
    "type": .required("The type of requirement: one of the types below."),
    "afterNodeId": .optional(
      "The id of a node of the mission: the gate blocks the nodes with a greater `orderIndex` "
        + "than that of this node (default: it blocks the whole mission)."),
    "requirement": .required(
      "The requirement: an id, a level or any text; a text or a whole number."),
    "description": .optional("The description of the requirement."),
  ]

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
