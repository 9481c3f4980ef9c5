package import Design
import Foundation
import FlintJSON
import FlintSchema

/// A file of loot tables: Lua, JSON or CSV, by the end of its name; or a folder of such files.
package enum LootTableFile {
  /// The ends of the names of such files.
  package static let extensions = ["lua", "json", "csv"]
  /// The maximum number of instructions of a Lua file, which may have a hundred thousand entries.
  private static let instructions: UInt64 = 50_000_000
  /// The maximum number of files of a folder, and of their bytes together.
  private static let most = (files: 10_000, bytes: 256 << 20)

  /// Reads the tables of a file or folder.
  ///
  /// - Parameter exitStatus: the exit status of the process when a Lua file cannot be stopped in another way;
  ///   `nil` to wait for the file instead.
  /// - Throws: `LuaFileError` with all errors at once.
  package static func tables(
    at path: String, exitStatus: Int32? = nil
  ) throws(LuaFileError) -> LootTables {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      return try folder(at: path, exitStatus: exitStatus)
    }
    guard extensions.contains(Self.extension(of: path)) else {
      throw LuaFileError(
        path: path,
        problem: "expected a .lua, .json or .csv file of loot tables, or a folder of such files")
    }
    return try tables(of: try LuaFile.read(path), path: path, name: stem(of: path), exitStatus)
  }

  private static func `extension`(of path: String) -> String {
    path.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// The name of a file without the end that says what it is.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.split(separator: ".").dropLast().joined(separator: ".")
  }

  private static func tables(
    of source: [UInt8], path: String, name: String, _ exitStatus: Int32?
  ) throws(LuaFileError) -> LootTables {
    do {
      switch Self.extension(of: path) {
      case "lua":
        let tree = try BareState.value(
          of: source, path: path, instructions: instructions, exitStatus: exitStatus
        ).tree
        return try LootTables(reading: tree, name: name, notation: .lua)
      case "csv":
        let rows = try CSVRows(source, most: LootTables.mostEntries)
        return try LootTables(
          records: rows.lootRecords(), hasDecimalCommas: rows.hasDecimalCommas)
      default:
        return try LootTables(
          reading: try JSONValue(foreign: source), name: name, notation: .json)
      }
    } catch let error as LuaFileError {
      throw error
    } catch let error as LootError {
      guard !error.faults.isEmpty else { throw LuaFileError(path: path, problem: error.problem) }
      throw LuaFileError(
        path: path, error.faults, in: Self.extension(of: path) == "lua" ? source : [])
    } catch let error as JSONError {
      throw LuaFileError(path: path, line: error.line, problem: error.problem)
    } catch {
      throw LuaFileError(path: path, problem: "\(error)")
    }
  }

  // MARK: Folders

  private static func folder(
    at path: String, exitStatus: Int32?
  ) throws(LuaFileError) -> LootTables {
    var all = LootTables()
    var bytes = 0
    for file in try files(below: path) {
      let source = try LuaFile.read(path + "/" + file, isNamed: false)
      bytes += source.count
      guard bytes <= most.bytes else {
        throw LuaFileError(path: path, problem: "more than \(most.bytes >> 20) MiB of loot tables")
      }
      let name = tableName(file)
      do throws(LuaFileError) {
        let tables = try tables(of: source, path: path + "/" + file, name: name, exitStatus)
        do throws(LootError) {
          try all.add(tables)
        } catch {
          throw LuaFileError(path: path + "/" + file, problem: error.problem)
        }
      } catch {
        // It matters only to those who ask about it.
        all.damaged[name] = error.problems.map {
          TableFault(path: TablePath(), owner: file, problem: $0.text)
        }
      }
    }
    guard !all.tables.isEmpty || !all.damaged.isEmpty else {
      throw LuaFileError(path: path, problem: "the folder has no .lua, .json or .csv file")
    }
    if all.names.count == 1 { all.main = all.names[0] }
    return all
  }

  /// Returns the paths of the files below a folder, in order.
  private static func files(below path: String) throws(LuaFileError) -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: path) else {
      throw LuaFileError(path: path, isMissing: true, problem: "cannot be read")
    }
    var files: [String] = []
    for case let file as String in walk where extensions.contains(Self.extension(of: file)) {
      files.append(file)
      guard files.count <= most.files else {
        throw LuaFileError(path: path, problem: "more than \(most.files) files of loot tables")
      }
    }
    return files.sorted()
  }

  /// Returns the name of the table of a file: its path without the end, and, in the folder of a data pack,
  /// without what precedes it, but for a namespace other than Minecraft's.
  private static func tableName(_ file: String) -> String {
    var parts = file.split(separator: "/").map(String.init)
    if let last = parts.popLast() { parts.append(stem(of: last)) }
    guard let index = parts.firstIndex(where: { $0 == "loot_tables" || $0 == "loot_table" }) else {
      return parts.joined(separator: "/")
    }
    let name = parts[(index + 1)...].joined(separator: "/")
    let namespace = index > 0 ? parts[index - 1] : "minecraft"
    return namespace == "minecraft" ? name : "\(namespace):\(name)"
  }
}
