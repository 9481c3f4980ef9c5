internal import CLuaShims

// The texts of argument errors, generated from the declared parameters.

extension DeclaredFunction {
  /// Returns the location of an argument or, where its name continues behind a point, of a value in
  /// it: `habit.add: field "schedule.times": `; `nil` when there is no such argument.
  func location(of slot: HostSlot) -> String? {
    if let index = self.index(of: slot) { return location(slot: index) }
    guard case .name(let name) = slot.form, let point = name.firstIndex(of: "."),
      let index = self.index(of: HostSlot(String(name[..<point])))
    else { return nil }
    return location(slot: index, within: [String(name[name.index(after: point)...])])
  }

  /// Returns the location of a slot, such as `spark.add: field "title": `, or of a value in it.
  func location(slot: Int, within rest: [String] = []) -> String {
    let path = Self.path(to: slot, in: .table(function.parameters))
    guard let number = function.parameters.firstIndex(where: { $0.name == path.first }) else {
      return "\(fullName): "
    }
    return "\(fullName): \(function.location(parameter: number, path: path.dropFirst() + rest))"
  }

  private static func path(to slot: Int, in type: HostType) -> [String] {
    guard case .table(let fields) = type else { return [] }
    var first = 0
    for field in fields {
      let next = first + field.type.slots
      if slot < next {
        return [field.name] + path(to: slot - first, in: field.type)
      }
      first = next
    }
    return []
  }
}

extension HostBridge {
  func describe(_ mismatch: lh_mismatch, of declared: DeclaredFunction) -> String {
    let parameters = declared.function.parameters
    let number = Int(mismatch.parameter)
    if mismatch.kind == LH_MISMATCH_TOO_MANY {
      return declared.function.tooManyArguments(as: declared.fullName, given: Int(mismatch.given))
    }
    var type = parameters[number].type
    var path: [String] = []
    for step in indices(of: mismatch) {
      guard case .table(let fields) = type, fields.indices.contains(step) else { break }
      path.append(fields[step].name)
      type = fields[step].type
    }
    let location = declared.function.location(parameter: number, path: path)
    let start = "\(declared.fullName): "
    switch Int(mismatch.kind) {
    case LH_MISMATCH_MISSING:
      return "\(start)\(location)expected \(type.expectation), got nothing"
        + (path.isEmpty ? refusal(after: number, of: Int(mismatch.given)) : "")
    case LH_MISMATCH_UNKNOWN: return start + unknownField(mismatch, path: path, type: type)
    case LH_MISMATCH_KEY:
      let key = shown(mismatch.index, expected: .integer())
      return "\(start)\(location)expected fields with names, got the key \(key)"
    case LH_MISMATCH_ELEMENT:
      let found = shown(mismatch.index, expected: .boolean)
      return "\(start)\(location)expected string at item \(mismatch.element), got \(found)"
    case LH_MISMATCH_LIST:
      return "\(start)\(location)expected list of strings, got table with other keys"
    default:
      if number == 0, path.isEmpty, unsafe lh_value_is_host_table(context, mismatch.index) {
        return "\(start)called with a colon, write \(declared.fullName)(…)"
      }
      let found = shown(mismatch.index, expected: type)
      return "\(start)\(location)expected \(type.expectation), got \(found)"
        + suggestion(for: mismatch.index, type: type)
    }
  }

  /// Returns the message of the error beside an argument that is nil, as in `json.decode(fs.read(path))`.
  private func refusal(after parameter: Int, of given: Int) -> String {
    guard given > parameter + 1 else { return "" }
    var reader = unsafe ValueReader(context)
    guard let value = try? reader.read(Int32(parameter + 2)), value["code"] != nil,
      let message = value["message"]?.text
    else { return "" }
    return ": \(message)"
  }

  private func indices(of mismatch: lh_mismatch) -> [Int] {
    let path = mismatch.path
    let all = [path.0, path.1, path.2, path.3, path.4, path.5, path.6, path.7]
    return all.prefix(Int(mismatch.path_count)).map(Int.init)
  }

  private func unknownField(_ mismatch: lh_mismatch, path: [String], type: HostType) -> String {
    let field = unsafe context.pointee.unknown_field
    let bytes = unsafe UnsafeRawBufferPointer(start: field.text, count: field.length)
    let name = unsafe String(decoding: bytes, as: UTF8.self)
    guard case .table(let fields) = type else { return "unknown field" }
    let shownName = Suggestion.quoted((path + [name]).joined(separator: "."))
    return "unknown field \(shownName)"
      + Suggestion.hint(for: name, among: fields.current.map(\.name))
  }

  /// Returns the value found, or its type if the type is wrong.
  private func shown(_ index: Int32, expected: HostType) -> String {
    let value = unsafe lh_value(context, index)
    switch Int(value.tag) {
    case LH_ABSENT: return "nothing"
    case LH_BOOLEAN: return "boolean"
    case LH_INTEGER: return expected.acceptsNumbers ? "\(value.bits)" : "number"
    case LH_NUMBER: return expected.acceptsNumbers ? "\(value.number)" : "number"
    case LH_STRING: return expected.names.isEmpty ? "string" : Suggestion.quoted(text(index))
    case LH_TABLE: return "table"
    case LH_FUNCTION: return "function"
    case LH_THREAD: return "coroutine"
    default: return "userdata"
    }
  }

  private func suggestion(for index: Int32, type: HostType) -> String {
    guard unsafe lh_value(context, index).tag == LH_STRING else { return "" }
    return Suggestion.hint(for: text(index), among: type.names)
  }

  private func text(_ index: Int32) -> String {
    String(decoding: unsafe ValueReader(context).bytes(index).prefix(200), as: UTF8.self)
  }
}

extension HostType {
  var acceptsNumbers: Bool {
    switch self {
    case .integer, .number: true
    case .choice(_, let numbers): !numbers.isEmpty
    case .either(let first, let second): first.acceptsNumbers || second.acceptsNumbers
    default: false
    }
  }
}
