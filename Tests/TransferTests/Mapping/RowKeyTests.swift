import FlintRules
import Testing

@testable import Transfer

@Suite struct `The key of a row` {
  /// All texts of up to three of the characters that matter.
  private static let texts: [String] = {
    var (texts, longest) = ([""], [""])
    for _ in 1...3 {
      longest = longest.flatMap { text in ["a", "/", "\\"].map { text + $0 } }
      texts += longest
    }
    return texts
  }()

  @Test func `differs for any two rows, and is joined plainly where no column has a slash`() {
    var seen: [String: [String]] = [:]
    for first in Self.texts {
      for second in Self.texts {
        let key = RowKeyReader.joined([first, second])
        #expect(seen.updateValue([first, second], forKey: key) == nil, "\(key)")
        if !"\(first)\(second)".contains("/") { #expect(key == "\(first)/\(second)") }
      }
    }
    #expect(seen.count == Self.texts.count * Self.texts.count)
  }

  @Test(arguments: [
    (["2026/06/22", "10:00"], "2026/06/22/10:00"), (["a/b", "c"], "a/b/c"),
    (["a", "b/c"], "a/b\\/c"), (["a", "b", "c"], "a/b/c"), (["x\\y", "z"], "x\\y/z"),
    (["a/b\\", "c"], "a\\/b\\\\/c"),
  ])
  func `escapes what could be divided in another way`(texts: [String], key: String) {
    #expect(RowKeyReader.joined(texts) == key)
  }

  private func mapping(_ source: String?, _ id: MappingTree) -> MappingTree {
    .table(
      [
        ("kind", "entry"), ("id", id),
        ("columns", ["at": "Day", "tracker": ["value": "T"], "number": "V"]),
      ] + (source.map { [("source", .text($0))] } ?? []))
  }

  @Test func `keeps rows of other columns and sources apart`() throws {
    let scratch = try ImportScratch()
    let rows = "B,N,Day,V\na/b,c,2026-01-01,1\na,b/c,2026-01-01,1\n"
    #expect(try scratch.map(mapping(nil, ["B", "N"]), rows).line == "2=2+0+0+0+0")
    #expect(try scratch.map(mapping(nil, ["B", "N"]), rows).line == "2=0+0+2+0+0")
    let one = "N,Day,V\nc,2026-01-01,1\n"
    #expect(try scratch.map(mapping("s/b", "N"), one).line == "1=1+0+0+0+0")
    #expect(
      try scratch.map(mapping("s", "N"), one.replacing("c", with: "b/c")).line == "1=1+0+0+0+0")
  }

  /// Earlier versions joined the columns without escapes, as a key of one column is now.
  @Test(
    arguments: [
      ["kind": "entry", "columns": ["at": "Day", "tracker": ["value": "T"], "number": "V"]],
      [
        "kind": "spark",
        "columns": ["at": "Day", "title": ["value": "T"], "category": ["value": "idea"]],
      ],
    ] as [MappingTree])
  func `is that under which an earlier version recorded the row`(mapping: MappingTree) throws {
    guard case .table(let members) = mapping else { return }
    let scratch = try ImportScratch()
    let former = "K,Day,V\nWalk/22/06/2026,2026-06-22,1\n"
    #expect(try scratch.map(.table(members + [("id", "K")]), former).line == "1=1+0+0+0+0")
    let rows = "Name,Date,Day,V\nWalk,22/06/2026,2026-06-22,1\nWalk,23/06/2026,2026-06-23,1\n"
    let columns = MappingTree.table(members + [("id", ["Name", "Date"])])
    #expect(try scratch.map(columns, rows).line == "2=1+0+1+0+0")
    #expect(try scratch.map(columns, rows).line == "2=0+0+2+0+0")
  }
}
