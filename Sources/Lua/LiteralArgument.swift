/// An argument as a script writes it, as far as it is known without running the script.
package struct LiteralArgument {
  /// What is known of the value.
  package indirect enum Value {
    /// One value, which may be nil.
    case unknown
    /// Any number of values: those of a call or of `...` at the end of a list.
    case several
    case `nil`
    case boolean
    case integer(Int64)
    case number(Double)
    /// A text; nil if it is written with escapes.
    case string(String?)
    case function
    case table([Entry])
    /// A number that is not known.
    case anyNumber
    /// A table whose entries are not known.
    case anyTable
  }

  /// An entry of a table; without a name it is an item of the list, or its key is computed.
  package struct Entry {
    package var key: Key
    package var value: LiteralArgument

    package init(_ key: Key, _ value: LiteralArgument) {
      self.key = key
      self.value = value
    }
  }

  /// The key of an entry of a table.
  package enum Key {
    case name(String, line: Int, column: Int)
    case item
    case computed
  }

  package var value: Value
  package var line: Int
  /// The column in characters, from 1.
  package var column: Int

  package init(_ value: Value, line: Int, column: Int) {
    self.value = value
    self.line = line
    self.column = column
  }
}

/// An error that a call raises whenever it is reached, or a name that a later version will not know.
package struct LiteralFault {
  /// What is wrong.
  package enum Kind {
    case wrongArgument, unknownField, formerName
  }

  package var kind = Kind.wrongArgument
  package var line: Int
  /// The column in characters, from 1.
  package var column: Int
  package var message: String
}

extension HostFunction {
  /// Returns the errors that a call raises, as far as its arguments are known.
  ///
  /// - Parameters:
  ///   - fullName: the name with that of the module.
  ///   - line: the line of the call, where what is missing is reported.
  ///   - column: the column of the call.
  package func faults(
    as fullName: String, of arguments: [LiteralArgument], line: Int, column: Int
  ) -> [LiteralFault] {
    var check = LiteralCheck(function: self, fullName: fullName)
    var given = arguments
    var isOpen = false
    if case .several = given.last?.value {
      isOpen = true
      given.removeLast()
    }
    let call = LiteralArgument(.nil, line: line, column: column)
    for (number, parameter) in parameters.enumerated() {
      if number >= given.count && isOpen { break }
      check.check(number < given.count ? given[number] : call, parameter, in: number)
    }
    if let extra = given.dropFirst(parameters.count).first(where: { !$0.isNil }) {
      check.add(extra, tooManyArguments(as: fullName, given: given.count))
    }
    return check.faults
  }

  /// Returns `argument 1 "category": `, or `field "title": ` if one table is the only argument.
  func location(parameter: Int, path: [String]) -> String {
    let argument = "argument \(parameter + 1) \"\(parameters[parameter].name)\": "
    if path.isEmpty { return argument }
    let field = "field \"\(path.joined(separator: "."))\": "
    return parameters.count == 1 ? field : argument + field
  }

  /// Returns the message of the error for a call with too many arguments.
  func tooManyArguments(as fullName: String, given: Int) -> String {
    let count = parameters.count
    let most = parameters.contains { $0.isOptional } ? "at most " : ""
    let noun = count == 1 ? "argument" : "arguments"
    return "\(fullName): expected \(count == 0 ? "no" : "\(most)\(count)") \(noun), got \(given)"
  }
}

/// A check of the literal arguments of one call, with the rules by which C checks the values.
private struct LiteralCheck {
  let function: HostFunction
  let fullName: String
  var faults: [LiteralFault] = []

  mutating func add(_ argument: LiteralArgument, _ message: String) {
    faults.append(LiteralFault(line: argument.line, column: argument.column, message: message))
  }

  /// Checks the value of a parameter, or of the field of a table argument at a path.
  mutating func check(
    _ argument: LiteralArgument, _ field: HostField, in parameter: Int, path: [String] = []
  ) {
    let start = "\(fullName): \(function.location(parameter: parameter, path: path))"
    if argument.isNil {
      if !field.isOptional {
        add(argument, "\(start)expected \(field.type.expectation), got nothing")
      }
      return
    }
    if case .table(let fields) = field.type, case .table(let entries) = argument.value {
      return check(entries, of: argument, fields, in: parameter, path: path)
    }
    if case .stringList = field.type, case .table(let entries) = argument.value,
      entries.allSatisfy({ $0.key.isItem }),
      let wrong = entries.firstIndex(where: { !$0.value.fits(.string) })
    {
      let item = entries[wrong].value
      return add(
        item, "\(start)expected string at item \(wrong + 1), got \(item.shown(for: .boolean))")
    }
    if !argument.fits(field.type) {
      add(
        argument,
        "\(start)expected \(field.type.expectation), got \(argument.shown(for: field.type))"
          + argument.suggestion(among: field.type.names))
    } else if case .string(let text?) = argument.value, let fault = field.type.fault(of: text) {
      add(argument, "\(start)\(fault)")
    } else if case .either(.choice(let usual, _), .string) = field.type,
      case .string(let text?) = argument.value, Self.isMisspelt(text, usual)
    {
      add(
        argument,
        "\(start)\(Suggestion.quoted(text)) is not one of the usual names"
          + argument.suggestion(among: usual))
    }
  }

