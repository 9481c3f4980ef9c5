/// One of so many parts of a plan's players: chunks of fixed bounds, dealt out in order.
public struct Shard: Hashable, Sendable {
  /// Which part, from 1.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// So many parts, at most.
  public static let most = 1_000_000

  /// Names a part; `nil` where there is no such one.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// The environment's variables that number the tasks of an array, and what the first of them has:
  /// of a Slurm array, a Kubernetes indexed job and an AWS Batch array.
  static let variables: [(name: String, first: @Sendable ([String: String]) -> Int)] = [
    ("SLURM_ARRAY_TASK_ID", { $0["SLURM_ARRAY_TASK_MIN"].flatMap { Int($0) } ?? 1 }),
    ("JOB_COMPLETION_INDEX", { _ in 0 }),
    ("AWS_BATCH_JOB_ARRAY_INDEX", { _ in 0 }),
  ]

  /// Reads `3/64`, or `auto/64`, which finds the number in the environment.
  ///
  /// - Throws: `PlanProblem`.
  public init(parsing text: String, environment: [String: String]) throws(PlanProblem) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let count = Int(parts[1]), (1...Self.most).contains(count) else {
      throw PlanProblem("", "expected a shard such as 3/64 or auto/64, got \"\(text)\"")
    }
    let number: Int
    if parts[0] == "auto" {
      let found = Self.variables.first { environment[$0.name] != nil }
      guard let found, let value = environment[found.name] else {
        throw PlanProblem(
          "",
          "auto finds no number: none of "
            + Self.variables.map(\.name).joined(separator: ", ") + " is set")
      }
      guard let index = Int(value) else {
        throw PlanProblem("", "\(found.name) is not a number: \"\(value)\"")
      }
      number = index - found.first(environment) + 1
    } else {
      guard let given = Int(parts[0]) else {
        throw PlanProblem("", "expected a shard such as 3/64 or auto/64, got \"\(text)\"")
      }
      number = given
    }
    guard let shard = Shard(number, of: count) else {
      throw PlanProblem("", "shard \(number) of \(count): expected 1 to \(count)")
    }
    self = shard
  }

  /// The players of the part, of so many in all.
  public func players(of all: Int64) -> Range<Int64> {
    let chunks = (all + Simulator.chunk - 1) / Simulator.chunk
    func bound(_ part: Int) -> Int64 {
      // In two halves, lest the product overflow.
      let (whole, rest) = chunks.quotientAndRemainder(dividingBy: Int64(count))
      return min(
        all, (whole * Int64(part) + rest * Int64(part) / Int64(count)) * Simulator.chunk)
    }
    return bound(number - 1)..<bound(number)
  }
}

extension Shard: CustomStringConvertible {
  /// The part as it is written: `3/64`.
  public var description: String { "\(number)/\(count)" }
}
