import FlintRules

/// The events of the profile whose keys the rows of a file have had so far, to recognise a later
/// row with the key of an earlier one.
struct NamedEvents {
  /// The maximum number of events, so that the memory does not grow with the file.
  private static let most = 1 << 18

  private let isEnabled: Bool
  private var ids: Set<EventID> = []
  /// The ids in the order of their rows.
  private var order: [EventID] = []

  /// - Parameter isEnabled: whether events are collected; otherwise it stays empty.
  init(isEnabled: Bool = true) { self.isEnabled = isEnabled }

  var count: Int { order.count }

  /// Whether an earlier row had the key of an event.
  func contains(_ id: EventID) -> Bool { ids.contains(id) }

  /// Inserts an event, unless there are too many.
  mutating func insert(_ id: EventID) {
    if isEnabled, order.count < Self.most, ids.insert(id).inserted { order.append(id) }
  }

  /// Removes the events that were inserted last, so that a number of them is left.
  mutating func removeLast(to count: Int) {
    while order.count > count { ids.remove(order.removeLast()) }
  }
}
