/// The points of sparks and what they lead to, compiled: levels and overloads.
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
      definition.basePoints.flatMap { base in
        definition.multipliers.map { multiplier in
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

  /// Returns whether a total reaches the level after one; `false` after the last level.
  @inline(__always)
  func isEnough(_ total: Int64, forLevelAfter level: Int) -> Bool {
    level < thresholds.endIndex && total >= thresholds[level]
  }
}
