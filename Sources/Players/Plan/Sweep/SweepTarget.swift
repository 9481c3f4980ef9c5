package import Rules

extension Sweep {
  /// A number of a rulebook that can be swept.
  package enum Target: Hashable, Sendable {
    /// A number of the drops of sparks and tokens.
    case drop(Drop)
    /// The chance that a spark's roll gives a card at all.
    case chance
    case duplicate(Rarity)
    /// The amount of fuel that causes an overload.
    case fuelCapacity
    case pool(String, PoolNumber)
    /// The balance of a currency in a new profile.
    case start(String)
    /// What each day grants of a currency.
    case perDay(String)
  }

  /// A number of rates or of pity.
  package enum Drop: Hashable, Sendable {
    case rate(Rarity)
    /// The roll at which the pity of a rarity is certain.
    case hard(Rarity)
    /// The first roll whose rate pity raises.
    case softStart(Rarity)
    /// The increase of the rate from one roll to the next.
    case softStep(Rarity)
  }

  package enum PoolNumber: Hashable, Sendable {
    /// A number of its rates or of its pity.
    case drop(Drop)
    /// The chance that a card of the featured rarity is a featured one.
    case share
    /// The number of other cards after which a chosen one is certain.
    case path
    /// The roll at which a featured card is certain.
    case featuredHard
    /// The number of rolls that buy a card.
    case exchange
    /// The amount of a currency that a roll costs.
    case price(String)
    /// The amount of a currency that a bundle costs.
    case bundlePrice(String)
    case bundleSize
    /// The maximum number of rolls.
    case limit
  }
}

extension Sweep.Target {
  /// Names of numbers, for messages.
  static let forms =
    "a number such as rates.RARITY, chance, pity.RARITY.hard, duplicates.RARITY, fuel.capacity, "
    + "currencies.ID.per_day or pools.ID.featured.share; flint api plan lists all"

  /// Parses the name of a number; `nil` where it has another form.
  init?(parsing name: String, rarity: (String) -> Rarity?) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if words.contains("") { return nil }
    if let drop = Sweep.Drop(words[...], rarity) {
      self = .drop(drop)
      return
    }
    switch (words[0], words.count) {
    case ("chance", 1): self = .chance
    case ("fuel", 2) where words[1] == "capacity": self = .fuelCapacity
    case ("duplicates", 2):
      guard let rarity = rarity(words[1]) else { return nil }
      self = .duplicate(rarity)
    case ("currencies", 3) where words[2] == "start": self = .start(words[1])
    case ("currencies", 3) where words[2] == "per_day": self = .perDay(words[1])
    case ("pools", 3...):
      guard let number = Sweep.PoolNumber(words[2...], rarity) else { return nil }
      self = .pool(words[1], number)
    default: return nil
    }
  }
}

extension Sweep.PoolNumber {
  init?(_ words: ArraySlice<String>, _ rarity: (String) -> Rarity?) {
    if let drop = Sweep.Drop(words, rarity) {
      self = .drop(drop)
      return
    }
    switch words.joined(separator: ".") {
    case "featured.share": self = .share
    case "featured.path": self = .path
    case "featured.hard": self = .featuredHard
    case "exchange.at": self = .exchange
    case "bundle.size": self = .bundleSize
    case "limit": self = .limit
    default:
      guard let currency = words.last else { return nil }
      switch words.dropLast() {
      case ["price"]: self = .price(currency)
      case ["bundle", "price"]: self = .bundlePrice(currency)
      default: return nil
      }
    }
  }
}

extension Sweep.Drop {
  init?(_ words: ArraySlice<String>, _ rarity: (String) -> Rarity?) {
    guard words.count >= 2, let rarity = rarity(words[words.startIndex + 1]) else { return nil }
    switch (words.first, words.dropFirst(2)) {
    case ("rates", []): self = .rate(rarity)
    case ("pity", ["hard"]): self = .hard(rarity)
    case ("pity", ["soft_start"]): self = .softStart(rarity)
    case ("pity", ["soft_step"]): self = .softStep(rarity)
    default: return nil
    }
  }
}
