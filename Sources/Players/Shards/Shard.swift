/// One of several shards of a plan's players: chunks of fixed bounds, assigned in order.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  package internal(set) var number = 1
  package internal(set) var count = 1

  /// The maximum number of shards.
  package static let most = 1_000_000

  init() {}

  /// Creates a shard; `nil` where the numbers are out of range.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// The environment variables that number the tasks of an array, and the number of the first task: of a
  /// Slurm array, a Kubernetes indexed job and an AWS Batch array.
  static let variables: [(name: String, first: @Sendable ([String: String]) -> Int)] = [
    ("SLURM_ARRAY_TASK_ID", { $0["SLURM_ARRAY_TASK_MIN"].flatMap { Int($0) } ?? 1 }),
    ("JOB_COMPLETION_INDEX", { _ in 0 }),
    ("AWS_BATCH_JOB_ARRAY_INDEX", { _ in 0 }),
  ]

  /// Parses `3/64`, or `auto/64`, which finds the number in the environment.
  package init(parsing text: String, environment: [String: String]) throws(PlanProblem) {
    let fields = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 2, let count = Int(fields[1]), (1...Self.most).contains(count),
      let number = fields[0] == "auto" ? try Self.number(in: environment) : Int(fields[0])
    else { throw PlanProblem("expected a shard such as 3/64 or auto/64, got \"\(text)\"") }
    guard let shard = Shard(number, of: count) else {
      throw PlanProblem("shard \(number) of \(count): expected 1 to \(count)")
    }
    self = shard
  }

  /// Returns the number of this task of an array.
  private static func number(in environment: [String: String]) throws(PlanProblem) -> Int {
    let found = variables.first { environment[$0.name] != nil }
    guard let found, let value = environment[found.name] else {
      throw PlanProblem(
        "auto finds no number: none of "
          + variables.map(\.name).joined(separator: ", ") + " is set")
    }
    guard let index = Int(value) else {
      throw PlanProblem("\(found.name) is not a number: \"\(value)\"")
    }
    return index - found.first(environment) + 1
  }

  /// Returns the players of the shard, given the number of all players.
  package func players(of all: Int64) -> Range<Int64> {
    let chunks = (all + Simulator.chunk - 1) / Simulator.chunk
    func bound(_ shard: Int) -> Int64 {
      // Quotient and remainder apart, so that the product does not overflow.
      let (whole, rest) = chunks.quotientAndRemainder(dividingBy: Int64(count))
      return min(
        all, (whole * Int64(shard) + rest * Int64(shard) / Int64(count)) * Simulator.chunk)
    }
    return bound(number - 1)..<bound(number)
  }

  /// The shard in the syntax of `init(parsing:environment:)`: `3/64`.
  package var description: String { "\(number)/\(count)" }
}
