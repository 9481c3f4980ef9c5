/// How far an iterator is whose end is known.
public struct HostProgress: Sendable, Equatable {
  /// How much is done.
  public var done: Int64
  /// How much there is in all.
  public var total: Int64
  /// What is gone through: a file's name, or the function that the iterator came from.
  public var name: String?
  /// Whether bytes are counted, rather than what the script is given.
  public var isInBytes: Bool

  /// Makes one; without a name, the function that the iterator came from is told.
  public init(done: Int64, total: Int64, name: String? = nil, isInBytes: Bool = false) {
    self.done = done
    self.total = total
    self.name = name
    self.isInBytes = isInBytes
  }
}
