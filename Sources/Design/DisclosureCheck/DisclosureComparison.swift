import FlintRules
import FlintSchema

/// The work of comparing a published table with the pools of a disclosure.
struct DisclosureComparison {
  typealias Fault = DisclosureCheck.Fault
  typealias Kind = PublishedTable.Kind

  /// The columns that were compared, with the kinds of their rates.
  private(set) var columns: [String] = []
  private(set) var compared: Int64 = 0
  private(set) var faults: [Fault] = []

  private let pools: [DisclosedPool]
  private let tolerance: Double?
  /// The precision of the rate with the most decimals, by column.
  private let finest: [Double]
  /// The rows that name each item.
  private var lines: [PublishedItem.Key: [Int]] = [:]
  /// The nominal rates of the cards and of the rarities of each pool, to be summed.
  private var nominal: [[Bool: [Summand]]]
  private var totals = PublishedTotals()

  private struct Summand {
    var value: Double
    /// The difference that rounding explains; `nil` where the rate is wrong.
    var reach: Double?
  }

  /// - Parameter tolerance: the difference that is accepted instead of the precision to which a rate is printed.
  init(_ table: PublishedTable, _ pools: [DisclosedPool], _ tolerance: Double?) {
    (self.pools, self.tolerance) = (pools, tolerance)
    finest = table.columns.indices.map { index in
      table.rows.compactMap { $0.rates[index] }.filter { $0.significantDigits != nil }
        .map(\.precision).min() ?? 0
    }
    nominal = [[Bool: [Summand]]](repeating: [:], count: pools.count)
    var named: Set<PublishedItem.Key> = []
    let items = table.rows.map { row in
      let items = row.items(of: pools, named: named)
      named.formUnion(items.map(\.key))
      return items
    }
    let readings = table.columns.indices.map { index in
      var samples = [[PublishedReading.Sample]](repeating: [], count: pools.count)
      for (row, items) in zip(table.rows, items) {
        guard let rate = row.rates[index] else { continue }
        for item in items { samples[item.pool].append((item, rate)) }
      }
      return PublishedReading(table.columns[index], samples, of: pools, tolerance: tolerance)
    }
    for (index, column) in table.columns.enumerated()
    where table.rows.contains(where: { $0.rates[index] != nil }) {
      note(column, readings[index])
    }
    for (row, items) in zip(table.rows, items) {
      if items.isEmpty, row.isTotal {
        for (column, rate) in zip(table.columns, row.rates) {
          guard let rate else { continue }
          if let wrong = totals.fault(rate, in: column.index, of: row, tolerance: tolerance) {
            faults.append(wrong)
          }
        }
        totals.endBlock()
      } else {
        compare(row, items, table.columns, readings)
      }
    }
    for index in pools.indices {
      summarize(index, readings.compactMap { $0.kinds[index] }.first ?? .nominal)
    }
  }

  /// Notes what a column has, and what is wrong with all of it.
  private mutating func note(_ column: PublishedColumn, _ reading: PublishedReading) {
    func kinds(_ hasPacks: Bool) -> String {
      let known = zip(pools, reading.kinds).filter { $0.0.packs.isEmpty != hasPacks }.map(\.1)
      return Kind.allCases.filter(known.contains).map(\.rawValue).listed("and")
    }
    let (all, ofPacks) = (kinds(false), kinds(true))
    let text =
      all.isEmpty || ofPacks.isEmpty || all == ofPacks
      ? all.isEmpty ? ofPacks : all : "\(all), with packs \(ofPacks)"
    columns.append("\(column.name) (\(text.isEmpty ? "of unknown kind" : text))")
    let name = "the rates of the column \"\(column.name)\""
    if let (rate, exact) = reading.example {
      let times = reading.factor < 1 ? "a hundred times" : "a hundredth of"
      let cause =
        if rate.hasSign { "" } else if rate.hasUnit {
          "; the name of the column says that they are percentages"
        } else { "; percentages need their sign" }
      faults.append(
        Fault(
          problem: .unit, published: rate.text, exact: exact, difference: rate.value - exact,
          text:
            "\(name) are \(times) the exact ones: \(rate.text) is \(rate.hasSign ? "published" : percent(rate.value)), "
            + "\(percent(exact)) is exact\(cause)"))
    }
    for (pool, item, kinds) in reading.doubts {
      let readings = kinds.map { kind in
        "\(kind.names) (\(item.rate(kind).map { percent($0) } ?? "not known"))"
      }
      let options = kinds.map { "--column \"\(column.name)=\($0.rawValue)\"" }
      faults.append(
        Fault(
          problem: .ambiguous, pool: pools[pool].definition.id, item: item.name,
          text: "\(name) may be \(readings.listed("or")): say it with \(options.listed("or"))"))
    }
  }

