/// The intensity of a spark: one of those that its rulebook lists, weakest first.
public struct Intensity: RulebookName {
  /// The number that stands for the name in this process.
  public let code: UInt16

  /// Creates the intensity of a code.
  public init(code: UInt16) { self.code = code }

  /// The weakest of `ignition`.
  public static var low: Intensity { Intensity(code: 0) }
  /// The default.
  public static var medium: Intensity { Intensity(code: 1) }
  /// The intensity of `ignition` above medium.
  public static var high: Intensity { Intensity(code: 2) }
  /// The strongest of `ignition`.
  public static var extreme: Intensity { Intensity(code: 3) }

  /// The intensities of `ignition`, weakest first.
  public static let ignition: [Intensity] = [.low, .medium, .high, .extreme]

  /// The number as which profiles store the weakest intensity of `ignition`.
  public static let firstNumber: UInt8 = 1

  /// The names that are known, by code.
  public static let table = NameTable(["low", "medium", "high", "extreme"])

  /// The maximum number of intensities in a rulebook.
  public static let most = 8
}
