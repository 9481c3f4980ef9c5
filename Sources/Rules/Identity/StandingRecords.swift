/// Which records of an event stand, one on top of the other, and which were undone and can be done
/// again. What the event says is what the topmost standing record says.
///
/// It follows from the records alone. A batch that was undone is one that never was: what stands is
/// worked out without it, so that undoing a merge also takes away what the undos in it did. Where
/// the batch is not known, as in what a merge brought, what a record undid is known by what the
/// event said afterwards.
public struct StandingRecords: Sendable {
  private struct Record {
    var batch: Int64
    /// The place in the order of recording, which tells what was recorded since.
    var sequence: Int64
    /// What it was recorded for; `nil` for the addition.
    var cause: Correction.Cause?
    /// The batch which that one undoes, or does again.
    var undoes: Int64?
    var content: Correction.Content?
  }

  /// That a batch is undone.
  private struct Withdrawal {
    /// The batch that undid it.
    var undo: Int64
    /// Where the batch had added the event: everything from there up to the undo. An event does not
    /// come back because of what was recorded about it before its addition was undone.
    var whole: Range<Int>?
  }

  /// What stands at a place, and what was undone one by one, with what it stood on.
  private struct Pile {
    var places: [Int] = []
    var undone: [(batch: Int64, places: [Int], below: Int?)] = []
  }

  /// The records in their order, the addition first.
  private var records: [Record] = []
  private var pile = Pile()
  /// The batches that are undone.
  private var withdrawn: [Int64: Withdrawal] = [:]
  /// What undos of single records undid.
  private var undone: [Int: [Int]] = [:]
  /// Undos of single records that were done again.
  private var redone: Set<Int> = []
  /// Undos and redos of a batch that stand like edits: after a merge of differing histories the
  /// event said something else than it would without the batch.
  private var saying: Set<Int> = []

  /// Works out what stands.
  public init(_ event: EventRecords) {
    let addition = Record(batch: event.batch, sequence: .min, content: event.original)
    self.init(
      [addition]
        + event.corrections.map {
          Record(
            batch: $0.batch, sequence: $0.sequence, cause: $0.correction.cause, undoes: $0.undoes,
            content: $0.correction.content)
        })
  }

  private init(_ list: [Record]) {
    for record in list {
      records.append(record)
      let place = records.count - 1
      switch reversed(by: record) {
      case .batch(let batch):
        withdrawn[batch] = Withdrawal(undo: record.batch, whole: whole(of: batch, through: place))
      case .undo(let undo):
        if let batch = records[undo].undoes { withdrawn[batch] = nil } else { redone.insert(undo) }
        saying.remove(undo)
      case nil:
        let before = pile.places
        if add(place, to: &pile), record.cause == .undo {
          undone[place] = Array(before[pile.places.count...])
        }
        continue
      }
      pile = pile(without: withdrawn, redone, saying)
      if !isSame(content(of: pile), record.content) {
        saying.insert(place)
        pile.places.append(place)
      }
    }
  }

  /// What the event says now; `nil` when it is taken back.
  public var content: Correction.Content? { content(of: pile) }

  private func content(of pile: Pile) -> Correction.Content? {
    pile.places.last.flatMap { records[$0].content }
  }

  /// What the event says when only so many of the records stand.
  private func content(standing count: Int, of pile: Pile) -> Correction.Content? {
    count == 0 ? nil : records[pile.places[count - 1]].content
  }

  /// What is known to be undone or done again.
  private enum Reversed {
    /// A whole batch.
    case batch(Int64)
    /// The undo at a place.
    case undo(Int)
  }

  /// What a record undoes or does again; `nil` when that is not known, or nothing.
  private func reversed(by record: Record) -> Reversed? {
    guard let undoes = record.undoes else { return nil }
    switch record.cause {
    case .undo: return .batch(undoes)
    case .redo:
      return records.lastIndex { $0.cause == .undo && $0.batch == undoes }.map { .undo($0) }
    case .edit, .remove, nil: return nil
    }
  }

  /// What is withdrawn with a batch at a place, when the event is there because of the batch.
  private func whole(of batch: Int64, through place: Int) -> Range<Int>? {
    pile.places.first.flatMap { isOwn($0, of: batch) ? $0..<place : nil }
  }

  /// Whether something that stands is to be undone with a batch. What an undo or a redo brought back
  /// from nothing goes with the batch that added the event.
  private func isOwn(_ place: Int, of batch: Int64) -> Bool {
    let record = records[place]
    if record.batch == batch { return true }
    return (record.cause == .undo || record.cause == .redo) && place == pile.places.first
      && records[0].batch == batch
  }

  // MARK: What stands on what

  /// What stands when certain batches never were.
  private func pile(
    without withdrawn: [Int64: Withdrawal], _ redone: Set<Int>, _ saying: Set<Int>
  ) -> Pile {
    let ranges = withdrawn.values.compactMap(\.whole)
    var pile = Pile()
    for (place, record) in records.enumerated() {
      if withdrawn[record.batch] != nil || ranges.contains(where: { $0.contains(place) }) {
        continue
      }
      if saying.contains(place) {
        pile.places.append(place)
      } else if reversed(by: record) == nil && !redone.contains(place) {
        // Of what never was nothing was undone.
        let isVoid = undone[place].map { undone in
          !undone.isEmpty
            && undone.allSatisfy {
              withdrawn[records[$0].batch] != nil && records[$0].sequence < record.sequence
            }
        }
        if isVoid ?? false { continue }
        add(place, to: &pile)
      }
    }
    return pile
  }

