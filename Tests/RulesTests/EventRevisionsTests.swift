import FlintCalendar
import FlintRules
import Testing

struct `Event revisions` {
  private typealias Content = Correction.Content

  private func says(_ title: String) throws -> Content {
    .spark(
      try Spark(
        at: Instant(milliseconds: 0), offset: .zero, category: .idea, title: title))
  }

  /// Records of an event that batch 1 added as "a": each with its batch, the batch that it undoes, the
  /// cause and the content of the event afterwards.
  private func records(
    _ list: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)]
  ) throws -> EventRecords {
    let id = EventID(high: 1, low: 2)
    return EventRecords(
      batch: 1, original: try says("a"),
      corrections: try list.enumerated().map { index, record in
        EventRecords.BatchCorrection(
          sequence: Int64(index) + 2, batch: record.batch, undoes: record.undoes,
          correction: Correction(
            event: id, cause: record.2, content: try record.3.map { try says($0) },
            recordedAt: Instant(milliseconds: Int64(index))))
      })
  }

  @Test func `of an uncorrected event are the event`() throws {
    let revisions = EventRevisions(try records([]))
    #expect(revisions.content == (try says("a")))
    #expect(revisions.undoing(batch: 1) == .set(nil))
    #expect(revisions.undoing(batch: 2) == .nothing)
    #expect(revisions.undoingLatest == .set(nil))
    #expect(revisions.redoing(undo: 2) == .nothing)
  }

  @Test func `are undone from the top, several of one batch at once`() throws {
    let revisions = EventRevisions(
      try records([(2, nil, .edit, "b"), (3, nil, .edit, "c"), (3, nil, .edit, "d")]))
    #expect(revisions.undoing(batch: 3) == .set(try says("b")))
    #expect(revisions.undoing(batch: 2) == .left)
    #expect(revisions.undoing(batch: 1) == .set(nil))
    #expect(revisions.undoingLatest == .set(try says("c")))
  }

  @Test func `that were undone can be redone before the event is corrected again`() throws {
    let edited: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .edit, "b"), (3, 2, .undo, "a"),
    ]
    let undone = EventRevisions(try records(edited))
    #expect(undone.undoing(batch: 2) == .nothing)
    #expect(undone.undoingLatest == .set(nil))
    #expect(undone.redoing(undo: 3) == .set(try says("b")))
    let redone = EventRevisions(try records(edited + [(4, 3, .redo, "b")]))
    #expect(redone.redoing(undo: 3) == .nothing)
    #expect(redone.undoing(batch: 2) == .set(try says("a")))
    #expect(redone.undoing(batch: 4) == .nothing)
    let passed = EventRevisions(try records(edited + [(4, nil, .edit, "c")]))
    #expect(passed.redoing(undo: 3) == .left)
    #expect(passed.undoingLatest == .set(try says("a")))
  }

  @Test func `of an event whose batch was undone are none, despite later corrections`() throws {
    let taken: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .edit, "b"), (3, nil, .remove, nil), (4, nil, .edit, "c"), (5, 1, .undo, nil),
    ]
    let revisions = EventRevisions(try records(taken))
    #expect(revisions.content == nil)
    #expect(revisions.undoing(batch: 3) == .nothing)
    #expect(revisions.redoing(undo: 5) == .set(try says("c")))
    // Added again, the event belongs to that batch.
    let anew = EventRevisions(try records(taken + [(6, nil, .edit, "a")]))
    #expect(anew.undoing(batch: 6) == .set(nil))
    #expect(anew.undoing(batch: 1) == .nothing)
    #expect(anew.redoing(undo: 5) == .left)
  }

  @Test func `are identified by the content where the batches are unknown`() throws {
    // As after a merge: all records belong to the batch of the merge, which undoes nothing.
    let revisions = EventRevisions(
      try records([
        (9, nil, .edit, "b"), (9, nil, .edit, "c"), (9, nil, .undo, "a"), (9, nil, .redo, "c"),
        (9, nil, .undo, "b"),
      ]))
    #expect(revisions.content == (try says("b")))
    #expect(revisions.undoing(batch: 9) == .set(try says("a")))
    // A record that matches nothing is an edit.
    let odd = EventRevisions(
      try records([(9, nil, .edit, "b"), (9, nil, .undo, "x"), (9, nil, .redo, "y")]))
    #expect(odd.content == (try says("y")))
    #expect(odd.undoingLatest == .set(try says("x")))
  }

  @Test func `of a merge with an undo are reverted with the merge`() throws {
    // Batch 9 is a merge: its undo comes from the other copy.
    let merged: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .edit, "b"), (9, nil, .undo, "a"),
    ]
    let revisions = EventRevisions(try records(merged))
    #expect(revisions.content == (try says("a")))
    #expect(revisions.undoing(batch: 2) == .nothing)
    #expect(revisions.undoing(batch: 9) == .set(try says("b")))
    let undone = EventRevisions(try records(merged + [(10, 9, .undo, "b")]))
    #expect(undone.content == (try says("b")))
    #expect(undone.undoing(batch: 9) == .nothing)
    #expect(undone.redoing(undo: 10) == .set(try says("a")))
    #expect(undone.undoing(batch: 2) == .set(try says("a")))
    let redone = EventRevisions(
      try records(merged + [(10, 9, .undo, "b"), (11, 10, .redo, "a")]))
    #expect(redone.content == (try says("a")))
    #expect(redone.undoing(batch: 2) == .nothing)
    #expect(redone.undoing(batch: 9) == .set(try says("b")))
  }

  @Test func `with equal content are one for undoing the event, and separate for undoing batches`()
    throws
  {
    let equal: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .remove, nil), (3, nil, .remove, nil),
    ]
    let revisions = EventRevisions(try records(equal))
    #expect(revisions.undoingLatest == .set(try says("a")))
    #expect(revisions.undoing(batch: 3) == .set(nil))
    #expect(revisions.undoing(batch: 2) == .left)
    let undone = EventRevisions(try records(equal + [(4, 3, .undo, nil)]))
    #expect(undone.undoing(batch: 3) == .nothing)
    #expect(undone.undoing(batch: 2) == .set(try says("a")))
    #expect(undone.redoing(undo: 4) == .set(nil))
  }

  @Test func `stay undone when the addition is undone while the event is removed`() throws {
    let list: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .remove, nil), (3, 1, .undo, nil),
    ]
    let revisions = EventRevisions(try records([list[0]]))
    #expect(revisions.undoing(batch: 1) == .set(nil))
    for undoes in [1, nil] as [Int64?] {
      let undone = EventRevisions(try records([list[0], (3, undoes, .undo, nil)]))
      #expect(undone.undoing(batch: 2) == .nothing)
      #expect(undone.undoing(batch: 1) == .nothing)
      #expect(undone.undoingLatest == .nothing)
      #expect(undone.redoing(undo: 3) == .set(nil))
    }
    let redone = EventRevisions(try records(list + [(4, 3, .redo, nil)]))
    #expect(redone.undoing(batch: 2) == .set(try says("a")))
  }

  @Test func `distinguish canonically equivalent texts`() throws {
    let revisions = EventRevisions(
      try EventRecords(
        batch: 1, original: says("e\u{301}"),
        corrections: [
          EventRecords.BatchCorrection(
            sequence: 2, batch: 2,
            correction: Correction(
              event: EventID(high: 1, low: 2), cause: .edit, content: says("\u{e9}"),
              recordedAt: Instant(milliseconds: 0)))
        ]))
    guard case .set(.spark(let spark)?) = revisions.undoing(batch: 2) else {
      Issue.record("nothing to undo")
      return
    }
    #expect(Array(spark.title.utf8) == Array("e\u{301}".utf8))
  }
}
