import ArgumentParser
import Confinement
import Foundation
import Report
import Simulation

/// Puts the parts of a simulation together.
struct MergeShardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-shards", _superCommandName: "flint",
    abstract: "Put the parts of a simulation together.",
    discussion: """
      The parts are what flint simulate --shard 1/4 … 4/4 wrote, in any order. The
      result is the very one that flint simulate prints without --shard. Parts that
      overlap, are missing, or belong to another plan or version are refused.

      Examples:
        flint merge-shards part*.json
        flint merge-shards --format json part1.json part2.json
      """)

  @Argument(help: ArgumentHelp("The parts.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("How to write the result.", valueName: "table|json|csv"))
  var format = ListFormat.table

  @Option(
    help: ArgumentHelp(
      "Draw with gnuplot, as flint simulate does.", valueName: "file.svg|file.png|-"),
    completion: .file())
  var plot: String?

  func validate() throws {
    if let plot, Gnuplot.Target(plot) == nil {
      throw ValidationError(
        "--plot: expected a file ending with .svg or .png, or -, got \"\(plot)\"")
    }
  }

  func run() throws {
    // Before anything is read: parts may come from anybody.
    try Sandbox.enter(reading: files, drawing: plot)
    let parts = try files.map { path -> (name: String, part: ShardResult) in
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw CommandFailure(status: .storage, message: "\(path): cannot be read")
      }
      do throws(SimulationError) {
        return (path, try ShardResult(parsing: Array(bytes), name: path))
      } catch {
        throw CommandFailure(error, plan: path)
      }
    }
    let result: SimulationResult
    do throws(SimulationError) {
      result = try ShardResult.merge(parts)
    } catch {
      throw CommandFailure(error, plan: "shards")
    }
    if let target = plot.flatMap({ Gnuplot.Target($0) }) {
      try Gnuplot.draw(SimulationChart(result), to: target)
    }
    try SimulationPage(result: result).write(format)
  }
}
