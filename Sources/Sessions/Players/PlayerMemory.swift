import Calendar
public import Rules
import Storage

/// A profile in memory that simulated players use one after the other; each leaves it empty.
public final class PlayerMemory {
  private let store: Store

  /// Creates an empty memory, for use by one thread.
  ///
  /// - Throws: `StoreError`.
  public init(_ rulebook: Rulebook) throws {
    store = try Store.inMemory(
      profile: Profile(
        id: EventID(high: 0, low: 0), seed: 0, zone: "UTC", rulebook: rulebook.definition.id,
        rulebookHash: rulebook.hash, createdAt: Instant(milliseconds: 0)))
  }

  /// Access to the memory, valid while the closure of `withAccess` runs.
  public struct Access {
    let access: StoreAccess
  }

  /// Runs a closure with access to the memory.
  public func withAccess<Result>(_ body: (Access) throws -> Result) throws -> Result {
    try store.access { try body(Access(access: $0)) }
  }
}
