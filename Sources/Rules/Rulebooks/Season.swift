public import Calendar

/// A period of civil days in which a mission counts or a card can be drawn. A missing start or end
/// leaves it open.
public struct Season: BitwiseCopyable, Hashable, Sendable {
  /// The first day, if any.
  public var from: CivilDay?
  /// The first day after the last, if any.
  public var before: CivilDay?

  /// Creates a season.
  public init(from: CivilDay? = nil, before: CivilDay? = nil) {
    self.from = from
    self.before = before
  }

  /// The season without start and end.
  public static let always = Season()

  package func contains(_ day: CivilDay) -> Bool {
    (from.map { $0 <= day } ?? true) && (before.map { day < $0 } ?? true)
  }
}
