/// The points of sparks, the thresholds of levels and the capacity of fuel, compiled.
struct PointTable: Sendable {
  /// The total points at which each level begins.
  let thresholds: FixedTable<Int64>
  /// The amount of fuel that causes an overload.
  let fuelCapacity: Int64
  /// The points of a spark, by category × intensity.
  private let sparks: FixedTable<Int64>
  /// The owner of the memory of the tables.
  private let storage: TableStorage

  init(_ definition: RulebookDefinition) {
    let storage = TableStorage()
    sparks = storage.table(
      definition.points.base.flatMap { base in
        definition.points.multipliers.map { multiplier in
          // Truncated toward zero; validation keeps the product far below overflow.
          Int64(UInt64(base) * multiplier.numerator / multiplier.denominator)
        }
      })
    thresholds = storage.table(definition.levels.map(\.threshold))
    fuelCapacity = definition.fuelCapacity
    self.storage = storage
  }

  /// Returns the points of a spark of a cell: category × intensity.
  @inline(__always)
  func points(ofSpark cell: Int) -> Int64 { sparks[cell] }

  /// Returns whether a total is enough for the level after a given one; `false` for the last level,
  /// at which the total is not computed.
  @inline(__always)
  func isEnough(_ total: @autoclosure () -> Int64, forLevelAfter level: Int) -> Bool {
    level < thresholds.endIndex && total() >= thresholds[level]
  }
}
