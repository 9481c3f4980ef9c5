import FlintSchema

/// What the rates of a column are, as far as they say it: of which kind in each pool, and in which unit.
struct PublishedReading {
  typealias Kind = PublishedTable.Kind
  typealias Sample = (item: PublishedItem, rate: PublishedRate)

  /// The factor by which the rates have to be multiplied: 1, or a hundred or a hundredth where the whole column has a
  /// wrong unit.
  private(set) var factor = 1.0
  /// The kind of rates in each pool; `nil` where several are as likely.
  private(set) var kinds: [Kind?] = []
  /// The first rate, for whole columns with a wrong unit.
  private(set) var example: (rate: PublishedRate, exact: Double)?
  /// The readings of each pool whose kind is not known, with an item whose rates differ.
  private(set) var doubts: [(pool: Int, item: PublishedItem, kinds: [Kind])] = []

  /// - Parameter samples: the rates of the column with their items, by pool.
  init(
    _ column: PublishedColumn, _ samples: [[Sample]], of pools: [DisclosedPool],
    tolerance: Double?
  ) {
    let readings = pools.map { pool in
      column.kinds(hasPacks: !pool.packs.isEmpty)
    }
    func matches(_ sample: Sample, _ kind: Kind, _ factor: Double) -> Bool {
      guard let exact = sample.item.rate(kind), sample.rate.value > 0 else { return false }
      // A percentage that is the share in the rarity has its right unit.
      if factor != 1, sample.rate.hasUnit, let share = sample.item.share,
        sample.rate.matches(share, tolerance: tolerance)
      {
        return false
      }
      return sample.rate.matches(exact, times: factor, tolerance: tolerance)
    }
    func counts(_ index: Int, _ factor: Double) -> [Int] {
      readings[index].map { kind in samples[index].count { matches($0, kind, factor) } }
    }
    func total(_ factor: Double) -> Int {
      pools.indices.reduce(0) { $0 + (counts($1, factor).max() ?? 0) }
    }
    let all = samples.reduce(0) { $0 + $1.count { $0.rate.value > 0 } }
    if let unit = [0.01, 100].max(by: { total($0) < total($1) }), total(unit) > 1,
      total(unit) > total(1), 2 * total(unit) > all
    {
      factor = unit
    }
    for index in pools.indices {
      let counts = counts(index, factor)
      let most = counts.max() ?? 0
      let likely = zip(readings[index], counts).filter { $0.1 == most }.map(\.0)
      let other = samples[index].first { sample in
        likely.contains { sample.item.rate($0) != sample.item.rate(likely[0]) }
      }
      if let other {
        doubts.append((index, other.item, likely))
        kinds.append(nil)
        continue
      }
      let kind = likely.first
      kinds.append(kind)
      if factor != 1, example == nil, let kind {
        example = samples[index].first { matches($0, kind, factor) }.flatMap { sample in
          sample.item.rate(kind).map { (sample.rate, $0) }
        }
      }
    }
  }
}
