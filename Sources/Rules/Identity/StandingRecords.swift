/// Which records of an event stand, one on top of the other, and which were undone and can be done
/// again. What the event says is what the topmost standing record says.
///
/// It follows from the records alone, so that two copies of a profile that were merged can go on
/// undoing: what a record undid is known by what the event said afterwards.
public struct StandingRecords: Sendable {
  /// A record that stands, or stood: the event itself, or a correction.
  private struct Record {
    /// Its place among the records of the event.
    var place: Int
    var batch: Int64
    var content: Correction.Content?
  }

  /// Records that were undone at once, with what they stood on.
  private struct Undone {
    /// The batch that undid them.
    var batch: Int64
    var records: [Record]
    /// The place of the record below; `nil` when there was none.
    var below: Int?
  }

  private var standing: [Record]
  private var undone: [Undone] = []

  /// Works out what stands.
  public init(_ records: EventRecords) {
    standing = [Record(place: 0, batch: records.batch, content: records.original)]
    for (index, corrected) in records.corrections.enumerated() {
      let record = Record(
        place: index + 1, batch: corrected.batch, content: corrected.correction.content)
      let isCarriedOut =
        switch corrected.correction.cause {
        case .undo: carryOutUndo(record, undoes: corrected.undoes)
        case .redo: carryOutRedo(record, undoes: corrected.undoes)
        case .edit, .remove: false
        }
      // What cannot be made sense of, as after a merge of differing histories, is an edit.
      if !isCarriedOut { standing.append(record) }
    }
  }

  /// What the event says now; `nil` when it is taken back.
  public var content: Correction.Content? { standing.last?.content }

  /// What the event says when only so many of the records stand.
  private func content(standing count: Int) -> Correction.Content? {
    count == 0 ? nil : standing[count - 1].content
  }

  private mutating func carryOutUndo(_ undo: Record, undoes: Int64?) -> Bool {
    let isOfAddition = undoes != nil && standing.first?.batch == undoes && undo.content == nil
    let left =
      isOfAddition
      ? 0 : (0...standing.count).last { isSame(content(standing: $0), undo.content) }
    guard let left else { return false }
    undone.append(
      Undone(
        batch: undo.batch, records: Array(standing[left...]),
        below: left == 0 ? nil : standing[left - 1].place))
    standing.removeSubrange(left...)
    return true
  }

  private mutating func carryOutRedo(_ redo: Record, undoes: Int64?) -> Bool {
    let fitting = undone.indices.filter { index in
      undone[index].below == standing.last?.place
        && isSame(undone[index].records.last?.content, redo.content)
    }
    guard let index = fitting.last(where: { undone[$0].batch == undoes }) ?? fitting.last else {
      return false
    }
    standing += undone.remove(at: index).records
    return true
  }

  // MARK: What undoing and redoing would come to

  /// What there is to do about an event.
  public enum Answer: Equatable, Sendable {
    /// Nothing: what is asked is so already.
    case nothing
    /// It is to be left as it is, since something was recorded about it later.
    case left
    /// It is to say this; `nil`: it is to be taken back.
    case set(Correction.Content?)
  }

  /// What undoing a batch means for the event: taken back when the batch brought it, else what it
  /// said before, unless another batch recorded something about it since.
  public func undoing(batch: Int64) -> Answer {
    guard standing.contains(where: { $0.batch == batch }) else { return .nothing }
    if standing[0].batch == batch { return change(to: nil) }
    guard standing[standing.count - 1].batch == batch else { return .left }
    let left = (standing.lastIndex { $0.batch != batch } ?? -1) + 1
    return change(to: content(standing: left))
  }

  /// What undoing its topmost record means for the event.
  public var undoingLatest: Answer {
    standing.isEmpty ? .nothing : change(to: content(standing: standing.count - 1))
  }

  /// What doing again means that a batch undid.
  public func redoing(undo batch: Int64) -> Answer {
    guard let group = undone.last(where: { $0.batch == batch && !$0.records.isEmpty }) else {
      return .nothing
    }
    guard group.below == standing.last?.place else { return .left }
    return change(to: group.records.last?.content)
  }

  private func change(to content: Correction.Content?) -> Answer {
    isSame(content, self.content) ? .nothing : .set(content)
  }
}

private func isSame(_ left: Correction.Content?, _ right: Correction.Content?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left?, let right?): left.isIdentical(to: right)
  default: false
  }
}
