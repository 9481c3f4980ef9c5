import Foundation
import Sessions
import Synchronization

/// Runs a record producer on a thread of its own, a few batches ahead of the recording thread.
///
/// Invariant of the unchecked `Sendable`: everything that both threads access is in `state`, under
/// its lock; the producer itself is created, used and released only on its own thread.
final class ReadAhead: @unchecked Sendable {
  private struct State {
    var opening: RecordProducer.Opening?
    var batches: [RecordBatch] = []
    var ending: RecordProducer.Ending?
    var failure: (any Error)?
    var isCancelled = false
  }

  /// The maximum number of batches that wait to be recorded.
  private static let capacity = 8

  private let condition = NSCondition()
  private var state = State()

  /// Starts reading a file on a new thread.
  init(
    _ format: any RecordFormat, _ file: InputFile, _ options: ImportOptions,
    _ terms: Session.Terms, _ references: References
  ) {
    let thread = Thread { [self] in
      do {
        let producer = try RecordProducer(format, file, options, terms, references)
        change { $0.opening = producer.opening }
        while let batch = try producer.next() {
          guard enqueue(batch) else { return }
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

  /// Waits for the header of the file, and returns it.
  func opening() throws -> RecordProducer.Opening {
    try wait { $0.opening }
  }

  /// Waits for the next records, and returns them; `nil` at the end.
  func next() throws -> RecordBatch? {
    try wait { state -> RecordBatch?? in
      if !state.batches.isEmpty { return .some(state.batches.removeFirst()) }
      return state.ending == nil ? nil : .some(nil)
    }
  }

  /// Waits for the end, and returns the properties of the whole file.
  func ending() throws -> RecordProducer.Ending {
    try wait { $0.ending }
  }

  /// Ends the thread, because no more records are needed.
  func cancel() { change { $0.isCancelled = true } }

  /// Waits until a closure returns a value, and returns it; throws the failure of the thread.
  private func wait<Value>(_ value: (inout State) -> Value?) throws -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let found = value(&state) {
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

  /// Adds a batch to the queue, once there is room; returns `false` if the reading was cancelled.
  private func enqueue(_ batch: RecordBatch) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while state.batches.count >= Self.capacity && !state.isCancelled { condition.wait() }
    if state.isCancelled { return false }
    state.batches.append(batch)
    condition.broadcast()
    return true
  }
}
