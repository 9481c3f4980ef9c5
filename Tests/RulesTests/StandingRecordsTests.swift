import Rules
import Testing

struct `Standing records` {
  private typealias Content = Correction.Content

  private func says(_ title: String) throws -> Content {
    .spark(
      try Spark(
        at: Instant(milliseconds: 0), offset: .zero, category: .idea, title: title))
  }

  /// Records of an event that batch 1 added as "a": each by batch, the batch that undoes, cause and
  /// what the event says afterwards.
  private func records(
    _ list: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)]
  ) throws -> EventRecords {
    let id = EventID(high: 1, low: 2)
    return EventRecords(
      batch: 1, original: try says("a"),
      corrections: try list.enumerated().map { index, record in
        EventRecords.Corrected(
          sequence: Int64(index) + 2, batch: record.batch, undoes: record.undoes,
          correction: Correction(
            event: id, cause: record.2, content: try record.3.map { try says($0) },
            recordedAt: Instant(milliseconds: Int64(index))))
      })
  }

  @Test func `of an event alone are the event`() throws {
    let standing = StandingRecords(try records([]))
    #expect(standing.content == (try says("a")))
    #expect(standing.undoing(batch: 1) == .set(nil))
    #expect(standing.undoing(batch: 2) == .nothing)
    #expect(standing.undoingLatest == .set(nil))
    #expect(standing.redoing(undo: 2) == .nothing)
  }

  @Test func `are taken back from the top, several of one batch at once`() throws {
    let standing = StandingRecords(
      try records([(2, nil, .edit, "b"), (3, nil, .edit, "c"), (3, nil, .edit, "d")]))
    #expect(standing.undoing(batch: 3) == .set(try says("b")))
    #expect(standing.undoing(batch: 2) == .left)
    #expect(standing.undoing(batch: 1) == .set(nil))
    #expect(standing.undoingLatest == .set(try says("c")))
  }

  @Test func `that were undone can be done again until something else is recorded`() throws {
    let edited: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .edit, "b"), (3, 2, .undo, "a"),
    ]
    let undone = StandingRecords(try records(edited))
    #expect(undone.undoing(batch: 2) == .nothing)
    #expect(undone.undoingLatest == .set(nil))
    #expect(undone.redoing(undo: 3) == .set(try says("b")))
    let redone = StandingRecords(try records(edited + [(4, 3, .redo, "b")]))
    #expect(redone.redoing(undo: 3) == .nothing)
    #expect(redone.undoing(batch: 2) == .set(try says("a")))
    #expect(redone.undoing(batch: 4) == .nothing)
    let passed = StandingRecords(try records(edited + [(4, nil, .edit, "c")]))
    #expect(passed.redoing(undo: 3) == .left)
    #expect(passed.undoingLatest == .set(try says("a")))
  }

  @Test func `of an event that its batch took back are none, whatever changed it since`() throws {
    let taken: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .edit, "b"), (3, nil, .remove, nil), (4, nil, .edit, "c"), (5, 1, .undo, nil),
    ]
    let standing = StandingRecords(try records(taken))
    #expect(standing.content == nil)
    #expect(standing.undoing(batch: 3) == .nothing)
    #expect(standing.redoing(undo: 5) == .set(try says("c")))
    // Recorded anew, it is that batch's.
    let anew = StandingRecords(try records(taken + [(6, nil, .edit, "a")]))
    #expect(anew.undoing(batch: 6) == .set(nil))
    #expect(anew.undoing(batch: 1) == .nothing)
    #expect(anew.redoing(undo: 5) == .left)
  }

  @Test func `are told by what the event says where the batches are not known`() throws {
    // As after a merge: everything is of the batch of the merge, which undoes nothing.
    let standing = StandingRecords(
      try records([
        (9, nil, .edit, "b"), (9, nil, .edit, "c"), (9, nil, .undo, "a"), (9, nil, .redo, "c"),
        (9, nil, .undo, "b"),
      ]))
    #expect(standing.content == (try says("b")))
    #expect(standing.undoing(batch: 9) == .set(try says("a")))
    // What fits nothing stands as it is.
    let odd = StandingRecords(
      try records([(9, nil, .edit, "b"), (9, nil, .undo, "x"), (9, nil, .redo, "y")]))
    #expect(odd.content == (try says("y")))
    #expect(odd.undoingLatest == .set(try says("x")))
  }

  @Test func `of a batch that undid something bring it back without it`() throws {
    // Batch 9 is a merge: its undo came with the other copy.
    let merged: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .edit, "b"), (9, nil, .undo, "a"),
    ]
    let standing = StandingRecords(try records(merged))
    #expect(standing.content == (try says("a")))
    #expect(standing.undoing(batch: 2) == .nothing)
    #expect(standing.undoing(batch: 9) == .set(try says("b")))
    let undone = StandingRecords(try records(merged + [(10, 9, .undo, "b")]))
    #expect(undone.content == (try says("b")))
    #expect(undone.undoing(batch: 9) == .nothing)
    #expect(undone.redoing(undo: 10) == .set(try says("a")))
    #expect(undone.undoing(batch: 2) == .set(try says("a")))
    let redone = StandingRecords(
      try records(merged + [(10, 9, .undo, "b"), (11, 10, .redo, "a")]))
    #expect(redone.content == (try says("a")))
    #expect(redone.undoing(batch: 2) == .nothing)
    #expect(redone.undoing(batch: 9) == .set(try says("b")))
  }

  @Test func `that say the same are one to whoever undoes the event, and each its batch's`() throws
  {
    let equal: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .remove, nil), (3, nil, .remove, nil),
    ]
    let standing = StandingRecords(try records(equal))
    #expect(standing.undoingLatest == .set(try says("a")))
    #expect(standing.undoing(batch: 3) == .set(nil))
    #expect(standing.undoing(batch: 2) == .left)
    let undone = StandingRecords(try records(equal + [(4, 3, .undo, nil)]))
    #expect(undone.undoing(batch: 3) == .nothing)
    #expect(undone.undoing(batch: 2) == .set(try says("a")))
    #expect(undone.redoing(undo: 4) == .set(nil))
  }

  @Test func `stay away when the addition is undone while the event is taken back`() throws {
    let list: [(batch: Int64, undoes: Int64?, Correction.Cause, String?)] = [
      (2, nil, .remove, nil), (3, 1, .undo, nil),
    ]
    let standing = StandingRecords(try records([list[0]]))
    #expect(standing.undoing(batch: 1) == .set(nil))
    for undoes in [1, nil] as [Int64?] {
      let undone = StandingRecords(try records([list[0], (3, undoes, .undo, nil)]))
      #expect(undone.undoing(batch: 2) == .nothing)
      #expect(undone.undoing(batch: 1) == .nothing)
      #expect(undone.undoingLatest == .nothing)
      #expect(undone.redoing(undo: 3) == .set(nil))
    }
    let redone = StandingRecords(try records(list + [(4, 3, .redo, nil)]))
    #expect(redone.undoing(batch: 2) == .set(try says("a")))
  }

  @Test func `tell apart texts that only look alike`() throws {
    let standing = StandingRecords(
      try EventRecords(
        batch: 1, original: says("e\u{301}"),
        corrections: [
          EventRecords.Corrected(
            sequence: 2, batch: 2,
            correction: Correction(
              event: EventID(high: 1, low: 2), cause: .edit, content: says("\u{e9}"),
              recordedAt: Instant(milliseconds: 0)))
        ]))
    guard case .set(.spark(let spark)?) = standing.undoing(batch: 2) else {
      Issue.record("nothing to undo")
      return
    }
    #expect(Array(spark.title.utf8) == Array("e\u{301}".utf8))
  }
}
