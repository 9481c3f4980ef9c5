import FlintSchema

/// A column of a published table that has rates, recognised by its name.
struct PublishedColumn {
  typealias Kind = PublishedTable.Kind

  let name: String
  let index: Int
  /// What its rates may be; where that is several, the rates decide.
  let kinds: [Kind]
  /// Whether numbers without a sign are percentages, since the name says so.
  let isPercent: Bool
  /// Whether a cell may be empty although the rate is known.
  let mayLack: Bool

  private init(
    _ header: [String], _ index: Int, _ kinds: [Kind], mayLack: Bool = false
  ) {
    name = header[index]
    self.index = index
    self.kinds = kinds
    let plain = name.lowercased()
    isPercent = ["%", "percent", "pct", "％"].contains(where: plain.contains)
    self.mayLack = mayLack
  }

  /// Returns what its rates may be in a pool. Without packs, each roll gives one card; effective rates that may be chances
  /// in a pack are those with packs.
  func kinds(hasPacks: Bool) -> [Kind] {
    if kinds.contains(.effective), kinds.contains(.inPack) {
      return [hasPacks ? .inPack : .effective]
    }
    let kinds = kinds.map { $0 == .inPack && !hasPacks ? .nominal : $0 }
    return Kind.allCases.filter { kinds.contains($0) }
  }

  /// The names of rates that may be nominal ones or chances in a pack.
  private static let silent = [
    "rate", "chance", "probability", "drop_rate", "drop_chance", "prob", "odds", "percent",
    "percentage", "pct", "概率", "確率", "提供割合", "確率_提供割合", "확률", "probabilidad", "porcentaje",
    "probabilità", "percentuale", "wahrscheinlichkeit",
  ]
  private static let nominal = [
    "nominal", "nominal_rate", "base", "base_rate", "base_probability", "基础概率", "nominale",
  ]
  private static let effective = [
    "effective", "effective_rate", "consolidated", "consolidated_rate",
    "consolidated_probability", "comprehensive", "comprehensive_rate", "long_run", "overall",
    "overall_rate", "综合概率", "efectiva", "effettiva", "effektiv",
  ]
  /// The parts of names of chances that a pack has at least one.
  private static let inPack = [
    "in_pack", "in_a_pack", "in_one_pack", "in_each_pack", "per_pack", "a_pack", "pack_chance",
    "pack_probability", "at_least_one", "at_least_1", "one_or_more",
  ]
  /// The words of names of expected numbers in a pack.
  private static let numbers: Set = [
    "expected", "average", "mean", "copies", "cards", "number", "count",
  ]
  /// The words that say nothing of the kind.
  private static let fillers: Set = [
    "in", "as", "a", "an", "the", "of", "for", "per", "each", "roll", "pull", "draw", "wish",
    "summon", "item", "card", "percent", "pct", "exact", "published",
  ]

  /// Returns the kinds that the name of a column says; none where it is no name of rates.
  private static func kinds(_ header: String) -> [Kind] {
    let plain = PublishedTable.plain(header)
    let words = plain.split(separator: "_").map(String.init)
    if words.isEmpty { return header.contains { "%％".contains($0) } ? [.nominal, .inPack] : [] }
    if words.last == "fraction" { return [] }
    let rest = words.filter { !fillers.contains($0) }.joined(separator: "_")
    for name in [plain, rest] {
      if nominal.contains(name) { return [.nominal] }
      if effective.contains(name) { return [.effective] }
      if ["effective_within_limit", "within_limit"].contains(name) { return [.withinLimit] }
      if silent.contains(name) { return [.nominal, .inPack] }
    }
    if inPack.contains(where: { "_\(plain)_".contains("_\($0)_") }) {
      return Set(words).isDisjoint(with: numbers) ? [.inPack] : [.nominal]
    }
    return []
  }

  /// Returns the columns of rates: the one that is named, or the first of each kind.
  ///
  /// - Parameter wanted: the column that is named: `Rate`, or `Rate=effective`.
  static func columns(
    of header: [String], named wanted: String?
  ) throws(DraftError) -> [PublishedColumn] {
    let plain = header.map { PublishedTable.plain($0) }
    if let wanted {
      let parts = wanted.split(separator: "=", maxSplits: 1).map(String.init)
      guard let index = parts.first.flatMap({ plain.firstIndex(of: PublishedTable.plain($0)) })
      else {
        throw DraftError(
          "line 1", "there is no column \"\(wanted)\"; it has \(header.listedNames)")
      }
      guard parts.count == 2 else {
        let known = kinds(header[index])
        return [PublishedColumn(header, index, known.isEmpty ? [.nominal, .inPack] : known)]
      }
      guard let kind = Kind(rawValue: parts[1]) else {
        throw DraftError(
          "column \"\(parts[0])\"",
          "expected \(Kind.allCases.map(\.rawValue).alternatives), got \"\(parts[1])\"")
      }
      return [PublishedColumn(header, index, [kind])]
    }
    if let columns = columns(ofForm: plain, header) { return columns }
    let all = header.indices.map { kinds(header[$0]) }
    let hasPacks = all.contains([.inPack])
    let columns = Kind.allCases.compactMap { kind -> PublishedColumn? in
      // A name that says one kind precedes.
      guard let index = all.firstIndex(of: [kind]) ?? all.firstIndex(where: { $0.first == kind })
      else { return nil }
      return PublishedColumn(
        header, index, hasPacks ? [kind] : all[index], mayLack: kind == .withinLimit)
    }
    guard !columns.isEmpty else {
      throw DraftError(
        "line 1",
        "expected a column with rates (rate, nominal, effective or chance in a pack), got "
          + "\(header.listedNames); --column names another one")
    }
    return columns
  }

  /// Returns the columns of a form of disclosure, whose rates with packs are chances in a pack; `nil` of another table.
  private static func columns(ofForm plain: [String], _ header: [String]) -> [PublishedColumn]? {
    guard plain.contains("effective_copies") else { return nil }
    let fields: [(String, [Kind], Bool)] = [
      ("nominal", [.inPack], false), ("effective", [.effective, .inPack], true),
      ("copies", [.nominal], true), ("effective_copies", [.effective], true),
      ("effective_within_limit", [.withinLimit], true), ("share", [.share], false),
    ]
    return fields.compactMap { name, kinds, mayLack in
      plain.firstIndex(of: name).map {
        PublishedColumn(header, $0, kinds, mayLack: mayLack)
      }
    }
  }
}
