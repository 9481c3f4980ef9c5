/// The category of a spark or a card: one of those that its rulebook lists.
public struct SparkCategory: RulebookName {
  package let code: UInt16

  package init(code: UInt16) { self.code = code }

  /// Creates the category of a name, which rulebooks in this process may list from then on; `nil` when there are
  /// too many names.
  public init?(declaring name: String) {
    guard let code = Self.table.declare(name) else { return nil }
    self.init(code: code)
  }

  /// The name in rulebooks, JSON, Lua, CSV and on the command line.
  public var name: String { Self.table[code] }
  /// The name.
  public var description: String { name }

  /// A choice made.
  public static var decision: SparkCategory { SparkCategory(code: 0) }
  /// A burst of activity.
  public static var energy: SparkCategory { SparkCategory(code: 1) }
  /// A thought worth keeping.
  public static var idea: SparkCategory { SparkCategory(code: 2) }
  /// A trial of something new.
  public static var experiment: SparkCategory { SparkCategory(code: 3) }
  /// An obstacle taken on.
  public static var challenge: SparkCategory { SparkCategory(code: 4) }

  /// The categories of `ignition`, in its order.
  package static let ignition: [SparkCategory] = [
    .decision, .energy, .idea, .experiment, .challenge,
  ]

  /// The number as which profiles store the first category of `ignition`.
  package static let firstNumber: UInt8 = 0

  package static let table = NameTable(["decision", "energy", "idea", "experiment", "challenge"])

  /// The maximum number of categories in a rulebook.
  package static let most = 32
}
