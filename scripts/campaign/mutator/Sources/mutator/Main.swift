import Foundation

@main
enum Main {
  static func main() throws {
    let plan = try JSONDecoder().decode(
      Plan.self, from: FileHandle.standardInput.readDataToEndOfFile())
    let rows = try plan.modules.flatMap { try ModuleMutator(plan: plan, module: $0).write() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    FileHandle.standardOutput.write(try encoder.encode(rows))
  }
}
