/// The revisions of an event that are in force, and those undone one by one. The topmost revision
/// determines the content of the event.
///
/// A revision is a position among the records of the event, which the functions receive.
struct RevisionStack {
  /// The revisions in force, the lowest first.
  private(set) var positions: [Int] = []
  /// The undone revisions, with the batch that undid them and the revision below them.
  private(set) var undone: [(batch: Int64, positions: [Int], below: Int?)] = []

  /// Returns the content of the event; `nil` when the event is removed.
  func content(_ records: [EventRevisions.Record]) -> Correction.Content? {
    content(ofLowest: positions.count, records)
  }

  /// Returns the content of the event with only the lowest `count` revisions.
  func content(
    ofLowest count: Int, _ records: [EventRevisions.Record]
  ) -> Correction.Content? {
    count == 0 ? nil : records[positions[count - 1]].content
  }

  /// Adds a record as a revision, whatever its cause.
  mutating func push(_ position: Int) { positions.append(position) }

  /// Adds a record: an undo or a redo of a single record removes or restores revisions, and any
  /// other record becomes a revision.
  ///
  /// - Returns: whether the record changed the stack without becoming a revision itself.
  @discardableResult
  mutating func add(_ position: Int, _ records: [EventRevisions.Record]) -> Bool {
    let isApplied =
      switch records[position].cause {
      case .undo: applyUndo(records[position], records)
      case .redo: applyRedo(records[position], records)
      case .edit, .remove, nil: false
      }
    // An undo or redo that matches nothing, as after a merge of different histories, is an edit.
    if !isApplied { push(position) }
    return isApplied
  }

  private mutating func applyUndo(
    _ undo: EventRevisions.Record, _ records: [EventRevisions.Record]
  ) -> Bool {
    // A removed event is removed once more only where its addition is undone.
    let undoesAddition = undo.content == nil && content(records) == nil
    let left =
      undoesAddition
      ? 0
      : (0...positions.count).last { content(ofLowest: $0, records).isIdentical(to: undo.content) }
    guard let left else { return false }
    undone.append((undo.batch, Array(positions[left...]), left == 0 ? nil : positions[left - 1]))
    positions.removeSubrange(left...)
    return true
  }

  private mutating func applyRedo(
    _ redo: EventRevisions.Record, _ records: [EventRevisions.Record]
  ) -> Bool {
    let fitting = undone.indices.filter { index in
      let group = undone[index]
      let content = (group.positions.last ?? group.below).flatMap { records[$0].content }
      return group.below == positions.last && content.isIdentical(to: redo.content)
    }
    guard let index = fitting.last(where: { undone[$0].batch == redo.undoes }) ?? fitting.last
    else { return false }
    positions += undone.remove(at: index).positions
    return true
  }
}

extension Correction.Content? {
  /// Returns whether an event has the same content, or is removed in both cases.
  func isIdentical(to other: Correction.Content?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isIdentical(to: right)
    default: false
    }
  }
}
