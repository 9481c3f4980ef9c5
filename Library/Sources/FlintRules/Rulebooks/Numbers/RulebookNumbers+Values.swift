import FlintJSON
import FlintSchema

extension RulebookNumbers {
  /// Returns the rules with other values of some numbers.
  ///
  /// Rates of one table always sum to 1: those that are not given share what is left, in proportion to their values.
  package func definition(
    with values: [(number: RulebookNumber, value: Fraction)]
  ) throws(RulebookNumberError) -> RulebookDefinition {
    var given: [(path: TablePath, value: JSONValue)] = []
    for (number, value) in values {
      switch number.kind {
      case .exact: given.append((number.path, .string(value.description)))
      case .whole, .decimal:
        if value.denominator == 1, let whole = Int64(exactly: value.numerator) {
          given.append((number.path, .integer(whole)))
        } else if number.kind == .decimal {
          given.append((number.path, .number(value.approximation)))
        } else {
          throw RulebookNumberError("\(number.name) is a whole number, got \(value)")
        }
      }
    }
    given += try rest(of: values)
    do throws(RulebookError) {
      return try read(Self.withoutIdleRules(setting(given)), pools: pools(of: given))
    } catch {
      let shown = values.map { "\($0.number.name)=\($0.value)" }.listed("and")
      let fault = error.faults.first
      throw RulebookNumberError(
        "\(shown) \(values.count == 1 ? "makes" : "make") the rulebook invalid: "
          + (fault?.description ?? ""),
        isOutOfRange: values.count == 1 && fault?.path == values[0].number.path
          && fault?.problem.hasPrefix("expected ") == true)
    }
  }

  /// Returns the tree without the earning rules that a 0 leaves nothing to pay: the baseline without such a rule. One
  /// stays, and is an error, where a later rule would pay for its events instead.
  private static func withoutIdleRules(_ tree: JSONValue) -> JSONValue {
    guard case .array(let rules)? = tree["earn"] else { return tree }
    let paying = rules.enumerated().filter { index, rule in
      if case .object(let grants)? = rule["grants"], !grants.isEmpty { return true }
      return (rule["points"] ?? .integer(0)) != .integer(0) || (rule["roll"] ?? .null) != .null
        || rules[(index + 1)...].contains { $0["event"] == rule["event"] }
    }
    return paying.count == rules.count
      ? tree : tree.setting(.array(paying.map(\.element)), at: TablePath()["earn"].keys[...])
  }

  /// Returns the positions of the pools that paths are in; `nil` where one is in another section.
  private func pools(of given: [(path: TablePath, value: JSONValue)]) -> Set<Int>? {
    var pools: Set<Int> = []
    for (path, _) in given {
      guard path.keys.count > 2, path.keys[0] == .name("pools"),
        case .position(let position) = path.keys[1],
        definition.pools.indices.contains(position - 1)
      else { return nil }
      pools.insert(position)
    }
    return pools
  }

  /// Reads a changed tree. Where only pools have changed, all else is as it was, which saves most of the time.
  private func read(
    _ tree: JSONValue, pools: Set<Int>?
  ) throws(RulebookError) -> RulebookDefinition {
    guard let pools else { return try RulebookDefinition(reading: tree, bundled: []) }
    var varied = definition
    var reader = TableReader(.lua)
    reader.use(names: definition)
    reader.clears = true
    for position in pools.sorted() {
      let path = TablePath()["pools"][position]
      var pool = PoolDefinition.table.blank
      reader.within(.name("pools")) {
        $0.within(.position(position)) {
          _ = PoolDefinition.table.read(tree[path] ?? .null, into: &pool, &$0)
        }
      }
      varied.pools[position - 1] = pool
    }
    let faults = reader.faults.isEmpty ? varied.faults() : reader.faults
    guard faults.isEmpty else { throw RulebookError(rulebook: varied.id, faults: faults) }
    return varied
  }

