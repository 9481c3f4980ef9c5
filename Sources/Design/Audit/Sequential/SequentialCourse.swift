internal import RealModule
internal import FlintRules

/// The parts of a sequential audit in the course of a log.
struct SequentialCourse {
  private struct Items {
    var part: Int
    /// The position of each item by its name.
    var positions: [Int32: Int]
    var mixture: DirichletMixture
    var isFeatured: Bool?

    /// Returns the part and the position of an item; `nil` when it is none of these.
    func place(of name: Int32, isFeatured: Bool) -> (part: Int, position: Int)? {
      guard self.isFeatured == nil || self.isFeatured == isFeatured else { return nil }
      return positions[name].map { (part, $0) }
    }
  }

  private let log: DrawLog
  private let chain: DrawChain
  private var parts: [SequentialAudit.Part] = []
  /// The martingales of the tiers, by the index of the tier.
  private var tiers: [(part: Int, mixture: TiltMixture)] = []
  private var share: (part: Int, mixture: DirichletMixture)?
  /// The parts of certain draws, by the index of the rule.
  private var certain: [Int: Int] = [:]
  private var guarantee: Int?
  private var items: [Int32: [Items]] = [:]
  private let isFeatured: [Bool]
  private let featuredTier: Int?
  /// Whether the order of the draws of each sequence is known.
  private let areOrdered: [Bool]
  /// Whether the next prize of each sequence is not guaranteed; `nil` where that is not known.
  private var isFree: [Bool?]
  private(set) var names: [DrawTest.Name] = []
  private var chosen: [Bool] = []
  /// The parts whose martingales are averaged.
  private var mixed: [Int] = []
  /// Whether a rule was broken that leaves nothing to chance.
  private var isBroken = false
  /// The natural logarithm of the mean of the parts that were chosen.
  private(set) var logarithm = 0.0

  init(_ log: DrawLog, _ chain: DrawChain) {
    (self.log, self.chain) = (log, chain)
    let model = log.model
    let featured = model.featured
    featuredTier = model.featuredTier
    let featuredNames = Set(featured?.names ?? [])
    isFeatured = log.names.map { featuredNames.contains($0) }
    areOrdered = log.areOrdered
    isFree = log.beginAtZero.map { $0 || featured?.isGuaranteed != true ? true : nil }
    for (index, tier) in model.tiers.dropLast().enumerated() {
      tiers.append(
        (
          parts.count,
          TiltMixture(
            base: tier.rate.approximation, isRaised: chain.pityTiers.contains(index))
        ))
      add(.rate, tier.name, tier.name, expected: 0)
    }
    for (rule, tier) in chain.pityTiers.enumerated() {
      let name = model.tiers[tier].name
      certain[rule] = parts.count
      add(.certainty, tier > 0 ? "\(name) or better" : name, name)
    }
    if let featured, let tier = featured.tier {
      if featured.isGuaranteed {
        guarantee = parts.count
        add(.guarantee, tier, tier)
      }
      let chance = featured.share.approximation
      share = (parts.count, DirichletMixture([chance, 1 - chance]))
      add(.share, tier, tier, expected: 0)
    }
    for (index, tier) in model.tiers.enumerated() where !model.untested.contains(tier.name) {
      let isSplit = model.featuredTier == index
      for isFeatured in isSplit ? [true, false] : [nil] {
        addItems(of: Int32(index), isFeatured, featuredNames)
      }
    }
  }

  private mutating func add(
    _ kind: DrawTest.Kind, _ subject: String, _ tier: String, expected: Double? = nil
  ) {
    var part = SequentialAudit.Part(kind: kind, subject: subject)
    part.expected = expected
    parts.append(part)
    names.append(DrawTest.Name(kind, subject, tier: tier))
    chosen.append(true)
  }

  /// Adds the items of a tier whose weights the model has, if there are several.
  private mutating func addItems(
    of tier: Int32, _ isFeatured: Bool?, _ featured: Set<String>
  ) {
    let name = log.model.tiers[Int(tier)].name
    let prizes = log.model.prizes.values.filter { prize in
      prize.tier == name && (isFeatured == nil || featured.contains(prize.name) == isFeatured)
    }.sorted { $0.name < $1.name }
    guard prizes.count > 1 else { return }
    let sum = prizes.reduce(0) { $0 + $1.weight.approximation }
    var indices: [String: Int32] = [:]
    for (index, name) in log.names.enumerated() { indices[name] = Int32(index) }
    var positions: [Int32: Int] = [:]
    for (position, prize) in prizes.enumerated() {
      if let index = indices[prize.name] { positions[index] = position }
    }
    items[tier, default: []].append(
      Items(
        part: parts.count, positions: positions,
        mixture: DirichletMixture(prizes.map { $0.weight.approximation / sum }),
        isFeatured: isFeatured))
    add(.items, name + (isFeatured.map { $0 ? ", featured" : ", others" } ?? ""), name)
  }

