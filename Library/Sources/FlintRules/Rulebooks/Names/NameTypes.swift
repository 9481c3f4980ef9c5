import FlintJSON
package import FlintSchema

// MARK: Types of values

extension TableReader {
  /// - Parameters:
  ///   - inherited: the names that have numbers already.
  ///   - listed: the values that are given with the list of the names.
  mutating func use<Entry: NameEntry>(
    _ entry: Entry.Type, of definition: RulebookDefinition, inherited: [String]? = nil,
    listed: Set<NamedValues> = []
  ) {
    let names = definition[keyPath: Entry.names].names
    let inherited = Set(inherited ?? names)
    for values in NamedValues.allCases where values.list == Entry.list {
      vocabularies[values.rawValue] = Vocabulary(
        names, inherited: inherited, isListed: listed.contains(values))
    }
  }

  package mutating func use(names definition: RulebookDefinition) {
    use(CategoryEntry.self, of: definition)
    use(IntensityEntry.self, of: definition)
    use(RarityEntry.self, of: definition)
  }

  func names(_ values: NamedValues) -> [String] {
    vocabulary(values.rawValue)?.names ?? values.ignition
  }
}

extension TableType where Value: RulebookName {
  static func name(in values: NamedValues) -> TableType {
    TableType(
      Value.ignitionNames.alternatives, blank: Value(code: 0)
    ) { source, value, reader in
      let names = reader.vocabulary(values.rawValue)?.names ?? Value.ignitionNames
      let expectation = names.alternatives
      guard case .string(let text) = source else {
        reader.mismatch(source, expected: expectation)
        return false
      }
      guard names.contains(text), let name = Value(name: text) else {
        reader.fault(
          "expected \(expectation), got \(source.summary)"
            + NearestName.hint(for: text, among: names))
        return false
      }
      value = name
      return true
    } json: {
      .string($0.name)
    }
  }
}

extension TableType {
  /// Returns the type of tables with a value for each of some names of a rulebook.
  static func values<Entry>(ofNames values: NamedValues, _ type: TableType<Entry>) -> TableType
  where Value == [Entry] {
    .values(of: values.ignition, type, vocabulary: values.rawValue)
  }

  /// Returns the type of tables that may have a value for each of some names of a rulebook.
  static func optionalValues<Entry>(
    ofNames values: NamedValues, _ type: TableType<Entry>
  ) -> TableType where Value == [Entry?] {
    .optionalValues(of: values.ignition, type, vocabulary: values.rawValue)
  }
}

extension TableField {
  /// Returns the field as one that may be given with the list of the names, and not in both ways.
  func unlessListed(_ values: NamedValues) -> TableField {
    var field = self
    field.isGivenElsewhere = { $0.vocabulary(values.rawValue)?.isListed ?? false }
    field.read = { [read] source, record, reader in
      if reader.vocabulary(values.rawValue)?.isListed ?? false {
        reader.fault("given twice: it is given with the entries of \(values.list), too")
      } else {
        read(source, &record, &reader)
      }
    }
    return field
  }
}

extension TableField where Record == WrittenRulebook {
  /// Returns the field as one that rulebooks of a kind store in another way.
  func stored(
    _ isOther: @escaping @Sendable (RulebookDefinition) -> Bool,
    _ other: @escaping @Sendable (RulebookDefinition) -> JSONValue?
  ) -> TableField {
    var field = self
    field.json = { [json] in isOther($0.definition) ? other($0.definition) : json($0) }
    return field
  }
}
