import ArgumentParser
import CSV
import FlintJSON
import Players

/// The values of the players of a simulation as text: a line for each player and rulebook, in CSV or JSON Lines.
struct PlayerRowsText: Sendable {
  private let isCSV: Bool
  private let measures: [String]
  private let columnsPerMeasure: Int
  private let segments: [String]
  /// The names of the rulebooks; empty for one.
  private let rules: [String]

  /// - Throws: `ValidationError` where a measure has the name of another column.
  init(_ plan: Plan, path: String) throws {
    isCSV = path.hasSuffix(".csv")
    measures = plan.measures.map(\.name)
    columnsPerMeasure = plan.columnsPerMeasure
    segments = plan.segments.map(\.name)
    rules = plan.variants.count > 1 ? plan.variants.map(\.name) : []
    if let name = measures.first(where: { ["player", "segment", "rules"].contains($0) }) {
      throw ValidationError("--rows: a measure is named \(name), as another column is; rename it")
    }
  }

  /// The first line of CSV.
  var header: [UInt8] {
    guard isCSV else { return [] }
    return Self.csv(
      ["player"] + (segments.isEmpty ? [] : ["segment"]) + (rules.isEmpty ? [] : ["rules"])
        + measures)
  }

  func append(_ row: PlayerRow, to text: inout [UInt8]) {
    let segment = row.segment(of: segments.count).map { segments[$0] }
    for (variant, values) in row.values.enumerated() {
      let names =
        (segments.isEmpty ? [] : [("segment", segment ?? "")])
        + (rules.isEmpty ? [] : [("rules", rules[variant])])
      let numbers = measures.indices.map { measure -> Int64? in
        guard case .value(let value) = values[measure * columnsPerMeasure] else { return nil }
        return value
      }
      if isCSV {
        text += Self.csv(
          [String(row.player)] + names.map(\.1) + numbers.map { $0.map { String($0) } ?? "" })
      } else {
        let members =
          [("player", JSONValue.integer(row.player))] + names.map { ($0.0, .string($0.1)) }
          + zip(measures, numbers).map { ($0, $1.map { .integer($0) } ?? .null) }
        text += (JSONValue.object(members).text() + "\n").utf8
      }
    }
  }

  private static func csv(_ fields: [String]) -> [UInt8] {
    var writer = CSVWriter()
    writer.append(record: fields, isGuarded: true)
    var bytes: [UInt8] = []
    writer.drain { span in span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
    return bytes
  }
}
