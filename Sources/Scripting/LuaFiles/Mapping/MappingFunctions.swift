import CSV
import Lua
import FlintRules
import Transfer

/// The functions of a mapping, retained together with the state in which they run.
///
/// Invariant of the unchecked `Sendable`: a mapping is read and used on one thread, the thread of
/// its state, on which the import runs.
final class MappingFunctions: @unchecked Sendable {
  private let functions: [LuaFunction]
  /// The state, if it belongs to the mapping: nothing else retains it.
  private let state: LuaState?

  /// - Parameter state: the mapping's own state, if it is not the state of the running script.
  init(_ functions: [LuaFunction], retaining state: LuaState? = nil) {
    self.functions = functions
    self.state = state
  }

  // MARK: Reading the table

  /// Returns the tree of a mapping's table, from which the mapping is read.
  func tree(_ value: LuaValue) -> MappingTree {
    switch value {
    case .nil: return .nothing
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let bytes): return .text(String(decoding: bytes, as: UTF8.self))
    case .array(let items): return .list(items.map(tree))
    case .table(let entries):
      if let index = value.functionIndex, functions.indices.contains(index) {
        return .function(function(index))
      }
      return self.table(entries)
    }
  }

  /// Returns a table whose keys are not only those of a list.
  private func table(_ entries: [LuaValue.Entry]) -> MappingTree {
    var items: [Int64: MappingTree] = [:]
    for entry in entries {
      if case .integer(let index) = entry.key { items[index] = tree(entry.value) }
    }
    // The keys 1, 2 and so on are the elements of a list beside the names.
    let list = (0..<Int64(items.count)).compactMap { items[$0 + 1] }
    guard !list.isEmpty, list.count == items.count else {
      return .table(entries.map { ($0.key.keyText, tree($0.value)) })
    }
    let named = entries.filter { if case .integer = $0.key { false } else { true } }
    return .mixed(list, named.map { ($0.key.keyText, tree($0.value)) })
  }

  private func function(_ index: Int) -> MappingFunction {
    { (record, names) throws(MappingFailure) in try self.call(index, record, names) }
  }

  // MARK: Calling

  private func call(
    _ index: Int, _ record: borrowing CSVRecord, _ names: RowNames
  ) throws(MappingFailure) -> MappedValue {
    let results: [LuaValue]
    let fields = RowFields(names, json: names.json(record))
    do throws(LuaError) {
      results = try functions[index].call(with: record, fields: fields) { record, reply in
        reply.beginRow()
        for field in names.indices where field < record.count {
          reply.field(dynamic: names.columns[field])
          reply.string(UnsafeRawBufferPointer(record.utf8(of: field)))
        }
        reply.end()
      }
      // The time until the next call does not count for the functions.
      if state != nil { try functions[index].disarm() }
    } catch {
      if case .stopped = error.code { throw .stop(error) }
      throw .row(RowProblem(reason: error.message))
    }
    return try MappingFunctions.value(results)
  }

  private static func value(_ results: [LuaValue]) throws(MappingFailure) -> MappedValue {
    switch results.first {
    case nil, .nil?:
      // As usual in Lua: nil and the reason.
      if results.count > 1, let reason = results[1].text {
        throw .row(RowProblem(reason: reason))
      }
      return .nothing
    case .boolean(let flag)?: return .boolean(flag)
    case .integer(let number)?: return .integer(number)
    case .number(let number)?: return .number(number)
    case .string(let bytes)?:
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .row(RowProblem(reason: "the function returned a text that is not UTF-8"))
      }
      return .text(text)
    case .array(let items)?:
      var texts: [String] = []
      for item in items {
        guard let text = item.text else {
          throw .row(
            RowProblem(reason: "the function returned a list that contains a \(item.typeName)"))
        }
        texts.append(text)
      }
      return .list(texts)
    case .table(let entries)?:
      if entries.isEmpty { return .list([]) }
      throw .row(
        RowProblem(reason: "expected a text, a number or a list from the function, got a table"))
    }
  }
}

/// The fields of a row under other names than the exact ones of its columns.
private final class RowFields: HostFields {
  private let names: RowNames
  /// The row as JSON text, if it is one.
  private let json: [UInt8]?

  init(_ names: RowNames, json: [UInt8]?) {
    self.names = names
    self.json = json
  }

  func key(of name: String, _ reply: borrowing HostReply) throws(HostFailure) -> String? {
    // The function has assigned nil to a column that the table lacks.
    if names.columns.contains(name) { return name }
    do throws(RowProblem) {
      guard let json else { return try names.column(name) }
      reply.string(try names.text(name, inRow: json))
      return nil
    } catch {
      throw .message(error.description)
    }
  }
}

extension LuaValue {
  fileprivate var keyText: String {
    switch self {
    case .string(let bytes): String(decoding: bytes, as: UTF8.self)
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    default: typeName
    }
  }
}
