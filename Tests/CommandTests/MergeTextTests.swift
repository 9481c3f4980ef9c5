import Foundation
import Testing

/// What a merge says of the events of the copy into which it goes.
struct `A merge` {
  @Test func `names what it removes here, and what stays removed, and why`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db a.db --seed 7 --zone UTC --now 2026-01-01
      flint spark Shared idea --db a.db --now 2026-02-01 --quiet
      cp a.db b.db
      flint spark Own idea --db b.db --now 2026-02-02T10:00 --quiet
      flint task Letter --db b.db --now 2026-02-02T11:00 --quiet
      flint eval 'for s in spark.each() do if s.title == "Shared" then spark.update(s.id, {title = "Common"}) end
        end' --db b.db --now 2026-02-02T12:00 --quiet
      flint merge b.db --db a.db --now 2026-02-03T09:00 --quiet
      flint undo --db a.db --now 2026-02-03T10:00 2>&1 | grep -v '→'; echo ---
      cp b.db c.db; flint merge a.db --db b.db --now 2026-02-03T11:00 2>&1 | grep -v '→'; echo ---
      flint merge c.db --db a.db --now 2026-02-03T12:00; echo ---
      flint redo 2 --db a.db --now 2026-02-03T13:00 2>&1 | head -1
      """, in: scratch.url)
    #expect(
      result.output == """
        undid batch 2 (merge b.db): 2 events removed, 1 event changed back
          removed: Own
          removed: Letter
          changed back: Shared
        every copy that is merged with this one loses them too, also the one from which they came
        ---
        merged 0 events and 3 corrections
        of this copy: 2 events removed, 1 event changed
          removed: Own
          removed: Letter
          changed: Shared
        ---
        merged 0 events and 0 corrections
        2 events of that copy are removed here by the undo of batch 2: flint redo 2 restores them
        ---
        redid batch 2 (merge b.db): 2 events restored, 1 event changed back

        """, "\(result.output)")
  }

  /// The hours are those of the events, not of their recording, which is the other way round.
  @Test(arguments: [
    ("09:00", "the earlier one, there at 2026-02-01 09:00, applies"),
    ("11:00", "the earlier one, here at 2026-02-01 10:00, applies"),
    ("10:00", "of two at the same instant a hash decides: the one "),
  ])
  func `says what decided between two contents of a key`(time: String, decision: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db a.db --seed 7 --zone UTC --now 2026-01-01
      cp a.db b.db
      flint eval 'spark.add{title = "Mine", category = "idea", key = "k", at = "2026-02-01T10:00"}' \\
        --db a.db --now 2026-02-02 --quiet > /dev/null
      flint eval 'spark.add{title = "Yours", category = "idea", key = "k", at = "2026-02-01T\(time)"}' \\
        --db b.db --now 2026-02-03 --quiet > /dev/null
      flint merge b.db --db a.db --now 2026-02-04 2>&1 | grep -A 1 'under the same key'
      """, in: scratch.url)
    #expect(result.output.contains("; " + decision), "\(result.output)")
    let id = result.output.prefix { $0 != "\n" }.split(separator: " ").last ?? ""
    #expect(id.count == 4, "\(result.output)")
  }
}
