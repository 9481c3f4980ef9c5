import Testing
import Views

@testable import FlintRules

/// Dependency graphs in the languages of Graphviz and Mermaid.
struct `Quest graphs` {
  typealias Q = QuestText

  /// A mission with a gate, a mission that depends on it, and an empty one.
  func played() throws -> PlayedQuests {
    var played = try PlayedQuests(
      loading: Q.set(
        "s",
        Q.mission("m", ["a", "b: a", "c: b", "d"], Q.gate("g", "item", "oil", after: "a")),
        Q.mission(
          "n", ["e: a"], Q.gate("h", "mission", "m"), Q.gate("i", "node", "b"),
          Q.gate("j", "missionSet", "t")),
        Q.mission("o", [])))
    played.complete("s/a")
    return played
  }

  /// The lines with an edge.
  func edges(_ text: String?, _ arrow: String) -> [String] {
    (text ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.contains(arrow) }.map { String($0.filter { $0 != ";" }) }
  }

  @Test func `each arrow leads from a requirement to its dependent`() throws {
    // A gate leads to the nodes behind it that depend on no other behind it: `b` and `d`, not `c`.
    // A mission is represented by its last nodes, `c` and `d`. The set that a gate requires is not
    // loaded.
    let arrows = [
      ("n1", "n2"), ("n2", "n3"), ("g1", "n2"), ("g1", "n4"), ("n1", "n5"), ("n3", "g2"),
      ("n4", "g2"), ("g2", "n5"), ("n2", "g3"), ("g3", "n5"), ("s4", "g4"), ("g4", "n5"),
    ]
    let state = try played().state
    #expect(
      edges(state.graph(set: "s", format: .dot, level: 1), " -> ")
        == arrows.map { "\($0) -> \($1)" })
    #expect(
      edges(state.graph(set: "s", format: .mermaid, level: 1), " --> ")
        == arrows.map { "\($0) --> \($1)" })
  }

  @Test func `the graph of one mission includes its requirements outside the mission`() throws {
    let text = try played().state.graph(set: "s", mission: "n", format: .mermaid, level: 1)
    let classes = """
        classDef done fill:#b7dfb9,stroke:#3b7a3e,color:#000000
        classDef available fill:#ffffff,stroke:#1f5fa8,stroke-width:3px,color:#000000
        classDef locked fill:#e4e4e4,stroke:#8a8a8a,color:#555555
        classDef outside fill:#ffffff,stroke:#8a8a8a,stroke-dasharray:4,color:#555555
        classDef empty fill:none,stroke:none,color:#555555

      """
    #expect(
      text == """
        flowchart TD
          subgraph cm2["n"]
            n5["e"]:::locked
            g2{"mission<br/>m"}:::locked
            g3{"node<br/>b"}:::locked
            g4{"missionSet<br/>t"}:::locked
          end
          n1["a<br/>m"]:::done
          m1["m"]:::outside
          n2["b<br/>m"]:::outside
          s4["t"]:::outside
          n1 --> n5
          m1 --> g2
          g2 --> n5
          n2 --> g3
          g3 --> n5
          s4 --> g4
          g4 --> n5

        """ + classes)
  }

  @Test func `each vertex is drawn by its status`() throws {
    var played = try played()
    #expect(
      played.state.graph(set: "s", mission: "o", format: .dot, level: 1) == """
        digraph quests {
          label="s";
          labelloc=t;
          rankdir=TB;
          fontname="sans-serif";
          node [shape=box, style="rounded,filled", fontname="sans-serif"];
          edge [color="#666666"];
          subgraph cluster_m3 {
            label="o";
            color="#999999";
            e3 [label="no nodes", shape=plaintext, style="", fontcolor="#555555"];
          }
        }

        """)
    func looks() throws -> [String] {
      let text = try #require(
        played.state.graph(set: "s", mission: "m", format: .mermaid, level: 1))
      return text.split(separator: "\n").filter { $0.contains(":::") }
        .compactMap { $0.split(separator: ":").last.map(String.init) }
    }
    #expect(try looks() == ["done", "locked", "locked", "locked", "locked"])
    played.open("s/g")
    #expect(try looks() == ["done", "available", "locked", "available", "done"])
  }

  @Test func `labels are escaped`() throws {
    let json = #"""
      {"id": "s", "name": "A \"b\" \\ &amp; <c>", "missions": [{"id": "end", "title": "1. x\ty",
       "number": "1-1", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "2) a.b: \"#c;\" `d`\n- e",
         "location": {"zone": "Z", "npc": "N", "coordinates": "C"}},
        {"id": "empty-title", "orderIndex": 1, "title": ""}]}]}
      """#
    let state = try PlayedQuests(loading: json).state
    let dot = try #require(state.graph(set: "s", format: .dot, level: 1))
    #expect(dot.contains(#"  label="A \"b\" \\ &amp;amp; <c>";"#))
    #expect(dot.contains(#"    label="1-1 1. x y";"#))
    #expect(dot.contains(##"n1 [label="2) a.b: \"#c;\" `d`\n- e\nZ, C, N","##))
    #expect(dot.contains(#"n2 [label="empty-title","#))
    let mermaid = try #require(state.graph(set: "s", format: .mermaid, level: 1))
    #expect(mermaid.contains(#"  subgraph cm1["1#45;1 1. x y"]"#))
    #expect(
      mermaid.contains(
        ##"n1["2#41; a.b#58; #34;#35;c#59;#34; #96;d#96;<br/>#45; e<br/>Z, C, N"]:::available"##))
  }

  @Test func `an unknown set or mission has no graph`() throws {
    let state = try played().state
    #expect(state.graph(set: "t", format: .dot, level: 1) == nil)
    #expect(state.graph(set: "s", mission: "zz", format: .mermaid, level: 1) == nil)
  }
}
