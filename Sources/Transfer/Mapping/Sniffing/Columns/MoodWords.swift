import FlintSchema

/// Words and signs for moods in English, Spanish, Italian, German and French.
enum MoodWords {
  /// Returns the position of the mood that a text means, 0 for the worst; `nil` for other texts.
  static func position(of text: String) -> Int? {
    var plain = text.trimmedWhitespace.lowercased()
    plain.unicodeScalars.removeAll { $0 == "\u{FE0F}" }
    return positions[plain]
      ?? plain.split(separator: " ").first.flatMap { sign in
        // A sign may be followed by a word, as in "🙂 good".
        sign.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic }
          ? positions[String(sign)] : nil
      }
  }

  private static let positions: [String: Int] = {
    var found: [String: Int] = [:]
    for (position, text) in lists.enumerated() {
      for word in text.split(separator: ",") { found[word.trimmingSpaces] = position }
    }
    return found
  }()

  /// The words of each mood, the worst first.
  private static let lists = [
    """
    horrible, awful, terrible, very bad, dreadful, miserable, depressed, worst, fatal,
    muy mal, muy malo, horroroso, pésimo, pesimo, terrible, pessimo, malissimo, orribile,
    molto male, terribile, sehr schlecht, schrecklich, furchtbar, miserabel, katastrophal, elend,
    très mal, très mauvais, affreux, terrible, exécrable, 😢, 😭, 😫, 😩, 😖, 😞, 😡, 🤬, 😣, 💀
    """,
    """
    bad, poor, low, sad, down, not good, unhappy, mal, malo, mala, triste, bajo, male, brutto,
    cattivo, giù, schlecht, mies, traurig, nicht gut, mauvais, mauvaise, mal, pas bien,
    🙁, ☹, 😟, 😕, 😔, 😠, 👎, 😒
    """,
    """
    average, ok, okay, meh, so-so, so so, neutral, fine, normal, medium, all right, alright, mid,
    regular, normal, así así, ni fu ni fa, così così, normale, nella media, mittel, mittelmäßig,
    naja, na ja, geht so, durchschnittlich, es geht, moyen, moyenne, bof, correct, comme ci comme ça,
    passable, 😐, 😑, 😶, 🫤
    """,
    """
    good, happy, well, nice, positive, bien, bueno, buena, contento, bene, buono, buona, gut, froh,
    glücklich, zufrieden, bon, bonne, content, 🙂, 😊, ☺, 👍, 😌
    """,
    """
    great, awesome, excellent, amazing, very good, rad, fantastic, super, perfect, wonderful, best,
    genial, muy bien, muy bueno, excelente, fantástico, estupendo, ottimo, benissimo, molto bene,
    eccellente, fantastico, splendido, sehr gut, super, großartig, toll, prima, ausgezeichnet,
    hervorragend, fantastisch, spitze, très bien, excellent, super, génial, formidable, parfait, 😀, 😃, 😁,
    😄, 🤩, 😍, 🥳, 😆, 🎉, ❤, 😎
    """,
  ]
}

extension Substring {
  fileprivate var trimmingSpaces: String { String(self).trimmedWhitespace }
}