  /// Returns the values of the rates beside those that are given.
  private func rest(
    of values: [(number: RulebookNumber, value: Fraction)]
  ) throws(RulebookNumberError) -> [(path: TablePath, value: JSONValue)] {
    var others: [(path: TablePath, value: JSONValue)] = []
    var done: Set<TablePath> = []
    for (number, value) in values {
      guard !done.contains(number.path), let group = group(of: number.path) else { continue }
      done.formUnion(group)
      let swept = values.filter { group.contains($0.number.path) }
      let kept = group.filter { path in !swept.contains { $0.number.path == path } }
      let old = kept.map { self.value(at: $0).flatMap(Self.number) ?? .one }
      guard
        let (terms, denominator) = Fraction.overCommonDenominator(
          old + swept.map(\.value), most: .max)
      else { throw RulebookNumberError("\(number.name)=\(value) has too many digits; round it") }
      let given = terms[old.count...].reduce(UInt128(0)) { $0 + UInt128($1) }
      let sum = terms[..<old.count].reduce(UInt128(0)) { $0 + UInt128($1) }
      guard given <= UInt128(denominator) else {
        throw RulebookNumberError(
          swept.count == 1
            ? "\(number.name): expected rates from 0 to 1, got \(value)"
            : "\(swept.map(\.number.name).listed("and")): expected rates of at most 1 in all",
          isOutOfRange: swept.count == 1)
      }
      guard sum > 0 || given == UInt128(denominator) else {
        throw RulebookNumberError(
          "\(number.name): all other rates are 0, so that there is no proportion to keep")
      }
      if sum == 0 { continue }
      for (path, term) in zip(kept, terms) {
        let (product, isTooLarge) = UInt128(term).multipliedReportingOverflow(
          by: UInt128(denominator) - given)
        guard !isTooLarge,
          let rate = Fraction(large: product, over: UInt128(denominator), times: sum)
        else {
          throw RulebookNumberError(
            "\(number.name)=\(value) makes rates of too many digits; round them")
        }
        others.append((path, .string(rate.description)))
      }
    }
    return others
  }

  /// Returns whether a number is one of several rates that always sum to 1.
  package func isOfRates(_ number: RulebookNumber) -> Bool { group(of: number.path) != nil }

  /// Returns the paths of the rates that sum to 1, of which a path is one.
  private func group(of path: TablePath) -> [TablePath]? {
    let keys = path.keys
    guard keys.count >= 2 else { return nil }
    let parent = TablePath(Array(keys.dropLast()))
    if parent.keys.last == .name("rates"),
      case .object(let members)? = Self.resolving(resolved, parent)[parent]
    {
      return members.map { parent[$0.name] } + (value(at: path) == nil ? [path] : [])
    }
    let list = TablePath(Array(parent.keys.dropLast()))
    if keys.last == .name("rate"),
      list.keys == [.name("rarities")] || list.keys.last == .name("packs"),
      case .array(let entries)? = resolved[list]
    {
      return entries.indices.map { list[$0 + 1]["rate"] }
    }
    return nil
  }

  /// Returns the value at a path, where a table that is not given has the values that it takes from others.
  func value(at path: TablePath) -> JSONValue? {
    resolved[path] ?? Self.resolving(resolved, TablePath(Array(path.keys.dropLast())))[path]
  }

  /// Returns the tree with other values; a table of a pool of which a value changes no longer takes the others from
  /// elsewhere.
  func setting(_ values: [(path: TablePath, value: JSONValue)]) -> JSONValue {
    var tree = tree
    for (path, value) in values {
      for count in [3, 7] where path.keys.count > count {
        tree = Self.resolving(tree, TablePath(Array(path.keys.prefix(count))))
      }
      tree = tree.setting(value, at: path.keys[...])
    }
    return tree
  }
}

extension Fraction {
  /// Creates the fraction of a number over a product; `nil` where it has too many digits in lowest terms.
  fileprivate init?(large numerator: UInt128, over denominator: UInt128, times factor: UInt128) {
    let (product, isTooLarge) = denominator.multipliedReportingOverflow(by: factor)
    guard !isTooLarge else { return nil }
    self.init(large: numerator, over: product)
  }
}
