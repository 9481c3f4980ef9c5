import FlintRules
import FlintSchema

/// A reader for texts that are one of several names, ignoring case, or that the mapping defines as
/// synonyms of one.
struct ChoiceReader {
  let names: [String]
  /// The indices of the names and their synonyms, in lower case.
  private var indices: [String: Int] = [:]
  /// The indices by the texts as written, which avoids the conversion to lower case.
  private var usual: [String: Int] = [:]
  /// The scale of numbers that mean moods; `nil` if none is stated.
  private var scale: (moods: MoodScale, numbers: NumberReader)?
  /// Whether numbers are refused because no scale is stated.
  private var lacksScale = false

  /// Creates a reader of the names, and of the numbers for these, if there are any.
  init(_ choice: FieldType.Choice) {
    names = choice.names
    for (index, name) in names.enumerated() { add(name, index) }
    for (index, number) in choice.numbers.enumerated() { add(String(number), index) }
  }

  /// Creates a reader of moods: by name, and by number if a scale is stated.
  init(moods scale: MoodScale?, _ numbers: NumberReader) {
    self.init(.init(Mood.ratings.map(\.name)))
    self.scale = scale.map { ($0, numbers) }
    lacksScale = scale == nil
  }

  /// Adds a synonym for a name, or for the number of a name.
  mutating func add(_ text: String, for value: MappedValue) {
    if let name = value.text, let index = index(of: value, name) { add(text, index) }
  }

  private mutating func add(_ text: String, _ index: Int) {
    indices[text.trimmedWhitespace.lowercased()] = index
    usual[text] = index
  }

  /// Returns the index of the name that a value with some text means; `nil` when it means none.
  func index(of value: MappedValue, _ text: String) -> Int? {
    usual[text] ?? indices[text.trimmedWhitespace.lowercased()]
      ?? scale.flatMap { scale in
        value.reader(scale.numbers).read(text).flatMap { scale.moods.position(of: $0) }
      }
  }

  /// Returns the error message for a value that means none of the names.
  func expectation(_ value: MappedValue, _ text: String) -> String {
    if lacksScale, let number = NumberReader(isRounding: true).read(text) {
      let readings = MoodScale.containing(number...number).prefix(2).map { scale in
        "\(scale.position(of: number).map { names[$0] } ?? "") by \(scale.lua)"
      }
      return "a number is a mood only under a stated scale, worst and best"
        + (readings.isEmpty ? "" : ": it is \(readings.joined(separator: ", "))")
        + "; choose one in the mapping"
    }
    if let scale, value.reader(scale.numbers).read(text) != nil {
      return "expected \(scale.moods.form)"
    }
    let numbers = scale.map { "\($0.moods.form), or " } ?? ""
    return "expected \(numbers)\(names.alternatives)" + NearestName.hint(for: text, among: names)
  }
}
