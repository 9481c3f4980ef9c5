import Foundation
import Sessions
package import Lua

/// A script to run: its source, its name and its arguments.
package struct Script: Sendable {
  /// The maximum length of a script or a module, in bytes.
  package static let longest = 64 << 20

  /// The source text in UTF-8.
  package var source: [UInt8]
  /// The name that messages show: `@path` for a file, `=stdin`, `=(eval)`.
  package var chunkName: String
  /// The value of `arg[0]`.
  package var name: String
  /// The arguments of the script, as `arg` and `…`.
  package var arguments: [String]
  /// The directory that `require` searches first.
  package var moduleDirectory: String
  /// Further directories that `require` searches, in order.
  package var libraries: [String]
  /// Whether the results are going to be printed on a line, and so count as output.
  package var printsResults = false

  package init(
    source: [UInt8], chunkName: String, name: String, arguments: [String] = [],
    moduleDirectory: String, libraries: [String] = []
  ) {
    self.source = source
    self.chunkName = chunkName
    self.name = name
    self.arguments = arguments
    self.moduleDirectory = moduleDirectory
    self.libraries = libraries
  }

  /// Runs the script on the current thread, which needs a stack of several megabytes.
  ///
  /// - Parameters:
  ///   - context: the profile, files and messages of the script.
  ///   - write: receives printed bytes.
  ///   - started: called with the state's stopper before anything runs.
  /// - Returns: the results of the script. The time limit has ended then, so that a commit can
  ///   follow.
  /// - Throws: `LuaError`.
  @discardableResult
  package func run(
    in context: ScriptContext, limits: LuaLimits,
    write: @escaping (UnsafeRawBufferPointer) -> Void,
    started: (LuaStopper) -> Void = { _ in }
  ) throws(LuaError) -> [LuaValue] {
    let state = try Script.makeState(
      in: context, limits: limits, directories: [moduleDirectory] + libraries, write: write)
    started(state.stopper)
    context.invocation = (arguments, name)
    context.profile.didOpen = { [weak state] session in
      let interruption = session.interruption
      state?.setInterruption(interruption.call, interruption.argument)
    }
    defer { context.profile.didOpen = nil }
    if let session = context.sessionIfOpen { context.profile.didOpen?(session) }
    do throws(LuaError) {
      let results = try state.run(
        source: source, chunkName: chunkName, arguments: arguments, name: name)
      if printsResults {
        state.chargeOutput(results.reduce(0) { $0 + $1.shown.utf8.count + 1 })
      }
      try state.disarm()
      return results
    } catch {
      throw error.withNearestName()
    }
  }

  /// Creates a state with all functions that scripts can call.
  ///
  /// - Parameters:
  ///   - context: the profile, files and messages of the script.
  ///   - directories: the directories that `require` searches.
  ///   - further: additional modules.
  ///   - write: receives printed bytes.
  static func makeState(
    in context: ScriptContext, limits: LuaLimits, directories: [String],
    besides further: [HostModule] = [], write: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws(LuaError) -> LuaState {
    try LuaState(
      limits: limits, modules: ScriptAPI.modules(context) + further,
      environment: LuaEnvironment(
        write: { bytes in
          write(bytes)
          return true
        },
        readModule: { Script.module($0, in: directories, context.files) },
        random: { context.fillRandom($0) }, seedRandom: { context.seedRandom($0) },
        iterated: { context.messages.iteration($0, $1) }))
  }

  /// Returns the source of a module: `a.b` is `a/b.lua` or `a/b/init.lua` in the first directory
  /// that contains one. The name consists of plain names joined by dots, so it cannot name a file
  /// above a directory; a link that leads above it is refused.
  static func module(
    _ name: String, in directories: [String], _ grants: FileGrants = FileGrants(reading: [])
  ) -> LuaEnvironment.ModuleSource {
    let stem = name.split(separator: ".").joined(separator: "/")
    let paths: [String] = directories.flatMap { directory -> [String] in
      ["\(directory)/\(stem).lua", "\(directory)/\(stem)/init.lua"]
    }
    // If a file exists but cannot be read, the error names it; otherwise the first path searched.
    guard let path = paths.first(where: { access($0, F_OK) == 0 }) ?? paths.first else {
      return .failure("module \"\(name)\" not found")
    }
    do throws(FileGrants.Refusal) {
      let file = try grants.reading(only: directories).open(path)
      guard let text = try? file.read(upToCount: Script.longest + 1) else {
        return .failure("module \"\(name)\" cannot be read from \(path)")
      }
      guard text.count <= Script.longest else {
        return .failure("module \"\(name)\": \(path) has more than \(Script.longest >> 20) MiB")
      }
      return .source(Array(text), chunkName: "@" + path)
    } catch {
      return .failure("module \"\(name)\": \(error.message)")
    }
  }
}

/// All functions that scripts can call, in the order of the reference.
package enum ScriptAPI {
  /// Returns the modules, bound to a context.
  package static func modules(_ context: ScriptContext) -> [HostModule] {
    [
      SparkModule(context: context).module, CardModule(context: context).module,
      PoolModule(context: context).module, CurrencyModule(context: context).module,
      MissionModule(context: context).module, TaskModule(context: context).module,
      ProjectModule(context: context).module, QuestModule(context: context).module,
      MoodModule(context: context).module, JourneyModule(context: context).module,
      ActivityModule(context: context).module, AchievementModule(context: context).module,
      TrackerModule(context: context).module, HabitModule(context: context).module,
      StatsModule(context: context).module,
      DueModule(context: context).module, OddsModule(context: context).module,
      TablesModule(context: context).module,
      SimModule(context: context).module, AuditModule(context: context).module,
      HistoryModule(context: context).module,
      GlobalFunctions(context: context).module,
      ClockModule(context: context).module, TimeModule(context: context).module,
      CSVModule(context: context).module,
      ImportModule(context: context).module, ExportModule(context: context).module,
      JSONModule().module, FSModule(context: context).module, ArgsModule(context: context).module,
      LogModule(context: context).module, OSModule(context: context).module,
    ]
  }
}
