package import Chance
import FlintRules
import FlintSchema

/// A state that a player reaches at some event: a goal among the cards, a level, a number of points, a
/// mission, an achievement, or a goal of the rolls in a pool.
package enum Milestone: Hashable, Sendable, CustomStringConvertible {
  /// Cards, each in a number of copies.
  case cards(Goal, copies: Int32)
  case level(Int)
  case points(Int64)
  /// The first completion of the mission with an id.
  case mission(String)
  case achievement(String)
  /// A goal of the rolls in the pool with an id.
  case pool(String, PoolTarget)

  /// The unit of the events that reach it.
  var unit: Measure.Unit { if case .pool = self { .rolls } else { .sparks } }

  /// The syntax of milestones, for messages.
  package static let forms =
    Goal.forms + ", level:N, points:N, mission:ID or achievement:ID"

  private static let keywords = Goal.keywords + ["level", "points", "mission", "achievement"]

  /// Parses the syntax of `description`: `first:legendary`, `complete*2`, `level:10`, `points:5000`,
  /// `mission:week-warrior`, `achievement:time-3`, `character/featured*2`. Ids are not checked against a
  /// rulebook.
  package init(parsing text: String) throws(PlanProblem) {
    if let slash = text.firstIndex(of: "/"), !text[..<slash].contains(":") {
      let (pool, goal) = (String(text[..<slash]), String(text[text.index(after: slash)...]))
      guard !pool.isEmpty else {
        throw PlanProblem("expected a pool before /, as in character/featured, got \"\(text)\"")
      }
      do throws(OddsError) {
        self = .pool(pool, try PoolTarget(parsing: goal))
      } catch {
        throw PlanProblem(error.problem)
      }
      return
    }
    let word = String(text.prefix { $0 != ":" && $0 != "*" })
    let rest = String(text.dropFirst(word.count + 1))
    switch word {
    case "level": self = .level(Int(try Self.whole(rest, after: word, in: text)))
    case "points": self = .points(try Self.whole(rest, after: word, in: text))
    case "mission" where !rest.isEmpty: self = .mission(rest)
    case "achievement" where !rest.isEmpty: self = .achievement(rest)
    case _ where Goal.keywords.contains(word): self = try Self.cards(text)
    default:
      throw PlanProblem(
        "unknown goal \"\(text)\"\(NearestName.hint(for: word, among: Self.keywords)); expected "
          + Self.forms)
    }
  }

  private static func cards(_ text: String) throws(PlanProblem) -> Milestone {
    let components = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    var copies: Int32 = 1
    if components.count == 2 {
      guard let count = Int32(components[1]), count >= 1 else {
        throw PlanProblem(
          "expected a number of copies from 1 up after *, as in complete*2, got \"\(text)\"")
      }
      copies = count
    }
    do throws(OddsError) {
      return .cards(try Goal(parsing: components[0]), copies: copies)
    } catch {
      throw PlanProblem(error.problem)
    }
  }

  private static func whole(
    _ digits: String, after word: String, in text: String
  ) throws(PlanProblem) -> Int64 {
    guard let number = Int64(digits), number >= 1, number <= 1 << 53 else {
      throw PlanProblem("expected a whole number from 1 up after \(word):, got \"\(text)\"")
    }
    return number
  }

  /// The milestone in the syntax of `init(parsing:)`.
  package var description: String {
    switch self {
    case .cards(let goal, let copies): copies == 1 ? "\(goal)" : "\(goal)*\(copies)"
    case .level(let level): "level:\(level)"
    case .points(let points): "points:\(points)"
    case .mission(let id): "mission:\(id)"
    case .achievement(let id): "achievement:\(id)"
    case .pool(let pool, let target): "\(pool)/\(target)"
    }
  }
}
