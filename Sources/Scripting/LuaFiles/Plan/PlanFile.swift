import Foundation
package import Lua
package import Players
import FlintRules
import FlintSchema

/// A plan file: a Lua file that returns a table, and may have a function
/// `day(player, today, segment)`.
package struct PlanFile: Sendable {
  package var plan: Plan
  /// The assertions about the result.
  package let assertions: [Assertion]
  /// The text from which each thread runs the plan.
  package let text: PlanText

  /// Reads a plan's file, which can call all functions of a script but has no profile. Must be
  /// called on a thread with a stack of several megabytes.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - readable: files and directories that it may read in addition to its own directory.
  ///   - started: called with the state's stopper before anything runs.
  /// - Throws: `LuaFileError` with all errors at once; `LuaError` if it fails as a script.
  package static func read(
    at path: String, readable: [String] = [], limits: LuaLimits,
    started: (LuaStopper) -> Void = { _ in }
  ) throws -> PlanFile {
    try read(
      PlanText(
        source: try LuaFile.read(path), path: path,
        directory: (path as NSString).deletingLastPathComponent.isEmpty
          ? "." : (path as NSString).deletingLastPathComponent,
        readable: readable),
      limits: limits, started: started)
  }

  static func read(
    _ text: PlanText, limits: LuaLimits, started: (LuaStopper) -> Void = { _ in }
  ) throws -> PlanFile {
    let state = try PlanState(text, limits: limits, started: started)
    var reader = PlanReader(
      name: (text.path as NSString).lastPathComponent, directory: text.directory,
      files: text.grants)
    let plan = reader.plan(state.value, isScripted: state.isScripted, digest: text.digest)
    guard reader.faults.isEmpty else {
      throw LuaFileError(path: text.path, reader.faults, in: text.source)
    }
    return PlanFile(
      plan: plan, assertions: state.assertions, text: text)
  }

  /// Returns a closure that creates the plan's scripted players.
  ///
  /// - Parameters:
  ///   - limits: the limits of the function, for each player.
  ///   - started: called with each state's stopper before anything runs.
  package func maker(
    _ plan: Plan, limits: LuaLimits, started: @escaping @Sendable (LuaStopper) -> Void
  ) -> Simulator.Maker {
    let text = text
    return { () throws(SimulationError) in
      try ScriptedPlayers(plan, text, limits: limits, started: started)
    }
  }
}

extension PlanFile {
  /// Returns the text of errors in the plan, those in policies and segments with their lines and whole paths.
  package func description(of problems: [PlanProblem]) -> String {
    let lines = SourceLines(text.source)
    return LuaFileError(
      path: text.path,
      problems: problems.map { problem in
        var path = TablePath(written: problem.field)
        if case .name(let name)? = path.keys.first, name != "sparks",
          Plan.policyFields.contains(name)
        {
          path.keys.insert(.name("policy"), at: 0)
        }
        // Other fields can be those of options.
        let isInFile = [.name("policy"), .name("segments")].contains(path.keys.first)
        return LuaFileError.Problem(
          line: isInFile ? lines.line(of: path.keys) : nil,
          text: isInFile ? "\(path): \(problem.problem)" : "\(problem)")
      }
    ).description
  }
}

extension TablePath {
  /// Creates the path that a text such as `segments[2].policy.churn.daily` is.
  fileprivate init(written text: String) {
    self.init(
      text.split { $0 == "." || $0 == "[" }.map { part in
        part.hasSuffix("]")
          ? Int(part.dropLast()).map { .position($0) } ?? .name(String(part)) : .name(String(part))
      })
  }
}

extension PlanText {
  var grants: FileGrants { FileGrants(reading: readable, own: directory) }

  var digest: String {
    var hash = SipHash128(key0: 0, key1: 0x706C_616E)
    source.withUnsafeBytes { hash.append($0) }
    let (first, second) = hash.finish()
    return EventID(high: first, low: second).description
  }
}
