/// The measured values of one player of a simulation.
package struct PlayerRow: Sendable {
  /// The number of the player, from 1.
  package let player: Int64
  /// The values by rulebook, then by column of the result.
  package let values: [[Measured]]

  /// Returns the position of the segment that the player belongs to; `nil` without segments.
  ///
  /// - Parameter count: the number of segments.
  package func segment(of count: Int) -> Int? {
    guard let columns = values.first, columns.count > count else { return nil }
    return (0..<count).first { columns[1 + $0] != .outside }
  }
}

/// Receives the players of a simulation in their order, as text.
package struct PlayerRowSink {
  /// Appends the text of a player; called on any thread.
  let text: @Sendable (PlayerRow, inout [UInt8]) -> Void
  /// Writes a part of the text; called on the thread that runs the simulation. Returns whether to continue.
  let write: ([UInt8]) -> Bool

  package init(
    text: @escaping @Sendable (PlayerRow, inout [UInt8]) -> Void,
    write: @escaping ([UInt8]) -> Bool
  ) {
    (self.text, self.write) = (text, write)
  }
}

/// The texts of chunks of players, which are finished in any order and written in that of the players.
struct PlayerRowQueue {
  private var next: Int64
  private var waiting: [Int64: [UInt8]] = [:]
  private var ready: [UInt8] = []

  /// - Parameter first: the number of the first chunk.
  init(first: Int64) { next = first }

  mutating func add(_ text: [UInt8], ofChunk chunk: Int64) {
    waiting[chunk] = text
    while let text = waiting.removeValue(forKey: next) {
      ready += text
      next += 1
    }
  }

  /// Returns what can be written, and forgets it.
  mutating func take() -> [UInt8] {
    defer { ready = [] }
    return ready
  }
}
