public import Rules
import Storage

/// A profile in memory that simulated players use one after the other: each leaves nothing behind.
public final class PlayerMemory {
  private let store: Store

  /// Makes an empty one, for one thread.
  ///
  /// - Throws: `StoreError`.
  public init(_ rulebook: Rulebook) throws {
    store = try Store.inMemory(
      profile: Profile(
        id: EventID(high: 0, low: 0), seed: 0, zone: "UTC", rulebook: rulebook.definition.id,
        rulebookHash: rulebook.hash, createdAt: Instant(milliseconds: 0)))
  }

  /// The memory, while it is lent.
  public struct Lent {
    let access: StoreAccess
  }

  /// Lends the memory for as long as the closure runs.
  public func lend<Result>(_ body: (Lent) throws -> Result) throws -> Result {
    try store.access { try body(Lent(access: $0)) }
  }
}
