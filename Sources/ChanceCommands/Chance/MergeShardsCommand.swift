import ArgumentParser
import Commands
import Confinement
import Foundation
import JSON
import Reports
import Simulation

/// Merges the shards of a simulation.
struct MergeShardsCommand: Subcommand {
  static let name = "merge-shards"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Merge the shards of a simulation, or tallies of a population.",
    discussion: """
      The shards are the files that flint simulate --shard 1/4 … 4/4 wrote, in any
      order. The output is the same as that of flint simulate without --shard; a page
      lacks what shards do not contain: what the rulebooks differ in, and fan charts.
      Shards that overlap, are missing, or belong to another plan or version are
      refused.

      Tallies are the files that flint replay --population --tallies wrote. They are
      merged in any order; those of other rulebooks or settings are refused. The same
      players in two files count twice.

      Examples:
        flint merge-shards shard*.json
        flint merge-shards --format json shard1.json shard2.json
        flint merge-shards shard*.json -o report.html
      """)

  @Argument(help: ArgumentHelp("The files of the shards.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ListFormat.help) var format = ListFormat.table

  @OptionGroup var pictures: PlotOption
  @OptionGroup var sandbox: SandboxOptions

  func validate() throws { try pictures.check(with: format) }

  func run() throws {
    try pictures.checkFile()
    // The sandbox is entered before any file is read, since shards may come from an untrusted source.
    try Sandbox.enter(reading: files, outputs: pictures.outputs)
    let texts = try files.map { path -> (name: String, json: JSONValue) in
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw CommandFailure(.storage, "\(path): cannot be read")
      }
      do throws(JSONError) {
        return (path, try JSONValue(foreign: Array(bytes)))
      } catch {
        throw CommandFailure(.badInput, "\(path) is not a shard: \(error)")
      }
    }
    if texts.contains(where: { PopulationTallies.isForm(of: $0.json) }) {
      return try mergePopulation(texts)
    }
    let shards = try texts.map { path, json -> (name: String, shard: ShardResult) in
      do throws(SimulationError) {
        return (path, try ShardResult(json, name: path))
      } catch {
        throw CommandFailure(error, plan: path)
      }
    }
    let result: SimulationResult
    do throws(SimulationError) {
      result = try ShardResult.merge(shards)
    } catch {
      throw CommandFailure(error, plan: "shards")
    }
    try pictures.write(ReportPage(result))
    try SimulationPage(result: result).write(format, withTable: !pictures.isTerminal)
  }

  private func mergePopulation(_ texts: [(name: String, json: JSONValue)]) throws {
    if pictures.plot != nil {
      throw CommandFailure(.usage, "tallies of a population have no page: omit --output")
    }
    do throws(SimulationError) {
      var tallies: [(name: String, tallies: PopulationTallies)] = []
      for (name, json) in texts {
        tallies.append((name, try PopulationTallies(json, name: name)))
      }
      PopulationPage(tallies: try PopulationTallies.merge(tallies)).write(format)
    } catch {
      throw CommandFailure(error, plan: "tallies")
    }
  }
}
