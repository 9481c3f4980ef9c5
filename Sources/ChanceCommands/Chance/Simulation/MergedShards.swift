import Commands
import Confinement
import Design
import Foundation
import FlintJSON
import Players
import Reports

/// The files of shards of a simulation, or of tallies of a population, which are merged.
struct MergedShards {
  private let files: [String]
  private let output: SimulationOutput

  init(_ files: [String], _ output: SimulationOutput) {
    (self.files, self.output) = (files, output)
  }

  /// Writes what the files give together.
  func write() throws {
    // The sandbox is entered before any file is read, since shards may come from an untrusted source.
    try Sandbox.enter(reading: files, outputs: [output.page?.path].compactMap(\.self))
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
    try output.write(result, ReportPage(result))
  }

  private func mergePopulation(_ texts: [(name: String, json: JSONValue)]) throws {
    let merged: PopulationTallies
    do throws(SimulationError) {
      var tallies: [(name: String, tallies: PopulationTallies)] = []
      for (name, json) in texts {
        tallies.append((name, try PopulationTallies(json, name: name)))
      }
      merged = try PopulationTallies.merge(tallies)
    } catch {
      throw CommandFailure(error, plan: "tallies")
    }
    try merged.write(output.format, page: output.page, isForced: output.isForced)
  }
}
