/// The progress of an iterator whose total is known.
public struct HostProgress: Sendable, Equatable {
  /// The amount done.
  public var done: Int64
  /// The total amount.
  public var total: Int64
  /// The name shown: of a file, or of the function that returned the iterator.
  public var name: String?
  /// Whether the amounts are in bytes, not in values.
  public var isInBytes: Bool

  /// Creates progress; without a name, the function that returned the iterator is shown.
  public init(done: Int64, total: Int64, name: String? = nil, isInBytes: Bool = false) {
    self.done = done
    self.total = total
    self.name = name
    self.isInBytes = isInBytes
  }
}
