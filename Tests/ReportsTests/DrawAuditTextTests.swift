import Charts
import Design
import Reports
import FlintRules
import Testing

@Suite struct `The verdict of an audit of draws` {
  /// Of forty prizes ten are of one and thirty of the other; each of eighty players has one draw.
  private func log() throws -> DrawLog {
    var log = DrawLog(
      try DrawModel(tiers: [
        DrawModel.Tier("prize", rate: .percent(50)), DrawModel.Tier("blank", rate: .percent(50)),
      ]))
    for index in 0..<80 {
      let (name, rarity) =
        index % 2 == 1 ? ("dust", "blank") : (index % 8 == 0 ? "pearl" : "gem", "prize")
      #expect(log.append(name, rarity: rarity, player: "\(index)") == nil)
    }
    return log
  }

  // scipy.stats.binomtest(10, 40, 0.5).pvalue is 0.0022214.
  @Test func `names items that are far from equal shares`() throws {
    let text = DrawAuditText(try DrawAudit(try log()), AuditPower())
    #expect(text.verdict.hasPrefix("Nothing contradicts the rules: "))
    #expect(
      text.verdict.hasSuffix(
        ". But the items of prize are far from equal shares (p = 0.002221); --items tests them."))
  }

  @Test func `says how many rows were rejected, and what is withheld`() throws {
    var log = try log()
    log.appendUnread(.here, player: "3")
    #expect(
      DrawAuditText(try DrawAudit(log), AuditPower()).verdict.hasSuffix(
        " 1 row of the log was rejected."))
    var misfit = log
    #expect(misfit.append("gem", rarity: "gold", player: "5") != nil)
    #expect(
      DrawAuditText(try DrawAudit(misfit), AuditPower()).verdict.hasSuffix(
        " 2 rows of the log were rejected, 1 for an item or a rarity that does not fit the rules, so that "
          + "the numbers lack them."))
    log.appendUnread(.amongSequence, player: "4")
    #expect(
      DrawAuditText(try DrawAudit(log), AuditPower()).verdict.hasSuffix(
        " 2 rows of the log were rejected; since the places of their draws are not known, the tests that need "
          + "the order leave out 1 draw."))
  }

  /// Half of eighty draws are expected to be prizes; one prize is half a prize, or one standard deviation, too many.
  @Test func `the page has the tiers, the tests and the players`() throws {
    let page = ReportPage(try DrawAudit(try log()), AuditPower())
    #expect(page.sections.map(\.id) == ["result", "tests", "rates", "players"])
    var tables: [String: DataTable] = [:]
    for case .table(let title, let table) in page.sections.flatMap(\.blocks) {
      tables[title] = table
    }
    let tiers = try #require(tables["Tiers"])
    #expect(
      tiers.columns
        == ["tier", "observed", "expected", "share", "nominal", "long run", "ratio"])
    #expect(tiers.rows.first == ["prize", "40", "40.0", "50 %", "50 %", "50 %", "1.000"])
    let tests = try #require(tables["Tests of the rules"])
    #expect(tests.columns == ["test", "of", "p", "corrected", "method"])
    #expect(tests.rows.first?.prefix(2) == ["number", "prize"])
    let sizes = try #require(tables["Sizes of the deviations"])
    #expect(sizes.columns.prefix(4) == ["test", "of", "effect", "size"])
    let players = try #require(
      tables["The most active players and their prizes of prize"])
    #expect(players.columns == ["player", "draws", "prizes", "residual"])
    #expect(players.rows.count == 80 && players.rows[0] == ["0", "1", "1", "+1.00"])
  }
}