  /// Returns whether a text differs from one of the usual names by one letter: another name may be one
  /// that a rulebook adds.
  private static func isMisspelt(_ text: String, _ usual: [String]) -> Bool {
    let text = text.lowercased()
    return text.count > 4 && !usual.contains(text)
      && usual.contains { Suggestion.distance(Array(text.utf8), Array($0.utf8)) == 1 }
  }

  private mutating func check(
    _ entries: [LiteralArgument.Entry], of table: LiteralArgument, _ fields: [HostField],
    in parameter: Int, path: [String]
  ) {
    var given: [String: LiteralArgument] = [:]
    var isKnown = true
    var items = 0
    for entry in entries {
      switch entry.key {
      case .computed: isKnown = false
      case .item:
        isKnown = false
        items += 1
        if entry.value.isNil || entry.value.isSeveral { continue }
        let location = function.location(parameter: parameter, path: path)
        add(entry.value, "\(fullName): \(location)expected fields with names, got the key \(items)")
      case .name(let name, let line, let column):
        if let field = fields.first(where: { $0.name == name }) {
          given[name] = entry.value
          if let replacement = field.replacement {
            faults.append(
              LiteralFault(
                kind: .formerName, line: line, column: column,
                message: "\(fullName): "
                  + FormerName.advice("the field \(Suggestion.quoted(name))", now: replacement)))
          }
          continue
        }
        isKnown = false
        if entry.value.isNil { continue }
        let hint = Suggestion.hint(for: name, among: fields.current.map(\.name))
        let shown = Suggestion.quoted((path + [name]).joined(separator: "."))
        faults.append(
          LiteralFault(
            kind: .unknownField, line: line, column: column,
            message: "\(fullName): unknown field \(shown)\(hint)"))
      }
    }
    let absent = LiteralArgument(.nil, line: table.line, column: table.column)
    for field in fields {
      // What is missing may be meant by a field with another name.
      guard let value = given[field.name] ?? (isKnown ? absent : nil) else { continue }
      check(value, field, in: parameter, path: path + [field.name])
    }
  }
}

extension LiteralArgument {
  fileprivate var isNil: Bool {
    if case .nil = value { true } else { false }
  }

  fileprivate var isSeveral: Bool {
    if case .several = value { true } else { false }
  }

  /// Whether a value that is not nil may be one of a type.
  fileprivate func fits(_ type: HostType) -> Bool {
    if case .either(let first, let second) = type { return fits(first) || fits(second) }
    if case .any = type { return true }
    switch value {
    case .unknown, .several, .nil: return true
    case .boolean:
      if case .boolean = type { return true }
    case .function:
      if case .function = type { return true }
    case .anyNumber:
      switch type {
      case .integer, .number: return true
      case .choice(_, let numbers): return !numbers.isEmpty
      default: break
      }
    case .anyTable:
      switch type {
      case .table, .stringList: return true
      default: break
      }
    case .string(let text):
      switch type {
      case .string, .written: return true
      case .choice(let names, _): return text.map(names.contains) ?? true
      default: break
      }
    case .integer(let number):
      return Self.fits(number, type) || Self.fits(Double(number), type)
    case .number(let number):
      return Int64(exactly: number).map { Self.fits($0, type) } ?? false
        || Self.fits(number, type)
    case .table(let entries):
      switch type {
      case .table: return true
      case .stringList: return entries.allSatisfy { !$0.key.isName && $0.value.fits(.string) }
      default: break
      }
    }
    return false
  }

  private static func fits(_ number: Int64, _ type: HostType) -> Bool {
    switch type {
    case .integer(let range): range?.contains(number) ?? true
    case .choice(_, let numbers): numbers.contains(number)
    default: false
    }
  }

  private static func fits(_ number: Double, _ type: HostType) -> Bool {
    if case .number(let range) = type { range?.contains(number) ?? true } else { false }
  }

  /// The value, or its type if the type is wrong.
  fileprivate func shown(for type: HostType) -> String {
    switch value {
    case .unknown, .several: "another value"
    case .nil: "nothing"
    case .boolean: "boolean"
    case .integer(let number): type.acceptsNumbers ? "\(number)" : "number"
    case .number(let number): type.acceptsNumbers ? "\(number)" : "number"
    case .string(let text): type.names.isEmpty ? "string" : Suggestion.quoted(text ?? "…")
    case .function: "function"
    case .anyNumber: "number"
    case .table, .anyTable: "table"
    }
  }

  fileprivate func suggestion(among names: [String]) -> String {
    guard case .string(let text?) = value else { return "" }
    return Suggestion.hint(for: text, among: names)
  }
}

extension LiteralArgument.Key {
  fileprivate var isItem: Bool {
    if case .item = self { true } else { false }
  }

  fileprivate var isName: Bool {
    if case .name = self { true } else { false }
  }
}