  private mutating func compare(
    _ row: PublishedTable.Row, _ items: [PublishedItem], _ columns: [PublishedColumn],
    _ readings: [PublishedReading]
  ) {
    for (index, column) in columns.enumerated() {
      guard let rate = row.rates[index] else { continue }
      let (kind, factor) = (
        items.first.flatMap { readings[index].kinds[$0.pool] }, readings[index].factor
      )
      let exact = kind.flatMap { items.first?.rate($0) }.map { $0 / factor }
      totals.add(rate, exact: exact, in: column.index, of: row, isCard: items.first?.isCard)
    }
    let name = row.names.first ?? ""
    guard let first = items.first else {
      let known = pools.flatMap { $0.cards.flatMap { [$0.definition.id, $0.definition.name] } }
      let place = row.pool.isEmpty ? "the rulebook" : "pool \"\(row.pool)\""
      let text = "is not an item of \(place)\(NearestName.hint(for: name, among: known))"
      faults.append(
        Fault(problem: .unknown, line: row.line, pool: row.pool, item: name, text: text))
      return
    }
    let pool = pools[first.pool].definition.id
    let earlier = items.compactMap { lines[$0.key] }.max { $0.count < $1.count } ?? []
    for item in items { lines[item.key, default: []].append(row.line) }
    // Without a column of pools, each of them may list the item.
    if earlier.count >= items.count, let line = earlier.last {
      faults.append(
        Fault(
          problem: .repeated, line: row.line, pool: pool, item: first.name,
          text: "is listed again, after line \(line)"))
    }
    let tier = pools[first.pool].tiers.first { PublishedTable.isSame($0.rarity.name, row.rarity) }
    if first.isCard, let grade = first.grade, let tier, tier.rarity.name != grade {
      faults.append(
        Fault(
          problem: .differs, line: row.line, pool: pool, item: first.name,
          text: "is published as \(row.rarity); its rarity is \(grade)"))
    }
    var isSummed = false
    for (index, column) in columns.enumerated() {
      guard let kind = readings[index].kinds[first.pool] else { continue }
      let exact = first.rate(kind)
      guard let published = row.rates[index] else {
        // Pools without packs have no chance in a pack.
        guard !column.mayLack, column.kinds != [.inPack] || kind == .inPack, let exact, exact > 0
        else { continue }
        faults.append(
          Fault(
            problem: .missing, line: row.line, pool: pool, item: first.name, kind: kind,
            exact: exact,
            text: "has no rate in the column \"\(column.name)\"; it is \(percent(exact))"))
        continue
      }
      let rate = published.scaled(by: readings[index].factor)
      guard items.allSatisfy({ $0.rate(kind) == exact }) else {
        let ids = items.map { pools[$0.pool].definition.id }
        let text =
          "is in the pools \(ids.listed("and")) with different rates: add a column pool, or name the pool in "
          + "the command"
        faults.append(Fault(problem: .ambiguous, line: row.line, item: first.name, text: text))
        continue
      }
      compared += 1
      let wrong = fault(rate, kind, first, row, finest[index] * readings[index].factor)
      if let wrong { faults.append(wrong) }
      guard kind == .nominal, earlier.isEmpty, !isSummed else { continue }
      isSummed = true
      let isExact = exact.map { abs(rate.value - $0) < 1e-12 } ?? false
      let reach = wrong == nil ? isExact ? 0 : tolerance ?? rate.precision : nil
      for item in items {
        nominal[item.pool][item.isCard, default: []].append(
          Summand(value: rate.value, reach: reach))
      }
    }
  }

