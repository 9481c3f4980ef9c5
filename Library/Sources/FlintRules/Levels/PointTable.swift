/// The cells of sparks: the combinations of the positions of a category and an intensity.
enum SparkCell {
  /// The number of cells; those of categories and intensities that a rulebook lacks are unused.
  static let count = 256

  @inline(__always)
  static func index(_ category: Int, _ intensity: Int) -> Int { category &* 8 &+ intensity }
}

/// The points of sparks, the thresholds of levels and the capacity of fuel, compiled.
struct PointTable: Sendable {
  /// The total points at which each level begins.
  let thresholds: FixedTable<Int64>
  /// The amount of fuel that causes an overload.
  let fuelCapacity: Int64
  /// The points of a spark, by its cell.
  private let sparks: FixedTable<Int64>
  private let storage: TableStorage

  init(_ definition: RulebookDefinition) {
    let storage = TableStorage()
    var sparks = [Int64](repeating: 0, count: SparkCell.count)
    for (category, base) in definition.points.base.enumerated() {
      for (intensity, multiplier) in definition.points.multipliers.enumerated() {
        // Truncated toward zero; validation keeps the product far below overflow.
        sparks[SparkCell.index(category, intensity)] =
          Int64(UInt64(base) * multiplier.numerator / multiplier.denominator)
      }
    }
    self.sparks = storage.table(sparks)
    thresholds = storage.table(definition.levels.map(\.threshold))
    fuelCapacity = definition.fuelCapacity
    self.storage = storage
  }

  @inline(__always)
  func points(ofSpark cell: Int) -> Int64 { sparks[cell] }

  /// Returns whether a total is enough for the level after a given one; `false` for the last level,
  /// at which the total is not computed.
  @inline(__always)
  func isEnough(_ total: @autoclosure () -> Int64, forLevelAfter level: Int) -> Bool {
    level < thresholds.endIndex && total() >= thresholds[level]
  }
}
