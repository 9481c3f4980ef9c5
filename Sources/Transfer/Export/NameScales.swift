import Rules
import Schema

/// The names that have an order of their own: intensities, moods and rarities.
///
/// The names of `ignition` are on a scale under every rulebook, since a profile can have sparks and cards
/// that it recorded under another one.
struct NameScales {
  private let scales: [[String]]

  init(_ rulebook: RulebookDefinition) {
    scales = [
      rulebook.intensities.names, rulebook.rarities.names, Mood.allCases.map(\.name),
      Intensity.ignitionNames, Rarity.ignitionNames,
    ]
  }

  /// Returns the positions of two names on the first scale that has both; `nil` where none has.
  func positions(_ first: String, _ second: String) -> (Int, Int)? {
    for scale in scales {
      if let left = Self.position(of: first, on: scale),
        let right = Self.position(of: second, on: scale)
      {
        return (left, right)
      }
    }
    return nil
  }

  private static func position(of name: String, on scale: [String]) -> Int? {
    let name = name.trimmedWhitespace.lowercased()
    return scale.firstIndex { $0.lowercased() == name }
  }
}
