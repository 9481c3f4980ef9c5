import Foundation
import Testing

/// Help pages on a terminal of 80 columns.
struct `Help pages` {
  static let commands =
    [""] + Shell.commandNames + [
      "rules show", "rules check", "rules diff", "rules set", "rules import", "odds goal",
      "odds pool", "odds prize", "odds table", "odds disclose", "audit profile", "audit counts",
      "audit log", "audit power",
    ]

  /// Returns the text between the first paragraph of the overview and the usage.
  private func discussion(_ command: String, columns: Int) throws -> Substring {
    let scratch = try Scratch()
    let page = try Shell.run("COLUMNS=\(columns) flint \(command) --help", in: scratch.url).output
    let begin = try #require(page.firstRange(of: "\n\n")).upperBound
    let end = try #require(page.firstRange(of: "USAGE:")).lowerBound
    return page[min(begin, end)..<end]
  }

  @Test(arguments: commands)
  func `help texts fit in 80 columns without further wrapping`(command: String) throws {
    #expect(try discussion(command, columns: 80) == discussion(command, columns: 400))
  }

  @Test(arguments: [
    ("", 60), ("odds", 50), ("odds goal", 50), ("odds pool", 66), ("odds prize", 50),
    ("odds table", 50), ("odds disclose", 53), ("audit", 50), ("audit profile", 50),
    ("audit counts", 50),
  ])
  func `fit a screen`(command: String, lines: Int) throws {
    let scratch = try Scratch()
    let page = try Shell.run("flint \(command) --help", in: scratch.url).output
    let found = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(found.count <= lines + 1 && found.allSatisfy { $0.count <= 80 }, "\(page)")
  }

  @Test func `of the program names every command`() throws {
    let scratch = try Scratch()
    let page = try Shell.run("flint --help", in: scratch.url).output
    #expect(try Shell.run("flint help", in: scratch.url).output == page)
    for name in Shell.commandNames {
      #expect(page.contains(try Regex("\\b\(name)\\b")), "\(name)")
    }
  }

  /// Habits whose days, from Monday on, are done, not done, skipped, partial and open, and paused.
  private static let week = """
    export FLINT_DB=h.db; at="--quiet --now 2026-11-06T12:00"
    flint init --quiet --seed 7 --zone UTC --now 2026-11-01
    flint habit add Walk --at-least 20 --of minutes $at --on 2026-11-02; flint habit add Rest $at --on 2026-11-02
    flint habit done walk 20min --on 2026-11-02 $at; flint habit no walk --on 2026-11-03 $at
    flint habit skip walk --quiet --now 2026-11-04T12:00; flint habit done walk 5min --on 2026-11-05 $at
    flint habit pause rest --on 2026-11-03 $at
    """

  @Test func `the signs of days are those of the lists`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      \(Self.week)
      flint week --now 2026-11-06T13:00 | grep -E 'Walk|Rest' | sed 's| *[0-9]/.*||'
      for command in week habits; do
        flint $command --help | tr '\\n' ' ' | grep -cF '✓ done, / partial, · not done, – skipped, = paused, ? open'
      done
      """, in: scratch.url)
    #expect(
      result.output == """
        Walk      ✓ · – / ?
        Rest      · = = = =
        1
        1

        """, "\(result.output)")
  }

  @Test func `the check boxes are those of today`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      \(Self.week)
      for day in 2 3 4 5; do flint today --now 2026-11-0${day}T13:00 | grep -o '\\[.\\] Walk'; done
      flint today --now 2026-11-05T13:00 | grep -o '\\[.\\] Rest'
      flint today --help | grep -cF 'Check boxes: [x] done, [/] partial, [–] skipped, [=] paused, [ ] open.'
      """, in: scratch.url)
    #expect(
      result.output == """
        [x] Walk
        [ ] Walk
        [–] Walk
        [/] Walk
        [=] Rest
        1

        """, "\(result.output)")
  }
}
