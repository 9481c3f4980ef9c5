import FlintSchema

extension DrawTest {
  /// The name by which a test is asked for, such as `number:legendary`.
  package struct Name: Hashable, Sendable, CustomStringConvertible {
    package var kind: Kind
    package var subject: String
    /// The tier that it is about, which may be given instead of the subject; empty where there is none.
    package var tier: String

    init(_ kind: Kind, _ subject: String, tier: String? = nil) {
      (self.kind, self.subject, self.tier) = (kind, subject, tier ?? subject)
    }

    package var description: String { "\(kind.word):\(subject)" }

    /// Whether a text names the test: by its kind alone, or by its kind and its subject or tier.
    fileprivate func isNamed(by text: String) -> Bool {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let word = Self.plain(parts[0])
      guard word == kind.rawValue || word == kind.word else { return false }
      guard parts.count == 2 else { return true }
      let about = Self.plain(parts[1])
      return about == Self.plain(subject) || !tier.isEmpty && about == Self.plain(tier)
    }

    private static func plain(_ text: some StringProtocol) -> String {
      String(text).trimmedWhitespace.lowercased()
        .map { $0 == " " || $0 == "_" ? "-" : String($0) }.joined()
    }

    /// Returns the tests that texts name: each text is a name, or several separated by commas.
    ///
    /// - Throws: `AuditError` about `only` when a text names none of the known tests.
    static func chosen(_ texts: [String], among known: [Name]) throws(AuditError) -> [Name] {
      var chosen: Set<Name> = []
      for text in texts {
        let whole = known.filter { $0.isNamed(by: text) }
        if !whole.isEmpty {
          chosen.formUnion(whole)
          continue
        }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
          let named = known.filter { $0.isNamed(by: String(part)) }
          guard !named.isEmpty else {
            let name = String(part).trimmedWhitespace
            let names = known.map(\.description)
            throw AuditError(
              .only, expected: "one of " + names.joined(separator: "; "),
              found: "\"\(name)\"" + NearestName.hint(for: name, among: names))
          }
          chosen.formUnion(named)
        }
      }
      return known.filter { chosen.contains($0) }
    }
  }
}

extension DrawTest.Kind {
  /// The word for it in the names of tests, such as `featured-share`.
  package var word: String { title.split(separator: " ").joined(separator: "-") }

  /// Whether its p-value may be the share of logs drawn by the model.
  var isSimulated: Bool {
    switch self {
    case .rate, .chances, .gaps, .drift, .players: true
    case .certainty, .share, .guarantee, .runs, .items: false
    }
  }
}

extension DrawAudit {
  /// Returns the names of the tests that decide and that a log can have under its model.
  static func testNames(
    _ log: DrawLog, _ chain: DrawChain, _ history: DrawHistory, _ groups: [PrizeGroup],
    playerCount: Int
  ) -> [DrawTest.Name] {
    let tiers = log.model.tiers.dropLast().map(\.name)
    let isRenewal = chain.pityTiers.first == 0
    var names = tiers.enumerated().flatMap { index, tier in
      [DrawTest.Name(.rate, tier)]
        + (index == 0 && isRenewal ? [DrawTest.Name(.chances, tier)] : [])
    }
    for subject in history.subjects {
      let tier = log.model.tiers[subject.tier].name
      let name = subject.tier > 0 ? "\(tier) or better" : tier
      names.append(DrawTest.Name(.gaps, name, tier: tier))
      if subject.rule != nil { names.append(DrawTest.Name(.certainty, name, tier: tier)) }
    }
    if let featured = log.model.featured, let tier = featured.tier {
      names.append(DrawTest.Name(.share, tier))
      if featured.isGuaranteed { names.append(DrawTest.Name(.guarantee, tier)) }
      names.append(DrawTest.Name(.runs, tier))
    }
    names += groups.filter(\.isModelled).map { DrawTest.Name(.items, $0.name, tier: $0.tier) }
    names += tiers.map { DrawTest.Name(.drift, $0) }
    if playerCount > 1 { names.append(DrawTest.Name(.players, "all players", tier: "")) }
    return names
  }
}