  /// Returns what is wrong with a rate; nothing if it is the exact one.
  ///
  /// - Parameter finest: the precision of the rate of the column with the most decimals.
  private func fault(
    _ rate: PublishedRate, _ kind: Kind, _ item: PublishedItem, _ row: PublishedTable.Row,
    _ finest: Double
  ) -> Fault? {
    let exact = item.rate(kind)
    var fault = Fault(
      problem: .differs, line: row.line, pool: pools[item.pool].definition.id, item: item.name,
      kind: kind, published: rate.text, exact: exact, difference: exact.map { rate.value - $0 },
      text: "")
    guard let exact else {
      fault.text =
        kind == .share
        ? "has no share: it is a rarity"
        : "has no \(kind.rawValue) rate: it is not known in the long run"
      return fault
    }
    // A rate that is printed as 0 is none.
    let isHidden = rate.value == 0 && exact > 0 && tolerance == nil
    let published = percent(rate.value)
    if rate.matches(exact, tolerance: tolerance), !isHidden {
      // Zeros at the end may be left out, and each rate may have equally many digits; nothing else explains fewer
      // decimals than others have.
      guard tolerance == nil, finest < rate.precision, !rate.matches(exact, tolerance: finest),
        !rate.matchesDigits(of: exact)
      else { return nil }
      fault.text =
        "\(published) is published, \(percent(exact)) is exact (\(kind.remark)), which it is not even when rounded to "
        + "the decimals that other rates have"
      return fault
    }
    let other = Kind.allCases.first { other in
      guard other != kind, other != .share, let otherRate = item.rate(other) else { return false }
      return rate.matches(otherRate, tolerance: tolerance)
    }
    let share = item.share.flatMap { share in
      share != exact && rate.matches(share, tolerance: tolerance) ? share : nil
    }
    if isHidden {
      fault.text = "is published as 0, but is \(percent(exact))"
    } else if let other {
      fault.problem = .kind
      fault.text =
        "\(published) is its \(other.name(of: item)); \(kind.counterpart) is \(percent(exact))"
    } else if share == nil || !rate.hasUnit,
      let factor = [0.01, 100].first(where: {
        rate.matches(exact, times: $0, tolerance: tolerance)
      })
    {
      fault.problem = .unit
      fault.text =
        "\(rate.text) is \(rate.hasSign ? "published" : published), \(factor < 1 ? "a hundred times" : "a hundredth of") the exact "
        + "\(percent(exact))"
        + (rate.hasUnit ? "" : "; a percentage needs its sign: \(percent(exact))")
    } else if share != nil {
      fault.problem = .share
      fault.text =
        "\(published) is its share in the rarity; a roll gives it with \(percent(exact))"
    } else {
      fault.text = "\(published) is published, \(percent(exact)) is exact (\(kind.remark))"
    }
    return fault
  }

  /// Notes what the table lacks of a pool, and whether its rates have the right sum.
  ///
  /// - Parameter kind: the kind of rates that the table has.
  private mutating func summarize(_ index: Int, _ kind: Kind) {
    let pool = pools[index]
    let cards = pool.cards.map { PublishedItem($0, in: index) }
    let tiers = pool.tiers.map { PublishedItem($0, in: index) }
    let hasCards = cards.contains { lines[$0.key] != nil }
    // A table of cards or of rarities has all of them.
    let expected = hasCards ? cards : tiers.contains { lines[$0.key] != nil } ? tiers : []
    for item in expected where item.nominal > 0 && lines[item.key] == nil {
      let exact = item.rate(kind)
      let rate = exact.map { "; its \(kind.name(of: item)) is \(percent($0))" } ?? ""
      faults.append(
        Fault(
          problem: .missing, pool: pool.definition.id, item: item.name, kind: kind, exact: exact,
          text: "is not in the table\(rate)"))
    }
    let rates = nominal[index][hasCards] ?? []
    guard rates.count > 1 else { return }
    let sum = rates.reduce(0) { $0 + $1.value }
    let reach = rates.reduce(1e-9) { $0 + ($1.reach ?? 0) }
    let exact = expected.reduce(0) { $0 + $1.nominal }
    // Right rates have the right sum, but for rounding.
    guard abs(sum - exact) > reach else { return }
    let lacks = sum < exact ? "are missing" : "are too much"
    faults.append(
      Fault(
        problem: .sum, pool: pool.definition.id, exact: exact, difference: sum - exact,
        text: "the nominal rates sum to \(percent(sum)) instead of \(percent(exact)): "
          + "\(percent(abs(sum - exact))) \(lacks)"))
  }
}

extension PublishedTable.Kind {
  /// The kind, as a remark.
  fileprivate var remark: String {
    switch self {
    case .nominal, .effective: rawValue
    case .inPack: "at least one in a pack"
    case .withinLimit: "effective within the limit"
    case .share: "its share in the rarity"
    }
  }

  /// The rate beside another one.
  fileprivate var counterpart: String {
    switch self {
    case .nominal, .effective: "the \(rawValue) one"
    case .inPack: "that of at least one in a pack"
    case .withinLimit: "that within the limit"
    case .share: "its share in the rarity"
    }
  }

  /// Returns the name of an item's rate.
  fileprivate func name(of item: PublishedItem) -> String {
    switch self {
    case .nominal where item.inPack != nil: "nominal rate, the expected number in a pack"
    case .nominal: "nominal rate"
    case .effective: "effective rate, consolidated over the long run"
    case .inPack: "chance of at least one in a pack"
    case .withinLimit: "effective rate within the limit of rolls"
    case .share: "share in the rarity"
    }
  }

  /// The rates of a table.
  fileprivate var names: String {
    switch self {
    case .nominal: "the expected numbers in a pack"
    case .effective: "the effective rates"
    case .inPack: "the chances of at least one in a pack"
    case .withinLimit: "the effective rates within the limit"
    case .share: "the shares in the rarity"
    }
  }
}
