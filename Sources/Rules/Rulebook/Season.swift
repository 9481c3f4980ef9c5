/// A stretch of civil days in which a mission counts or a card can be drawn; open at an end that is
/// not given.
public struct Season: Hashable, Sendable {
  /// The first day, if there is one.
  public var from: CivilDay?
  /// The first day after it, if there is one.
  public var until: CivilDay?

  /// Makes a season; without an end it is always.
  public init(from: CivilDay? = nil, until: CivilDay? = nil) {
    self.from = from
    self.until = until
  }

  /// Without beginning or end.
  public static let always = Season()

  /// Whether a day lies in it.
  public func contains(_ day: CivilDay) -> Bool {
    (from.map { $0 <= day } ?? true) && (until.map { day < $0 } ?? true)
  }
}
