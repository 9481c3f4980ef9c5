import FlintRandom
import FlintRules
import Testing
@testable import Chance
@testable import Design

/// Logs with draws that were made and cannot be read. The rules: a prize of 1/2 that is certain at the second draw.
@Suite struct `A draw that cannot be read` {
  private func log(
    _ letters: String, at place: DrawLog.Place = .here, isComplete: Bool = true,
    featured: DrawModel.Featured? = nil
  ) throws -> DrawLog {
    let model = try DrawModel(
      tiers: [
        DrawModel.Tier("prize", rate: .percent(50), pity: PityDefinition(hard: 2)),
        DrawModel.Tier("other", rate: .percent(50)),
      ], featured: featured)
    var log = DrawLog(model, isComplete: isComplete)
    append(letters, to: &log, at: place)
    return log
  }

  /// Appends draws of a player: `o` another one, `p` a prize, `F` the featured one, `?` one that cannot be read.
  private func append(
    _ letters: String, to log: inout DrawLog, at place: DrawLog.Place = .here, player: String = ""
  ) {
    for letter in letters {
      switch letter {
      case "?": log.appendUnread(place, player: player)
      case "o": #expect(log.append("dust", rarity: "other", player: player) == nil)
      default: #expect(log.append("\(letter)", rarity: "prize", player: player) == nil)
      }
    }
  }

  // By hand: the first draw has 1/2, after the prize another two have 1/2 and 1. The one draw from the beginning
  // is expected to give 1/2, the four others 2/3 each.
  @Test func `leaves the counters unknown up to the next prize that settles them`() throws {
    let audit = try DrawAudit(try log("o?opop"))
    let tier = try #require(audit.tiers.first)
    #expect(audit.draws == 5 && audit.knownDraws == 3 && audit.unread == 1)
    #expect(audit.sequences == 1 && audit.unordered == 0)
    #expect(tier.knownObserved == 1 && abs(tier.knownExpected - 2) < 1e-12)
    #expect(abs(tier.expected - 19.0 / 6) < 1e-12)
    #expect(audit.gaps[0].lengths.map(\.length) == [2] && audit.gaps[0].overruns == 0)
    #expect(try DrawAudit(try log("oopop")).test(.certainty, "prize").method == .impossible)
  }

  @Test func `that is the first one leaves a complete log without a known beginning`() throws {
    let audit = try DrawAudit(try log("?opop"))
    #expect(audit.draws == 4 && audit.knownDraws == 2)
    #expect(abs(try #require(audit.tiers.first).expected - 8.0 / 3) < 1e-12)
  }

  @Test func `of an unknown place withholds what needs the order, for its player alone`() throws {
    var log = try log("oop?", at: .amongSequence)
    #expect(try DrawAudit(log).tests.allSatisfy { !$0.decides } && log.count == 3)
    append("opop", to: &log, player: "another")
    let audit = try DrawAudit(log)
    #expect(audit.knownDraws == 4 && audit.unordered == 3)
    #expect(audit.gaps[0].lengths.map(\.length) == [2] && audit.gaps[0].count == 2)
    log.appendUnread(.anywhere)
    #expect(try DrawAudit(log).knownDraws == 0)
  }

  @Test func `leaves the guarantee unknown up to the next prize`() throws {
    let featured = DrawModel.Featured(["F"], share: .percent(50), isGuaranteed: true)
    let counts = try #require(try DrawAudit(try log("p?pF", featured: featured)).featured).counts
    #expect(counts.violations == 0 && counts.unknown == 1 && counts.trials == 1)
    #expect(counts.guaranteed == 1 && counts.prizes == 3)
    #expect(
      try #require(try DrawAudit(try log("ppF", featured: featured)).featured).counts.violations
        == 1)
    let apart = try DrawAudit(try log("ppF?", at: .amongSequence, featured: featured))
    #expect(try #require(apart.featured).counts.unknown == 3)
  }

  @Test func `is one of an item or a rarity that does not fit the rules`() throws {
    let model = try DrawModel(
      tiers: [
        DrawModel.Tier("prize", rate: .percent(50), pity: PityDefinition(hard: 2)),
        DrawModel.Tier("other", rate: .percent(50)),
      ], prizes: [DrawModel.Prize("gem", tier: "prize"), DrawModel.Prize("dust", tier: "other")])
    var log = DrawLog(model, isComplete: true)
    #expect(log.append("dust", rarity: nil) == nil)
    #expect(log.append("gem", rarity: "other") != nil && log.append("pearl", rarity: nil) != nil)
    #expect(log.append("dust", rarity: nil) == nil)
    #expect(log.unread == 2 && log.misfits == 2 && log.count == 2)
    #expect(try DrawAudit(log).gaps[0].overruns == 0)
  }

  @Test(arguments: UInt64(1)...12)
  func `never makes what the rules drew impossible`(seed: UInt64) throws {
    let model = try DrawModel(
      tiers: [
        DrawModel.Tier("5", rate: .percent(2), pity: PityDefinition(hard: 30)),
        DrawModel.Tier("4", rate: .percent(8), pity: PityDefinition(hard: 6)),
        DrawModel.Tier("3", rate: .percent(90)),
      ], featured: DrawModel.Featured(["F"], share: .percent(50), isGuaranteed: true))
    let chain = try DrawChain(model)
    var random = StreamReader(key: seed, purpose: 7)
    func number() -> Double { Double(random.next32()) * 0x1p-32 }
    var log = DrawLog(model, isComplete: true)
    var (state, isSure) = (0, false)
    for _ in 0..<200 {
      let tier = chain.tier(number(), in: state)
      state = Int(chain.following[state * chain.tierCount + tier])
      let isFeatured = tier == 0 && (isSure || number() < 0.5)
      if tier == 0 { isSure = !isFeatured }
      guard number() < 0.95 else {
        log.appendUnread(.here)
        continue
      }
      #expect(log.append(isFeatured ? "F" : "c", rarity: model.tiers[tier].name) == nil)
    }
    let audit = try DrawAudit(log)
    #expect(audit.tests.allSatisfy { $0.method != .impossible }, "seed \(seed)")
    #expect(audit.decisivePValue > 0.001, "seed \(seed)")
  }
}