  /// The results of the parts that were chosen. A rule that leaves nothing to chance is one where it was broken or asked
  /// for by name, and counts for no other: what is impossible needs no correction.
  func results(isAsked: Bool) -> [SequentialAudit.Part] {
    let count = parts.indices.count { chosen[$0] && !isRule[$0] }
    return parts.indices.filter {
      chosen[$0] && (!isRule[$0] || isAsked || parts[$0].logarithm == .infinity)
    }.map {
      var part = parts[$0]
      part.parts = isRule[$0] ? 1 : max(1, count)
      return part
    }
  }

  private var isRule: [Bool] { parts.map { $0.kind == .certainty || $0.kind == .guarantee } }

  /// Leaves out all parts but some.
  mutating func keep(_ kept: [DrawTest.Name]) {
    chosen = names.map { kept.contains($0) }
    let isRule = isRule
    mixed = parts.indices.filter { chosen[$0] && !isRule[$0] }
  }

  /// Returns the course with no other parts than some.
  func keeping(_ kept: [DrawTest.Name]) -> SequentialCourse {
    var course = self
    course.keep(kept)
    return course
  }

  mutating func add(_ draw: DrawLog.Draw, state: Int) {
    add(
      tier: Int(draw.tier), isFeatured: isFeatured[Int(draw.name)], name: draw.name,
      sequence: Int(draw.sequence), state: state)
  }

  /// Adds a draw.
  ///
  /// - Parameters:
  ///   - name: the index of its item; `nil` where it is not known.
  ///   - state: the state of the chain before it; below 0 where it is not known.
  mutating func add(
    tier drawn: Int, isFeatured: Bool, name: Int32?, sequence: Int, state: Int
  ) {
    if state >= 0 {
      for tier in tiers.indices where chosen[tiers[tier].part] {
        let chance = chain.chances[state * chain.tierCount + tier]
        let isDrawn = drawn == tier
        tiers[tier].mixture.add(isDrawn, chance: chance)
        note(tiers[tier].part, isDrawn, chance, tiers[tier].mixture.logarithm)
      }
    }
    if featuredTier == drawn { addFeatured(isFeatured, sequence) }
    if let name { addItem(name, isFeatured, Int32(drawn)) }
    if !isBroken {
      let logs = mixed.map { parts[$0].logarithm }
      logarithm = logs.isEmpty ? 0 : logs.logarithmOfSum - .log(Double(logs.count))
    }
  }

  /// Notes that a prize was certain and did not come.
  mutating func addOverrun(ofRule rule: Int) {
    if let part = certain[rule] { noteBroken(part) }
  }

  private mutating func noteBroken(_ part: Int) {
    guard chosen[part] else { return }
    note(part, true, nil, .infinity)
    isBroken = true
    logarithm = .infinity
  }

  private mutating func addFeatured(_ isWon: Bool, _ sequence: Int) {
    guard let rules = log.model.featured, let part = share?.part else { return }
    let before = isFree[sequence]
    if rules.isGuaranteed { isFree[sequence] = areOrdered[sequence] ? isWon : nil }
    guard let isTrial = before else { return }
    guard isTrial else {
      // A guaranteed prize that is not featured is impossible.
      if let guarantee {
        if isWon { parts[guarantee].trials += 1 } else { noteBroken(guarantee) }
      }
      return
    }
    guard chosen[part] else { return }
    share?.mixture.add(isWon ? 0 : 1)
    note(part, isWon, rules.share.approximation, share?.mixture.logarithm ?? 0)
  }

  private mutating func addItem(_ name: Int32, _ isFeatured: Bool, _ tier: Int32) {
    for index in items[tier]?.indices ?? 0..<0 {
      guard let (part, position) = items[tier]?[index].place(of: name, isFeatured: isFeatured),
        chosen[part]
      else { continue }
      items[tier]?[index].mixture.add(position)
      note(part, true, nil, items[tier]?[index].mixture.logarithm ?? 0)
    }
  }

  /// Notes an outcome of a part, its chance and the logarithm of its martingale. An infinite
  /// logarithm, that of what is impossible, is kept.
  private mutating func note(
    _ part: Int, _ isDrawn: Bool, _ chance: Double?, _ logarithm: Double
  ) {
    parts[part].trials += 1
    if isDrawn { parts[part].observed += 1 }
    if let chance { parts[part].expected? += chance }
    if parts[part].logarithm < .infinity { parts[part].logarithm = logarithm }
    parts[part].greatest = max(parts[part].greatest, parts[part].logarithm)
  }
}
