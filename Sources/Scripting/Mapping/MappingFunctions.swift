import CSV
import Lua
import Rules
import Transfer

/// The functions of a mapping, kept with the state that they run in.
///
/// Invariant of the unchecked `Sendable`: a mapping is read and used on one thread, that of its
/// state; it is the import that runs there.
final class MappingFunctions: @unchecked Sendable {
  private let functions: [LuaFunction]
  /// The state, where it is the mapping's own: nothing else keeps it.
  private let state: LuaState?

  /// - Parameter state: the mapping's own state, if it is not that of the script that is running.
  init(_ functions: [LuaFunction], keeping state: LuaState? = nil) {
    self.functions = functions
    self.state = state
  }

  // MARK: Reading the table

  /// The table that a mapping is, as what a mapping is read from.
  func tree(_ value: LuaValue) -> MappingTree {
    switch value {
    case .nil: return .nothing
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let bytes): return .text(String(decoding: bytes, as: UTF8.self))
    case .array(let items): return .list(items.map(tree))
    case .table(let entries):
      if let place = value.functionIndex, functions.indices.contains(place) {
        return .function(function(place))
      }
      return .table(entries.map { ($0.key.word, tree($0.value)) })
    }
  }

  private func function(_ place: Int) -> MappingFunction {
    MappingFunction { (record, columns) throws(MappingFailure) in
      try self.call(place, record, columns)
    }
  }

  // MARK: Calling

  private func call(
    _ place: Int, _ record: borrowing CSVRecord, _ columns: [String]
  ) throws(MappingFailure) -> MappedValue {
    let results: [LuaValue]
    do throws(LuaError) {
      results = try functions[place].call(lending: record) { record, reply in
        reply.beginTable()
        for (field, column) in columns.enumerated() where field < record.count {
          reply.field(dynamic: column)
          reply.string(UnsafeRawBufferPointer(record.utf8(of: field)))
        }
        reply.end()
      }
      // Whatever happens until the next call is not the functions' time.
      if state != nil { try functions[place].disarm() }
    } catch {
      if case .stopped = error.code { throw .stop(error) }
      throw .row(RowProblem(reason: error.message))
    }
    return try MappingFunctions.value(results)
  }

  private static func value(_ results: [LuaValue]) throws(MappingFailure) -> MappedValue {
    switch results.first {
    case nil, .nil?:
      // As everywhere in Lua: nil and why.
      if results.count > 1, let reason = results[1].text {
        throw .row(RowProblem(reason: reason))
      }
      return .nothing
    case .boolean(let flag)?: return .boolean(flag)
    case .integer(let number)?: return .integer(number)
    case .number(let number)?: return .number(number)
    case .string(let bytes)?:
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .row(RowProblem(reason: "the function gave a text that is not UTF-8"))
      }
      return .text(text)
    case .array(let items)?:
      var texts: [String] = []
      for item in items {
        guard let text = item.text else {
          throw .row(
            RowProblem(reason: "the function gave a list with a \(item.typeName) in it"))
        }
        texts.append(text)
      }
      return .list(texts)
    case .table(let entries)?:
      if entries.isEmpty { return .list([]) }
      throw .row(
        RowProblem(reason: "expected the function to give a text, a number or a list, got a table"))
    }
  }
}

extension LuaValue {
  /// A key of a table as a word.
  fileprivate var word: String {
    switch self {
    case .string(let bytes): String(decoding: bytes, as: UTF8.self)
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    default: typeName
    }
  }
}
