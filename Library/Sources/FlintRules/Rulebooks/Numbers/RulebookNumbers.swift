import FlintJSON
import FlintSchema

/// The numbers of a rulebook: each is found by its path, and can have another value.
///
/// A path has the keys of a rulebook file, ids or positions of entries: `pools.banner.featured.share`,
/// `cards.hero.weight`, `levels.3.threshold`. The numbers of `drops` need not name it (`rates.legendary`), those that
/// are in a list of names have both paths (`rates.gold`, `rarities.gold.rate`), and words may be left out where only
/// one number has the others in this order.
package struct RulebookNumbers: Sendable {
  package let definition: RulebookDefinition
  /// The complete JSON of the rulebook.
  let tree: JSONValue
  /// The same, where each pool has the rates and the pity that it takes from `drops`.
  let resolved: JSONValue

  package init(_ definition: RulebookDefinition) {
    self.definition = definition
    tree = definition.json
    var resolved = tree
    for index in definition.pools.indices {
      for key in Self.inherited {
        resolved = Self.resolving(resolved, TablePath()["pools"][index + 1][key])
      }
    }
    self.resolved = resolved
  }

  // MARK: Finding

  /// Returns the number of a path.
  ///
  /// - Parameter pool: the pool that a question is about, whose numbers need not name it.
  package func number(
    _ name: String, inPool pool: String? = nil
  ) throws(RulebookNumberError) -> RulebookNumber {
    let words = Self.words(name)
    guard !words.isEmpty, !words.contains("") else {
      throw RulebookNumberError("expected the path of a number, got \"\(name)\"")
    }
    let scope = pool.map { ["pools", $0] }
    let prefixes = (scope.map { [$0] } ?? []) + [[], ["drops"]]
    let others = Self.numbers(tree, TablePath()).filter {
      scope == nil || $0.keys.first != .name("pools")
    }
    // What exists, then what has further words, then what could be given.
    for prefix in prefixes {
      guard let found = try? walk(listed(prefix + words)), let value = found.value else { continue }
      var paths = numbers(in: found.path)
      if !prefix.isEmpty, let written = rivals(of: found.path, value, words, others) {
        paths = written
      }
      if let number = try only(of: paths, name) { return number }
    }
    if let scope, let root = try? walk(scope), root.value != nil {
      let paths = Self.numbers(resolved, root.path)
      if let number = try only(of: readings(words, paths), name) { return number }
      // Pity that states its rates by roll has no short form; what that means is there.
      if let last = words.last, let key = ["soft_start": "from", "soft_step": "step"][last] {
        let rates = paths.filter {
          $0.keys.contains(.name("pity")) && $0.keys.contains(.name("rates"))
        }
        if let number = try only(of: readings(words.dropLast() + [key], rates), name) {
          return number
        }
      }
    }
    func addable(_ prefixes: some Sequence<[String]>) -> RulebookNumber? {
      for prefix in prefixes {
        if let found = try? walk(prefix + words), found.value == nil,
          let number = try? checked(found.path)
        {
          return number
        }
      }
      return nil
    }
    if let number = addable(prefixes.dropLast()) { return number }
    if let number = try only(of: readings(words, others), name) { return number }
    if let number = addable(prefixes.suffix(1)) { return number }
    // An entry of a list can have a number that is not given, such as the weight of a card.
    if case .object(let sections) = tree {
      let missing = sections.filter { $0.value.has(words[0]) }.compactMap { section in
        (try? walk([section.name] + words)).flatMap { try? checked($0.path).path }
      }
      if let number = try only(of: missing, name) { return number }
    }
    // A list or table is named by its numbers.
    let lists = (scope.flatMap { try? walk($0) }?.path).map { Self.numbers(resolved, $0) } ?? []
    for paths in [lists, others] {
      if let number = try only(of: readings(words, paths, ofTables: true), name) { return number }
    }
    // The first word that does not exist says most.
    for prefix in [[], ["drops"]] { _ = try walk(listed(prefix + words)) }
    throw unknown(name, words, inPool: pool)
  }

  /// Returns the number of the only path; `nil` where there is none.
  ///
  /// - Throws: `RulebookNumberError` where there are several.
  private func only(
    of paths: [TablePath], _ name: String
  ) throws(RulebookNumberError) -> RulebookNumber? {
    if paths.count <= 1 {
      guard let path = paths.first else { return nil }
      return try checked(path)
    }
    let shown = paths.prefix(12).map { named($0) }
    throw RulebookNumberError(
      "\"\(name)\" could be \(shown.alternatives)"
        + (paths.count > shown.count ? ", or one of \(paths.count - shown.count) more" : ""))
  }

  /// Returns the paths of the numbers of a list or table; a single value has its own.
  private func numbers(in path: TablePath) -> [TablePath] {
    switch resolved[path] {
    case .array?, .object?: Self.numbers(resolved, path)
    default: [path]
    }
  }

  /// Returns the numbers that a short name can mean as well, where the one that was found first is not written in the
  /// rulebook: a pool's that it takes from elsewhere, beside those that it has; one of `drops` that is 0, beside others.
  private func rivals(
    of path: TablePath, _ value: JSONValue, _ words: [String], _ others: [TablePath]
  ) -> [TablePath]? {
    let written: [TablePath]
    if path.keys.first == .name("pools") {
      guard tree[path] == nil else { return nil }
      let pool = TablePath(Array(path.keys.prefix(2)))
      let own = readings(words, Self.numbers(tree, pool))
      written = own.isEmpty || !isUsed(path, in: pool) ? own : [path] + own
    } else {
      guard Self.number(value) == .zero else { return nil }
      written = readings(words, others).filter { $0 != path }
    }
    return written.isEmpty ? nil : written
  }

  /// Returns whether a value that a pool takes from elsewhere counts, as rates do unless all slots of its packs have
  /// their own.
  private func isUsed(_ path: TablePath, in pool: TablePath) -> Bool {
    guard path.keys.count > 3, path.keys[2] == .name("rates"),
      case .array(let packs)? = tree[pool["packs"]]
    else { return true }
    return packs.contains { pack in
      guard case .array(let slots)? = pack["slots"] else { return false }
      return slots.contains { ($0["rates"] ?? .null) == .null }
    }
  }

  /// Returns the paths that have some words in this order, the last one at the end.
  ///
  /// - Parameter ofTables: whether the words name the lists and tables that the numbers are in.
  private func readings(
    _ words: [String], _ paths: [TablePath], ofTables: Bool = false
  ) -> [TablePath] {
    paths.filter { path in
      var all = Self.words(named(path))
      if ofTables { all.removeLast(min(1, all.count)) }
      guard all.last == words.last else { return false }
      var rest = words[...]
      for word in all where word == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
  }

  /// Follows words into the tree, as far as they exist.
  ///
  /// - Returns: the path, and the value there, if there is one.
  private func walk(
    _ words: [String]
  ) throws(RulebookNumberError) -> (path: TablePath, value: JSONValue?) {
    var (path, node) = (TablePath(), JSONValue?.some(resolved))
    for word in words {
      switch node {
      case .array(let entries)?:
        let ids = entries.map { $0.id }
        guard let index = ids.firstIndex(of: word) ?? Int(word).map({ $0 &- 1 }),
          entries.indices.contains(index)
        else {
          throw missing(word, in: path, ids)
        }
        path = path[index + 1]
        node = entries[index]
      case .object(let members)? where path.keys == [.name("currencies")]:
        // A currency that nothing costs would have no effect.
        guard let value = members.first(where: { $0.name == word })?.value else {
          throw missing(word, in: path, members.map(\.name))
        }
        path = path[word]
        node = value
      case .object?, nil:
        path = path[word]
        node = node?[word]
        if node == .null { node = nil }
      default:
        throw RulebookNumberError("\(named(path)) is a single value, which has no \(word)")
      }
    }
    return (path, node)
  }

  /// Returns the path of a number that the list of the names has in place of the table of the path, such as
  /// `rarities.gold.rate` for `drops.rates.gold`; the same path where the rulebook has the table.
  private func listed(_ words: [String]) -> [String] {
    for value in Self.listedValues
    where words.count == value.path.count + 1 && words.starts(with: value.path) {
      let table = value.path.reduce(TablePath()) { $0[$1] }
      if tree[table] == nil, let name = words.last { return [value.list, name, value.key] }
    }
    return words
  }

  private func missing(
    _ word: String, in list: TablePath, _ ids: [String?]
  ) -> RulebookNumberError {
    let known = ids.compactMap(\.self)
    let hint = NearestName.hint(for: word, among: known)
    let expected =
      known.isEmpty
      ? (ids.isEmpty ? "it is empty" : "expected 1 to \(ids.count)")
      : known.count <= 16 ? "expected \(known.alternatives)" : "expected one of \(known.count) ids"
    return RulebookNumberError(
      "\(named(list)) of rulebook \(definition.id) has no \"\(word)\""
        + (hint.isEmpty ? "; \(expected)" : hint))
  }

  private func unknown(
    _ name: String, _ words: [String], inPool pool: String?
  ) -> RulebookNumberError {
    // A number of another pool is no answer to a question about one.
    let paths = Self.numbers(tree, TablePath()).filter { path in
      let words = Self.words(named(path))
      return pool == nil || words.first != "pools" || words.dropFirst().first == pool
    }
    let all = paths.map { path in
      // A list is named as a whole.
      var words = Self.words(named(path))
      if words.count > 1, words.last.flatMap({ Int($0) }) != nil { words.removeLast() }
      return words.joined(separator: ".")
    }
    // Of the numbers whose last word is the nearest, the one that has most of the others.
    let last = NearestName.nearest(
      to: words.last ?? "", among: all.compactMap { Self.words($0).last })
    let near = all.filter { Self.words($0).last == last }.max { first, second in
      words.count { Self.words(first).contains($0) }
        < words.count { Self.words(second).contains($0) }
    }
    return RulebookNumberError(
      "rulebook \(definition.id) has no number \"\(name)\""
        + (near.map { " (did you mean \"\($0)\"?)" }
          ?? "; expected a path such as \(all.first { $0.contains(".") } ?? "drops.chance")"))
  }

  /// Returns the number at a path, if the reader of rulebooks expects one there.
  private func checked(_ path: TablePath) throws(RulebookNumberError) -> RulebookNumber {
    let name = named(path)
    let probe = setting([(path, .boolean(true))])
    do throws(RulebookError) {
      _ = try RulebookDefinition(reading: probe, bundled: [])
    } catch {
      for fault in error.faults where fault.path == path || path.isWithin(fault.path) {
        let kind: RulebookNumber.Kind
        if fault.problem.hasPrefix("expected " + TableType<Int64>.whole.expectation) {
          kind = .whole
        } else if [TableType<Fraction>.fraction, .money].contains(where: {
          fault.problem.hasPrefix("expected " + $0.expectation)
        }) {
          kind = .exact
        } else if fault.problem.hasPrefix("expected a number") {
          kind = .decimal
        } else {
          continue
        }
        return RulebookNumber(
          name: name, path: path, kind: kind, value: value(at: path).flatMap(Self.number))
      }
    }
    throw RulebookNumberError("\(name) is no number")
  }
}

extension RulebookNumbers {
  /// The keys of a pool that it takes from `drops` unless they are given.
  static let inherited = ["rates", "pity"]
  /// The keys of texts, which may look like numbers.
  private static let texts: Set<String> = ["id", "title", "name", "text", "from", "before", "set"]

  /// The values that entries of a list of names may give, with the table that may give them instead.
  private static let listedValues =
    paths(CategoryEntry.self) + paths(IntensityEntry.self) + paths(RarityEntry.self)

  private static func paths<Entry: NameEntry>(
    _: Entry.Type
  ) -> [(path: [String], list: String, key: String)] {
    Entry.values.map { ($0.path, Entry.list.rawValue, $0.key) }
  }

  /// Returns the tree where a table of a pool that is not given has the values that it takes from others: the rates
  /// and the pity of a pool from `drops`, the rates of a slot from its pool.
  static func resolving(_ tree: JSONValue, _ path: TablePath) -> JSONValue {
    guard tree[path] == nil, path.keys.count >= 3, path.keys[0] == .name("pools"),
      case .name(let key)? = path.keys.last
    else { return tree }
    let owner = TablePath(Array(path.keys.dropLast()))
    let pool = TablePath(Array(path.keys.prefix(2)))
    guard let value = tree[owner] else { return tree }
    let members: [(name: String, value: JSONValue)]
    switch path.keys.count {
    case 3 where inherited.contains(key) && value["box"] == nil:
      guard let all = dropped(tree, key) else { return tree }
      members = all
    case 7 where key == "rates" && path.keys[4] == .name("slots"):
      guard case .object(let all)? = resolving(tree, pool[key])[pool[key]] else { return tree }
      members = all
    default: return tree
    }
    return tree.setting(.object(members.filter { $0.value != .null }), at: path.keys[...])
  }

  /// Returns a table of `drops`; the rates may be in the list of the rarities instead.
  private static func dropped(
    _ tree: JSONValue, _ key: String
  ) -> [(name: String, value: JSONValue)]? {
    if case .object(let members)? = tree["drops"]?[key] { return members }
    guard key == "rates", case .array(let rarities)? = tree["rarities"] else { return nil }
    let rates = rarities.compactMap { rarity in
      rarity.id.flatMap { id in rarity["rate"].map { (name: id, value: $0) } }
    }
    return rates.count == rarities.count ? rates : nil
  }

  /// Returns the words of a path: `pools[1].pity["five"]` has four.
  private static func words(_ name: String) -> [String] {
    name.replacing("[", with: ".").replacing("]", with: "").replacing("\"", with: "")
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  static func number(_ value: JSONValue) -> Fraction? {
    do {
      return try TableType<Fraction>.exact(value)
    } catch {
      return nil
    }
  }

  /// Returns the paths of the values that look like numbers.
  private static func numbers(_ tree: JSONValue, _ root: TablePath) -> [TablePath] {
    guard let node = tree[root] else { return [] }
    switch node {
    case .object(let members):
      // A rule of pity without soft_start has a step of 0, which means none.
      let isFlat = (node["soft_start"] ?? .null) == .null
      return members.flatMap { member in
        texts.contains(member.name) || isFlat && member.name == "soft_step"
          ? [] : numbers(tree, root[member.name])
      }
    case .array(let entries):
      return entries.indices.flatMap { numbers(tree, root[$0 + 1]) }
    case .integer, .number: return [root]
    case .string(let text): return Fraction(ratioOrDecimal: text) == nil ? [] : [root]
    default: return []
    }
  }

  /// Returns a path with ids in place of positions.
  func named(_ path: TablePath) -> String {
    var words: [String] = []
    var node: JSONValue? = resolved
    for key in path.keys {
      switch key {
      case .name(let name):
        words.append(name)
        node = node?[name]
      case .position(let position):
        var entry: JSONValue?
        if case .array(let entries)? = node, entries.indices.contains(position - 1) {
          entry = entries[position - 1]
        }
        words.append(entry?.id ?? String(position))
        node = entry
      }
    }
    return words.joined(separator: ".")
  }
}