  /// - Returns: whether the record was carried out, and does not stand itself.
  @discardableResult
  private func add(_ place: Int, to pile: inout Pile) -> Bool {
    let isCarriedOut =
      switch records[place].cause {
      case .undo: carryOutUndo(place, &pile)
      case .redo: carryOutRedo(place, &pile)
      case .edit, .remove, nil: false
      }
    // What cannot be made sense of, as after a merge of differing histories, is an edit.
    if !isCarriedOut { pile.places.append(place) }
    return isCarriedOut
  }

  private func carryOutUndo(_ place: Int, _ pile: inout Pile) -> Bool {
    let undo = records[place]
    // An event that is taken back is only taken back once more where its addition is undone.
    let isOfAddition = undo.content == nil && content(of: pile) == nil
    let left =
      isOfAddition
      ? 0
      : (0...pile.places.count).last { isSame(content(standing: $0, of: pile), undo.content) }
    guard let left else { return false }
    pile.undone.append(
      (undo.batch, Array(pile.places[left...]), left == 0 ? nil : pile.places[left - 1]))
    pile.places.removeSubrange(left...)
    return true
  }

  private func carryOutRedo(_ place: Int, _ pile: inout Pile) -> Bool {
    let redo = records[place]
    let fitting = pile.undone.indices.filter { index in
      let group = pile.undone[index]
      return group.below == pile.places.last
        && isSame((group.places.last ?? group.below).flatMap { records[$0].content }, redo.content)
    }
    guard let index = fitting.last(where: { pile.undone[$0].batch == redo.undoes }) ?? fitting.last
    else { return false }
    pile.places += pile.undone.remove(at: index).places
    return true
  }

  // MARK: What undoing and redoing would come to

  /// What there is to do about an event.
  public enum Answer: Equatable, Sendable {
    /// Nothing: what is asked is so already.
    case nothing
    /// It is to be left as it is, since something was recorded about it later.
    case left
    /// It is to say this; `nil`: it is to be taken back. It may say that already, and what is asked
    /// is to be recorded even so, lest something else that is undone later shows it again.
    case set(Correction.Content?)
  }

  /// What undoing a batch means for the event: taken back when the batch brought it, else what it
  /// says without the batch, unless another batch recorded something about it since.
  public func undoing(batch: Int64) -> Answer {
    if withdrawn[batch] != nil { return .nothing }
    let ranges = withdrawn.values.compactMap(\.whole)
    // What a merge undid or did again has an effect though it does not stand.
    let own = records.indices.filter { place in
      let record = records[place]
      let isMerged = (record.cause == .undo || record.cause == .redo) && record.undoes == nil
      return record.batch == batch && isMerged && !ranges.contains { $0.contains(place) }
        || pile.places.contains(place) && isOwn(place, of: batch)
    }
    guard let last = own.map({ records[$0].sequence }).max() else { return .nothing }
    let whole = whole(of: batch, through: records.count)
    let isPassed = pile.places.contains {
      records[$0].batch != batch && records[$0].sequence > last
    }
    if isPassed && whole == nil { return .left }
    var withdrawn = withdrawn
    withdrawn[batch] = Withdrawal(undo: batch, whole: whole)
    let saying = saying(without: batch, through: last)
    return .set(content(of: pile(without: withdrawn, redone, saying)))
  }

  /// Which undos and redos stand like edits without a batch: of what was recorded before the batch
  /// those that did then.
  private func saying(without batch: Int64, through last: Int64) -> Set<Int> {
    let first = records.filter { $0.batch == batch }.map(\.sequence).min() ?? .min
    let before = records.indices.filter { records[$0].sequence < first }
    let then = StandingRecords(before.map { records[$0] }).saying.map { before[$0] }
    return saying.filter { records[$0].sequence > last }.union(then)
  }

  /// What undoing its topmost record means for the event; records that say the same, as two copies
  /// may have made them, are one.
  public var undoingLatest: Answer {
    let contents = (0..<max(pile.places.count, 1)).map { content(standing: $0, of: pile) }
    return contents.last { !isSame($0, content) }.map { .set($0) } ?? .nothing
  }

  /// What doing again means that a batch undid.
  public func redoing(undo batch: Int64) -> Answer {
    guard let undo = records.lastIndex(where: { $0.cause == .undo && $0.batch == batch }) else {
      return .nothing
    }
    var (withdrawn, redone, saying) = (withdrawn, redone, saying)
    if let whole = records[undo].undoes {
      guard withdrawn[whole]?.undo == batch else { return .nothing }
      withdrawn[whole] = nil
    } else {
      guard let group = pile.undone.last(where: { $0.batch == batch }) else { return .nothing }
      if group.below != pile.places.last { return .left }
      redone.insert(undo)
    }
    let isPassed = pile.places.contains {
      $0 != undo && records[$0].sequence > records[undo].sequence
    }
    if isPassed { return .left }
    saying.remove(undo)
    return .set(content(of: pile(without: withdrawn, redone, saying)))
  }
}

private func isSame(_ left: Correction.Content?, _ right: Correction.Content?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left?, let right?): left.isIdentical(to: right)
  default: false
  }
}
