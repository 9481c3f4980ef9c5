/// The cards of the seasons in `everyday`.
enum BundledSeasonalCards {
  static let all = cards.map { card in
    let words = card.name.lowercased().split(separator: " ").joined(separator: "-")
    var definition = CardDefinition(
      id: "\(card.category.name)-\(words)", name: card.name, category: card.category,
      rarity: card.rarity, season: BundledSeasons.season(card.season))
    definition.set = card.season
    definition.text = card.text
    return definition
  }

  private static let cards:
    [(season: String, category: SparkCategory, rarity: CardRarity, name: String, text: String)] = [
      (
        "winter", .decision, .rare, "First Tracks", "Fresh snow, and nobody has said where to walk."
      ),
      (
        "winter", .energy, .common, "Wool Socks",
        "One has been darned twice and is the warmer for it."
      ),
      (
        "winter", .idea, .rare, "Breath on Glass", "You drew on it with one finger before it faded."
      ),
      (
        "winter", .experiment, .epic, "Icicle Harp", "Tap the long one first; it is nearly in tune."
      ),
      ("winter", .challenge, .epic, "The Longest Night", "From tomorrow, a minute more of light."),
      ("spring", .decision, .rare, "Open Window", "You chose the air over the quiet."),
      ("spring", .energy, .common, "Muddy Boots", "Left by the door, still warm from the field."),
      (
        "spring", .idea, .epic, "Hundred Swallows",
        "They came back on a Tuesday, all talking at once."
      ),
      ("spring", .experiment, .rare, "Windowsill Seeds", "Nine pots, seven labels, four guesses."),
      (
        "spring", .challenge, .epic, "Breaking Ice",
        "It groaned all night and was a river by breakfast."
      ),
      (
        "summer", .decision, .rare, "No Plans Today",
        "You decided it once, and the whole day obeyed."
      ),
      (
        "summer", .energy, .epic, "Midsummer Fire", "People you hardly know move over to make room."
      ),
      ("summer", .idea, .common, "Cloud Shapes", "A whale, then a teapot, then just clouds."),
      ("summer", .experiment, .rare, "Sun Print", "A fern, ten minutes of noon, and blue paper."),
      ("summer", .challenge, .epic, "Open Water", "Past the last buoy you can hear yourself swim."),
      (
        "autumn", .decision, .epic, "The Full Basket",
        "Some for the cellar, some for the neighbours, one for now."
      ),
      (
        "autumn", .energy, .common, "Raked Leaves",
        "The wind undid it overnight; you slept well all the same."
      ),
      (
        "autumn", .idea, .rare, "Fog on the Path",
        "You see three steps ahead, and three is a start."
      ),
      (
        "autumn", .experiment, .rare, "Jar of Plums",
        "Half the sugar this year; we will know in January."
      ),
      (
        "autumn", .challenge, .epic, "Early Dark",
        "The lamp goes on at five, and the work fits inside its circle."
      ),
    ]
}
