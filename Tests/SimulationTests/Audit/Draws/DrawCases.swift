import Design
import Foundation
import FlintJSON
import FlintRules
import Testing

/// A synthetic log of `Tests/AuditReference/draws.py`, with the figures that Python worked out.
struct DrawCase {
  let name: String
  let log: DrawLog
  let figures: JSONValue

  /// The text of the fixture.
  static func fixture() throws -> JSONValue {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/draws.json")
    return try JSONValue(parsing: Array(try Data(contentsOf: path)))
  }

  static func named(_ name: String) throws -> DrawCase {
    guard case .array(let cases)? = try fixture()["cases"] else { throw Missing(what: "cases") }
    for value in cases where value["name"] == .string(name) { return try DrawCase(value) }
    throw Missing(what: name)
  }

  struct Missing: Error { var what: String }

  private init(_ value: JSONValue) throws {
    guard case .string(let name)? = value["name"], case .string(let letters)? = value["log"],
      let model = value["model"], let figures = value["figures"],
      case .integer(let players)? = value["players"],
      case .boolean(let isComplete)? = value["complete"]
    else { throw Missing(what: "a member") }
    self.name = name
    self.figures = figures
    var log = DrawLog(try Self.model(model), isComplete: isComplete)
    let names: [Character: (String, String)] = [
      "L": ("Star", "legendary"), "l": ("Moon", "legendary"), "E": ("Cloud", "epic"),
      "c": ("Dust", "3"),
    ]
    for (index, letter) in letters.enumerated() {
      guard let (name, rarity) = names[letter] else { throw Missing(what: "\(letter)") }
      let reason = log.append(name, rarity: rarity, player: "player \(index % Int(players))")
      if let reason { throw Missing(what: reason) }
    }
    self.log = log
  }

  private static func model(_ value: JSONValue) throws -> DrawModel {
    guard case .array(let tiers)? = value["tiers"],
      let share = try value["share"].map({ try $0.fraction }),
      case .boolean(let isGuaranteed)? = value["guarantee"]
    else { throw Missing(what: "the model") }
    return try DrawModel(
      tiers: tiers.map { tier in
        guard case .string(let name)? = tier["name"],
          let rate = try tier["rate"].map({ try $0.fraction })
        else {
          throw Missing(what: "a tier")
        }
        let (start, hard) = (tier["soft_start"]?.whole, tier["hard"]?.whole)
        let pity =
          start == nil && hard == nil
          ? nil
          : PityDefinition(
            softStart: start, softStep: try tier["soft_step"].map { try $0.fraction } ?? .zero,
            hard: hard)
        return DrawModel.Tier(name, rate: rate, pity: pity)
      },
      featured: DrawModel.Featured(["Star"], share: share, isGuaranteed: isGuaranteed))
  }

  /// A number of the figures, by its path.
  func number(_ path: String...) throws -> Double {
    let value = path.reduce(Optional(figures)) { $0?[$1] }
    guard let number = value?.double else { throw Missing(what: path.joined(separator: ".")) }
    return number
  }

  /// Numbers of the figures.
  func numbers(_ path: String) throws -> [Double] {
    guard case .array(let values)? = figures[path] else { throw Missing(what: path) }
    return values.compactMap(\.double)
  }
}

extension JSONValue {
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  fileprivate var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

  fileprivate var fraction: Fraction {
    get throws {
      guard case .string(let text) = self, let fraction = Fraction(text) else {
        throw DrawCase.Missing(what: "a fraction")
      }
      return fraction
    }
  }
}

extension DrawAudit {
  /// The test of a kind and a subject.
  func test(_ kind: DrawTest.Kind, _ subject: String) throws -> DrawTest {
    try #require(tests.first { $0.kind == kind && $0.subject == subject })
  }
}
