import ArgumentParser
import Chance
import Commands
import Design
import Reports
import FlintRules
import FlintSchema
import Transfer
import Views

/// The rules of draws: stated by options, or those of a pool of a rulebook.
struct DrawRuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The rates of tiers, such as legendary=0.6%.", valueName: "tier=rate,…"))
  var rates: String?
  @Option(
    help: ArgumentHelp("The rulebook whose pool has the rules: a Lua file.", valueName: "rulebook"))
  var rules: RulebookOption?
  @Option(
    help: ArgumentHelp("The pool of the rulebook (default: its only one).", valueName: "pool"))
  var pool: String?
  @Option(
    help: ArgumentHelp(
      "The first raised draw, the step and the certain draw, such as gold=74:6%:90; may be repeated.",
      valueName: "tier=pity"))
  var pity: [String] = []
  @Option(
    help: ArgumentHelp(
      "The featured items; one with a comma in double quotes.", valueName: "name,…"))
  var featured: String?
  @Option(
    help: ArgumentHelp("The tier of the featured items (default: the rarest).", valueName: "tier"))
  var featuredTier: String?
  @Option(help: ArgumentHelp("The share of the featured items in their tier.", valueName: "share"))
  var share: String?
  @Flag(help: "After an item of the tier that is not featured, the next one is.")
  var guarantee = false
  @Option(
    help: ArgumentHelp(
      "A CSV file of the items: item, tier and weight.",
      valueName: "file"),
    completion: .file())
  var items: String?

  func validate() throws {
    if rules != nil {
      return try refuse(
        [
          "--rates": rates != nil, "--pity": !pity.isEmpty, "--featured": featured != nil,
          "--share": share != nil, "--featured-tier": featuredTier != nil,
          "--guarantee": guarantee, "--items": items != nil,
        ], with: "--rules")
    }
    if rates == nil { throw ValidationError("expected --rates or --rules, got nothing") }
    if featured == nil, share != nil || guarantee || featuredTier != nil {
      throw ValidationError("--share, --guarantee and --featured-tier require --featured")
    }
    if featured != nil, share == nil { throw ValidationError("--featured requires --share") }
  }

  /// Returns a page that names the rulebook of the option.
  func naming(_ page: ReportPage) throws -> ReportPage {
    var page = page
    if let rules { page.provenance?.sources = [PageProvenance.Source(try rules.definition())] }
    return page
  }

  /// Returns the rules that the options state.
  func model() throws -> DrawModel {
    var tiers = try Self.pairs(rates ?? "", "--rates", "a tier and its rate such as legendary=0.6%")
      .map {
        name, text in
        guard let rate = Fraction(text) else {
          throw ValidationError(
            "--rates: expected decimals, percentages or fractions, got \"\(text)\"")
        }
        return DrawModel.Tier(name, rate: rate)
      }
    let rules =
      pity.isEmpty
      ? []
      : try Self.pairs(
        pity.joined(separator: ","), "--pity", "a rule such as legendary=74:6%:90")
    for (name, rule) in rules {
      guard let index = tiers.firstIndex(where: { $0.name == name }) else {
        throw ValidationError(
          "--pity: expected one of \(tiers.map(\.name).joined(separator: ", ")), got \"\(name)\""
            + NearestName.hint(for: name, among: tiers.map(\.name)))
      }
      guard let pity = DrawModel.pity(rule) else {
        throw ValidationError(
          "--pity: expected the first raised draw, the step and the certain draw such as 74:6%:90, got "
            + "\"\(rule)\"")
      }
      tiers[index].pity = pity
    }
    let featuredSet = try featured.map { names in
      guard let share = self.share.flatMap({ Fraction($0) }) else {
        throw ValidationError("--share: expected a share such as 50%, got \"\(self.share ?? "")\"")
      }
      return DrawModel.Featured(
        Self.list(names), share: share, isGuaranteed: guarantee, tier: featuredTier)
    }
    let prizes = try items.map { path in
      try PrizeTable.read(path).map {
        DrawModel.Prize($0.name, tier: $0.tier, weight: $0.weight)
      }
    }
    do throws(AuditError) {
      return try DrawModel(tiers: tiers, featured: featuredSet, prizes: prizes ?? [])
    } catch {
      throw ValidationError("--\(error.description)")
    }
  }

  /// Returns the pool that `--pool` names of a rulebook, or its only one.
  func pool(of rulebook: RulebookDefinition) throws -> PoolTable {
    let ids = rulebook.pools.map(\.id)
    guard let id = pool ?? (ids.count == 1 ? ids[0] : nil) else {
      throw CommandFailure(
        .usage,
        ids.isEmpty
          ? "--rules: rulebook \(rulebook.id) has no pools"
          : "--rules needs --pool: \(ids.alternatives)")
    }
    do throws(OddsError) {
      return try PoolQuestion(rulebook, []).pool(id)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Returns the parts of a text between commas, of which those within double quotes divide nothing.
  static func list(_ text: String) -> [String] {
    var isQuoted = false
    let hasQuotes = text.count { $0 == "\"" }.isMultiple(of: 2)
    return text.split(omittingEmptySubsequences: false) { letter in
      if letter == "\"" { isQuoted.toggle() }
      return letter == "," && !(isQuoted && hasQuotes)
    }.map { part in
      let part = String(part).trimmedWhitespace
      guard hasQuotes, part.count > 1, part.hasPrefix("\""), part.hasSuffix("\"") else {
        return part
      }
      return String(part.dropFirst().dropLast())
    }
  }

  static func pairs(
    _ text: String, _ option: String, _ expected: String
  ) throws -> [(String, String)] {
    var names: Set<String> = []
    return try list(text).map { pair in
      guard let sign = pair.lastIndex(of: "="), sign != pair.startIndex else {
        throw ValidationError("\(option): expected \(expected), got \"\(pair)\"")
      }
      let name = String(pair[..<sign]).trimmedWhitespace
      guard names.insert(name).inserted else {
        throw ValidationError("\(option): expected each once, got \"\(name)\" again")
      }
      return (name, String(pair[pair.index(after: sign)...]).trimmedWhitespace)
    }
  }
}
