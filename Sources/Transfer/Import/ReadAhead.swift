import Foundation
import Sessions
import Synchronization

/// Runs a producer on a thread of its own, a few batches ahead of whoever records them.
///
/// Invariant of the unchecked `Sendable`: everything that both threads touch lies in `state`, under
/// its lock; the producer itself is made, used and left on the thread alone.
final class ReadAhead: @unchecked Sendable {
  private struct State {
    var opening: RecordProducer.Opening?
    var batches: [RecordBatch] = []
    var ending: (hash: String, bytes: Int64, position: Int64)?
    var failure: (any Error)?
    var isCancelled = false
  }

  /// So many batches may wait to be recorded.
  private static let most = 8

  private let condition = NSCondition()
  private var state = State()

  /// Starts to read.
  init(
    _ format: any RecordFormat, _ file: InputFile, _ options: ImportOptions, _ terms: Session.Terms
  ) {
    let thread = Thread { [self] in
      do {
        let producer = try RecordProducer(format, file, options, terms)
        change { $0.opening = producer.opening }
        while let batch = try producer.next() {
          guard hand(batch) else { return }
        }
        change { $0.ending = producer.ending }
      } catch {
        change { $0.failure = error }
      }
    }
    thread.name = "flint.read"
    thread.stackSize = 1 << 23
    thread.start()
  }

  /// What the file is; waits until that is known.
  func opening() throws -> RecordProducer.Opening {
    try wait { $0.opening }
  }

  /// The next records; `nil` at the end.
  func next() throws -> RecordBatch? {
    try wait { state -> RecordBatch?? in
      if !state.batches.isEmpty { return .some(state.batches.removeFirst()) }
      return state.ending == nil ? nil : .some(nil)
    }
  }

  /// The hash of the whole file, how many bytes it has, and how many on the disk.
  func ending() throws -> (hash: String, bytes: Int64, position: Int64) {
    try wait { $0.ending }
  }

  /// Makes the thread end: nobody asks any more.
  func cancel() { change { $0.isCancelled = true } }

  /// Waits for an answer.
  private func wait<Answer>(_ answer: (inout State) -> Answer?) throws -> Answer {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let found = answer(&state) {
        condition.broadcast()
        return found
      }
      if let failure = state.failure { throw failure }
      condition.wait()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    condition.lock()
    body(&state)
    condition.broadcast()
    condition.unlock()
  }

  /// Hands records over, once there is room; `false` when nobody wants them any more.
  private func hand(_ batch: RecordBatch) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while state.batches.count >= Self.most && !state.isCancelled { condition.wait() }
    if state.isCancelled { return false }
    state.batches.append(batch)
    condition.broadcast()
    return true
  }
}
