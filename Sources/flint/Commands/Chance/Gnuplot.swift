import ArgumentParser
import Confinement
import Foundation
import Reports
import Simulation
import Storage

/// Functions that draw charts with gnuplot.
enum Gnuplot {
  /// The destination of a chart.
  enum Target: Equatable {
    case terminal
    case file(String, SimulationChart.Terminal)

    /// Parses `-` or a path that ends with .svg or .png; `nil` for anything else.
    init?(_ text: String) {
      switch text {
      case "-": self = .terminal
      case _ where text.lowercased().hasSuffix(".svg"): self = .file(text, .svg)
      case _ where text.lowercased().hasSuffix(".png"): self = .file(text, .png)
      default: return nil
      }
    }

    /// Throws if `--plot` was given with anything else.
    static func check(_ plot: String?) throws(ValidationError) {
      if let plot, Target(plot) == nil {
        throw ValidationError(
          "--plot: expected a file ending with .svg or .png, or -, got \"\(plot)\"")
      }
    }
  }

  /// Returns the path of gnuplot.
  ///
  /// - Throws: `CommandFailure` if it is not installed.
  static func program() throws -> String {
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let found = paths.map { "\($0)/gnuplot" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else {
      throw CommandFailure(
        .storage, "--plot: gnuplot is missing; on Debian: apt-get install gnuplot-nox")
    }
    return found
  }

  /// Draws a result where `--plot` says, if it was given. A file appears complete or not at all.
  static func draw(_ result: SimulationResult, to plot: String?) throws {
    guard let target = plot.flatMap({ Target($0) }) else { return }
    let chart = SimulationChart(result)
    switch target {
    case .terminal:
      let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 79
      let text = try run(chart.script(.text(columns: min(max(columns, 40), 200))))
      StandardOutput.shared.write(text)
    case .file(let path, let terminal):
      let temporary = TemporaryName.random(for: path)
      defer { unlink(temporary) }
      _ = try run(chart.script(terminal, path: temporary))
      guard rename(temporary, path) == 0 else {
        throw CommandFailure(
          .storage, "\(path): cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Returns the paths that gnuplot has to read: its installation and fonts.
  static func files(of program: String) -> [String] {
    let home = NSHomeDirectory()
    // The files of PREFIX/bin/gnuplot are beneath PREFIX.
    let prefix = URL(fileURLWithPath: program).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().path
    return ["/usr", "/etc", "/var/cache/fontconfig"] + (prefix == "/" ? [program] : [prefix])
      + [".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig"]
      .map { home + "/" + $0 }
  }

  /// Runs a gnuplot script and returns its output.
  private static func run(_ script: String) throws -> String {
    let result: (status: Int32, output: String, errors: String)
    do {
      // With the default settings rather than those in the home directory.
      result = try ChildProgram.run(try program(), ["gnuplot", "-d"], input: script)
    } catch let error as ChildProgram.StartError {
      throw CommandFailure(
        .storage, "gnuplot cannot be run: \(error); it runs in a sandbox and must not be a script")
    }
    guard result.status == 0 else {
      let lines = result.errors
        .split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
      throw CommandFailure(.storage, "gnuplot: \(lines.suffix(2).joined(separator: " "))")
    }
    return result.output
  }
}

extension Sandbox {
  /// Enters a sandbox in which gnuplot may be started if something is to be drawn.
  ///
  /// - Parameter plot: The value of `--plot`; the same sandbox applies to gnuplot.
  /// - Throws: `CommandFailure`, also if gnuplot is not installed.
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
