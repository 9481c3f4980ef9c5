import Rules

/// The reference of quest sets' files as a Markdown page. Its tables are made of the keys that the
/// reader takes; `QuestPageTests` reads its example.
public struct QuestPage {
  /// The page.
  public static let markdown = """
    # Quest files

    A quest set is a JSON file: a set of missions, made of nodes that wait for each other and for
    gates. `quest.load("FILE")` loads it in Lua; loading one of the same id again, upper and lower
    case aside, replaces it, and what is completed stays. A file with a fault is refused as a whole, with
    every fault and its path. Keys that mean nothing here are kept out, and counted in a notice.

    ```json
    \(example)
    ```

    Keys with a star must be given; any other may be missing, or `null`. Ids are texts or whole
    numbers, and unique within the set, each sort by itself.

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
    ## How things stand

    | node | |
    |---|---|
    \(rows(statuses))
    | mission | |
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
    "| key | holds |\n|---|---|\n"
      + keys.map { key in
        "| `\(key)`\(texts[key]?.isRequired == true ? " \\*" : "") | \(texts[key]?.text ?? "") |\n"
      }.joined()
  }

  private static func rows<Word: CaseIterable & Hashable & RawRepresentable<String>>(
    _ texts: [Word: String]
  ) -> String {
    Word.allCases.map { "| `\($0.rawValue)` | \(texts[$0] ?? "") |\n" }.joined()
  }

  /// What a key holds.
  struct Text {
    var text: String
    var isRequired = false

    static func required(_ text: String) -> Text { Text(text: text, isRequired: true) }
    static func optional(_ text: String) -> Text { Text(text: text) }
  }
}

extension QuestPage {
  static let set: [String: Text] = [
    "id": .required("What tells the set from others, upper and lower case aside."),
    "name": .required("The name to show."),
    "category": .optional("What sort of set it is: a text."),
    "source": .optional("Where its facts come from: a text."),
    "sourceUrl": .optional("The address of that: a text."),
    "lastScraped": .optional("When its facts were gathered: any text."),
    "lastKnownUpdate": .optional("Up to when they are known to hold: any text."),
    "totalMissions": .optional("How many missions there are outside: a whole number."),
    "missions": .required("A list of missions, which may be empty."),
  ]

  static let mission: [String: Text] = [
    "id": .required("What tells it from others of the set."),
    "title": .required("The title to show."),
    "number": .optional("Its number, such as `1-1`: a text or a whole number."),
    "url": .optional("Where to read about it: a text."),
    "nodes": .optional("A list of nodes. A mission without any is empty, and never complete."),
    "gates": .optional("A list of gates."),
  ]

  static let node: [String: Text] = [
    "id": .required("What tells it from all others of the set."),
    "orderIndex": .required("Where it stands in its mission: a whole number, usually from 0."),
    "title": .required("The title to show."),
    "description": .optional("More about it."),
    "dependencies": .optional(
      "A list of the ids of nodes, of any mission of the set, that must be completed before it."),
    "location": .optional("Where it takes place: an object, see below."),
  ]

  static let location: [String: Text] = [
    "coordinates": .optional("A place on a map, such as `H-8`: a text."),
    "zone": .optional("The region: a text."),
    "npc": .optional("Whom one meets there: a text."),
  ]

  static let gate: [String: Text] = [
    "id": .required("What tells it from others of the set."),
    "type": .required("What it asks for: one of the types below."),
    "afterNodeId": .optional(
      "It stands before the nodes of its mission with a greater `orderIndex` than this one's; before "
        + "the whole mission if not given."),
    "requirement": .required("What exactly: an id, a level or any text; a text or a whole number."),
    "description": .optional("The same in words."),
  ]

  static let types: [QuestGate.Requirement: String] = [
    .missionSet: "the set of the id in `requirement` is complete",
    .mission: "the mission of that id is complete",
    .node: "the node of that id is completed",
    .level:
      "`quest.set_level(n)`, else the profile's level, is at least the integer in `requirement`",
    .item: "somebody says so: `quest.open_gate(id)`",
    .other:
      "the same; and so do gates of the types above whose requirement is free text or a mission "
      + "without nodes, which is never complete",
  ]

  static let statuses: [QuestStatus: String] = [
    .completed: "It is done.",
    .available: "Every dependency is completed, and every gate before it open.",
    .locked: "It waits for something, which `waits_for` tells.",
  ]

  static let missionStatuses: [QuestMissionView.Status: String] = [
    .empty: "It has no nodes.",
    .untouched: "None of its nodes is completed.",
    .inProgress: "Some of its nodes are completed.",
    .complete: "All of its nodes are completed.",
  ]
}
