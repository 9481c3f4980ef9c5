import Foundation

/// A stage that works on elements on several threads, and passes its results on in the order of the
/// elements, a few of which are in memory at a time.
///
/// Invariant of the unchecked `Sendable`: everything that several threads access is in `state`, under the
/// lock of `condition`.
package final class OrderedWork<Element: Sendable, Product: Sendable>: @unchecked Sendable {
  private struct State {
    var elements: [(number: Int, element: Element)] = []
    var products: [Int: Product] = [:]
    var isClosed = false
    var running: Int
  }

  private let condition = NSCondition()
  private var state: State
  private let threads: Int

  /// The stack size of a thread, in bytes.
  private static var stackSize: Int { 8 << 20 }

  /// - Parameter threads: The number of threads; 1 for the calling one.
  package init(threads: Int) {
    self.threads = threads
    state = State(running: threads)
  }

  /// - Parameters:
  ///   - worker: Called once on each thread; returns what works on an element.
  ///   - next: Returns the next element; `nil` at the end.
  ///   - consume: Receives each result, in the order of the elements, on the calling thread.
  package func run(
    worker: @escaping @Sendable () -> (Element) -> Product, next: () throws -> Element?,
    consume: (Product) throws -> Void
  ) throws {
    guard threads > 1 else {
      let work = worker()
      while let element = try next() { try consume(work(element)) }
      return
    }
    for _ in 0..<threads {
      let thread = Thread { [self] in
        let work = worker()
        while let (number, element) = take() {
          let product = work(element)
          change { $0.products[number] = product }
        }
        change { $0.running -= 1 }
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    // No thread uses what belongs to the caller after this function returns.
    defer {
      change {
        $0.isClosed = true
        $0.elements = []
      }
      wait { $0.running == 0 ? true : nil }
    }
    var (read, passed) = (0, 0)
    var isAtEnd = false
    while !isAtEnd || passed < read {
      if !isAtEnd, read - passed < 3 * threads {
        if let element = try next() {
          let number = read
          change { $0.elements.append((number, element)) }
          read += 1
        } else {
          isAtEnd = true
        }
      } else {
        let number = passed
        try consume(wait { $0.products.removeValue(forKey: number) })
        passed += 1
      }
    }
  }

  /// Waits for an element, and takes it; `nil` at the end.
  private func take() -> (number: Int, element: Element)? {
    wait { state -> (number: Int, element: Element)?? in
      if !state.elements.isEmpty { return .some(state.elements.removeFirst()) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  @discardableResult
  private func wait<Value>(_ value: (inout State) -> Value?) -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let found = value(&state) { return found }
      condition.wait()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    condition.lock()
    body(&state)
    condition.broadcast()
    condition.unlock()
  }
}
