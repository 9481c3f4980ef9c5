extension String {
  /// The noun after its indefinite article: `a card`, `an epic card`.
  package var withArticle: String {
    let first = unicodeScalars.first.map { Character($0).lowercased() } ?? ""
    return (["a", "e", "i", "o", "u"].contains(first) ? "an " : "a ") + self
  }
}
