/// The intensity of a spark: one of those that its rulebook lists, weakest first.
public struct SparkIntensity: RulebookName {
  package let code: UInt16

  package init(code: UInt16) { self.code = code }

  /// Creates the intensity of a name, which rulebooks in this process may list from then on; `nil` when there are
  /// too many names.
  public init?(declaring name: String) {
    guard let code = Self.table.declare(name) else { return nil }
    self.init(code: code)
  }

  /// The name in rulebooks, JSON, Lua, CSV and on the command line.
  public var name: String { Self.table[code] }
  /// The name.
  public var description: String { name }

  /// The weakest of `ignition`.
  public static var low: SparkIntensity { SparkIntensity(code: 0) }
  /// The default.
  public static var medium: SparkIntensity { SparkIntensity(code: 1) }
  /// The intensity of `ignition` above medium.
  public static var high: SparkIntensity { SparkIntensity(code: 2) }
  /// The strongest of `ignition`.
  public static var extreme: SparkIntensity { SparkIntensity(code: 3) }

  /// The intensities of `ignition`, weakest first.
  package static let ignition: [SparkIntensity] = [.low, .medium, .high, .extreme]

  /// The number as which profiles store the weakest intensity of `ignition`.
  package static let firstNumber: UInt8 = 1

  package static let table = NameTable(["low", "medium", "high", "extreme"])

  /// The maximum number of intensities in a rulebook.
  package static let most = 8
}
