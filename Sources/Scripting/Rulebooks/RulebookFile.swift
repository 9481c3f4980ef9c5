import Foundation
import Lua
public import Rules

/// A rulebook as a user writes it: a Lua file that returns a table.
///
/// It is run without any function of Flint's, without files, without a clock and with drawing that
/// is always the same, so that it gives the same rulebook everywhere.
public enum RulebookFile {
  /// What a rulebook file may use up.
  private static let limits = LuaLimits(
    wallTime: .seconds(2), instructions: 50_000_000, memory: 64 << 20, output: 1 << 16)
  /// A rulebook file may be so large, in bytes.
  private static let largest = 16 << 20

  /// Reads a rulebook file.
  ///
  /// - Parameter path: the file.
  /// - Throws: `RulebookFileError` with every fault at once.
  public static func definition(at path: String) throws(RulebookFileError) -> RulebookDefinition {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: largest + 1)
    else {
      throw RulebookFileError(
        path: path, isMissing: true, problems: [String(cString: strerror(errno))])
    }
    guard bytes.count <= largest else {
      throw RulebookFileError(path: path, problems: ["larger than 16 MiB"])
    }
    return try definition(of: Array(bytes), path: path)
  }

  /// Reads the text of a rulebook file.
  public static func definition(
    of source: [UInt8], path: String
  ) throws(RulebookFileError) -> RulebookDefinition {
    let tree = try tree(of: source, path: path)
    do {
      let definition = try RulebookDefinition(
        reading: tree, bundled: RulebookDefinition.bundled)
      // Compiling finds what can only be seen in the whole.
      _ = try Rulebook(definition)
      return definition
    } catch {
      let lines = SourceLines(source)
      throw RulebookFileError(
        path: path,
        problems: error.faults.map { fault in
          lines.line(of: fault.keys).map { "line \($0): \(fault)" } ?? fault.description
        })
    }
  }

  private static func tree(
    of source: [UInt8], path: String
  ) throws(RulebookFileError) -> JSONValue {
    let results: [LuaValue]
    do {
      results = try withScriptThread { () throws(LuaError) in
        let state = try LuaState(
          limits: limits, modules: [],
          environment: LuaEnvironment(
            write: { _ in true },
            readModule: { .failure("a rulebook file may not require \"\($0)\"") }))
        return try state.run(source: source, chunkName: "@" + path, arguments: [], name: path)
      }
    } catch {
      throw RulebookFileError(path: path, problems: [error.message])
    }
    guard results.count == 1, let result = results.first else {
      throw RulebookFileError(
        path: path, problems: ["expected the file to return one table, got \(results.count) values"]
      )
    }
    var cut = TableCut()
    let tree = cut.tree(result, "rulebook")
    if !cut.problems.isEmpty { throw RulebookFileError(path: path, problems: cut.problems) }
    return tree
  }

  /// Turns a Lua value into the tree that a rulebook is read from.
  private struct TableCut {
    var problems: [String] = []

    mutating func tree(_ value: LuaValue, _ path: String) -> JSONValue {
      switch value {
      case .nil: return .null
      case .boolean(let flag): return .boolean(flag)
      case .integer(let number): return .integer(number)
      case .number(let number): return .number(number)
      case .string:
        guard let text = value.text else {
          problems.append("\(path): a text that is not UTF-8")
          return .null
        }
        return .string(text)
      case .array(let values):
        return .array(values.enumerated().map { tree($1, "\(path)[\($0 + 1)]") })
      case .table(let entries):
        return .object(
          entries.map { entry in
            let name =
              switch entry.key {
              case .integer(let number): String(number)
              case .number(let number): "\(number)"
              case .boolean(let flag): "\(flag)"
              default: entry.key.text ?? "?"
              }
            return (RulebookFile.name(name), tree(entry.value, "\(path).\(name)"))
          })
      }
    }
  }

  /// The name of a member: the end of a season may be called `before`, since `until` is a word of
  /// Lua's own.
  private static func name(_ name: String) -> String { name == "before" ? "until" : name }
}

/// Why a rulebook file was refused.
public struct RulebookFileError: Error, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// Whether it could not be read at all.
  public var isMissing = false
  /// Everything that is wrong, each with its place.
  public var problems: [String]

  /// The file and a line for each problem.
  public var description: String {
    if problems.count == 1, let problem = problems.first {
      return problem.hasPrefix(path) ? problem : "\(path): \(problem)"
    }
    return "\(path): \(problems.count) faults\n"
      + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}
