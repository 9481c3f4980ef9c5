import FlintJSON
import FlintRules
import Testing
@testable import Chance

/// A question without an exact method within reach: 24 cards of 24 weights, and pity.
struct `An estimate of a question about pools` {
  private func answer(_ change: (inout PoolQuestion) -> Void) throws -> PoolAnswer {
    let cards = (10...33).map { number in
      #"{"id": "c\#(number)", "name": "c", "category": "idea", "rarity": "legendary", "exclusive": true, "#
        + #""weight": \#(number)}"#
    }
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: """
          {"id": "world", "extends": "ignition", "currencies": {"gems": {}},
           "cards": [\(cards.joined(separator: ",")), {"id": "t", "name": "t", "category": "idea",
             "rarity": "common", "exclusive": true}],
           "pools": [{"id": "p", "cards": {"rarity": ["common", "legendary"]}, "price": {"gems": 1},
             "rates": {"common": "50%", "legendary": "50%"}, "pity": {"legendary": {"hard": 3}}}]}
          """), bundled: RulebookDefinition.bundled)
    var question = PoolQuestion(
      definition, [.init(pool: "p", target: try PoolTarget(parsing: "all:legendary"))])
    change(&question)
    return try question.answer()
  }

  @Test func `has as many players as are asked for, and intervals of its quantiles`() throws {
    let answer = try answer { $0.players = 500 }
    #expect(answer.estimate?.value.players == 500)
    for quantile in answer.quantiles {
      let interval = try #require(quantile.interval)
      let rolls = try #require(quantile.rolls)
      #expect(try #require(interval.low) <= rolls)
      #expect(interval.high.map { $0 >= rolls } ?? true)
    }
    let half = try #require(answer.quantiles.first)
    let sorted = try #require(answer.estimate?.value.rolls)
    // The order statistics of 500: 250 − 1.96 · 11.18 and 250 + 1.96 · 11.18, rounded outwards, are 229 and 272.
    #expect(half.interval?.low.map { sorted[226] <= $0 && $0 <= sorted[230] } == true)
    #expect(half.interval?.high.map { sorted[269] <= $0 && $0 <= sorted[274] } == true)
  }

  @Test func `is as precise as is asked for`() throws {
    let coarse = try answer { $0.precision = 0.1 }
    let fine = try answer { $0.precision = 0.012 }
    let (few, many) = (try #require(coarse.estimate?.value), try #require(fine.estimate?.value))
    #expect(few.players < many.players)
    let mean = try #require(many.mean)
    #expect((mean.high - mean.low) / 2 <= 0.012 * mean.value)
    let most = try answer { ($0.precision, $0.players) = (0.0001, 600) }
    #expect(most.estimate?.value.players == 600)
  }

  @Test func `of a goal of sparks has its players, too, and says what would make it exact`() throws
  {
    var definition = RulebookDefinition.ignition
    definition.drops.pity = definition.rarities.map {
      $0.name == "legendary" ? PityDefinition(hard: 90) : nil
    }
    var question = OddsQuestion(
      .cards(
        .complete, try Rulebook(definition), CategoryMix(uniform: definition.categories), day: nil))
    question.estimate.players = 1000
    let answer = try question.answer()
    #expect(answer.distribution.estimate?.players == 1000)
    #expect(answer.reason.hasSuffix("for the cards of one rarity (all:RARITY), it is exact"))
    question.estimate.players = 0
    #expect(throws: OddsError.self) { try question.answer() }
  }

  @Test func `that is not needed says that players have no effect`() throws {
    let answer = try answer {
      $0.players = 10
      $0.stages[0].target = PoolTarget(.first("legendary"))
    }
    #expect(answer.notes == ["the answer is exact, so that players and precision have no effect"])
    #expect(answer.quantiles.allSatisfy { $0.interval == nil })
  }
}
