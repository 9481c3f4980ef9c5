import Confinement
import Foundation
import Report
import Storage

/// Draws with gnuplot.
enum Gnuplot {
  /// Where a chart goes.
  enum Target: Equatable {
    case terminal
    case file(String, SimulationChart.Terminal)

    /// Reads `-`, or a path that ends with .svg or .png; `nil` when it is neither.
    init?(_ text: String) {
      switch text {
      case "-": self = .terminal
      case _ where text.lowercased().hasSuffix(".svg"): self = .file(text, .svg)
      case _ where text.lowercased().hasSuffix(".png"): self = .file(text, .png)
      default: return nil
      }
    }
  }

  /// Where the program is.
  ///
  /// - Throws: `CommandFailure` when there is none.
  static func program() throws -> String {
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let found = paths.map { "\($0)/gnuplot" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else {
      throw CommandFailure(
        status: .storage,
        message: "--plot: gnuplot is missing; on Debian: apt-get install gnuplot-nox")
    }
    return found
  }

  /// Draws a chart: a file appears whole or not at all.
  static func draw(_ chart: SimulationChart, to target: Target) throws {
    switch target {
    case .terminal:
      let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 79
      let text = try run(chart.script(.text(columns: min(max(columns, 40), 200))))
      StandardOutput.shared.write(text)
    case .file(let path, let terminal):
      let draft = TemporaryName.random(for: path)
      defer { unlink(draft) }
      _ = try run(chart.script(terminal, path: draft))
      guard rename(draft, path) == 0 else {
        throw CommandFailure(
          status: .storage,
          message: "\(path): cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// What it needs to read: itself and its parts, and fonts.
  static func files(of program: String) -> [String] {
    let home = NSHomeDirectory()
    // Somewhere/bin/gnuplot has what belongs to it beneath somewhere.
    let place = URL(fileURLWithPath: program).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().path
    return ["/usr", "/etc", "/var/cache/fontconfig"] + (place == "/" ? [program] : [place])
      + [".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig"]
      .map { home + "/" + $0 }
  }

  /// Runs a script, and gives what it printed.
  private static func run(_ script: String) throws -> String {
    let result: (status: Int32, output: String, errors: String)
    do {
      // By its own settings, not by those of a file in somebody's home.
      result = try ChildProgram.run(try program(), ["gnuplot", "-d"], input: script)
    } catch let error as ChildProgram.StartError {
      throw CommandFailure(
        status: .storage,
        message: "gnuplot cannot be run: \(error); it runs in a sandbox, and may be no script")
    }
    guard result.status == 0 else {
      let lines = result.errors
        .split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
      throw CommandFailure(
        status: .storage, message: "gnuplot: \(lines.suffix(2).joined(separator: " "))")
    }
    return result.output
  }
}

extension Sandbox {
  /// Enters a sandbox in which gnuplot is started where something is to be drawn.
  ///
  /// - Parameters:
  ///   - reading: files and directories that may be read.
  ///   - profile: the profile, if the command reads one.
  ///   - outputs: files that are written.
  ///   - plot: what is to be drawn, as it was given; gnuplot is held by the same sandbox.
  ///   - isRequired: whether the command fails where the kernel does not hold all of it.
  /// - Throws: `CommandFailure`, also when there is no gnuplot.
  static func enter(
    reading: [String], profile: String? = nil, outputs: [String] = [], drawing plot: String?,
    isRequired: Bool = false
  ) throws {
    let target = plot.flatMap { Gnuplot.Target($0) }
    let program = target == nil ? nil : try Gnuplot.program()
    var outputs = outputs
    if case .file(let path, _)? = target { outputs.append(path) }
    try enter(
      reading: reading + (program.map { Gnuplot.files(of: $0) } ?? []), profile: profile,
      outputs: outputs, starting: program.map { [$0] } ?? [], isRequired: isRequired)
  }
}
