/// The type that a parameter or a field accepts.
public indirect enum HostType: Sendable {
  case boolean
  /// An integer, or a float with an integral value.
  case integer(ClosedRange<Int64>? = nil)
  case number(ClosedRange<Double>? = nil)
  case string
  /// A text in a form that can be checked before the script runs.
  ///
  /// - Parameter fault: returns what every call would refuse of a text, such as `expected …`; `nil` if one may
  ///   accept it.
  case written(fault: @Sendable (_ text: String) -> String?)
  /// One of these names; with `numbers`, also the number at the same index.
  case choice([String], numbers: [Int64] = [])
  case any
  case function
  case stringList
  /// A table with these fields and no others. It fills one slot for each field.
  case table([HostField])
  /// Either of two types that are not tables with fields.
  case either(HostType, HostType)

  /// One of some usual names, or another text, which the function accepts or refuses.
  public static func names(_ usual: [String], numbers: [Int64] = []) -> HostType {
    .either(.choice(usual, numbers: numbers), .string)
  }

  /// The text after “expected” in messages.
  public var expectation: String {
    switch self {
    case .boolean: "boolean"
    case .integer(let range): Self.phrase("integer", range, Int64.min, Int64.max)
    case .number(let range): Self.phrase("number", range, -Double.infinity, Double.infinity)
    case .string, .written: "string"
    case .choice(let names, let numbers): Self.enumeration(names, numbers)
    case .any: "value"
    case .function: "function"
    case .stringList: "list of strings"
    case .table: "table"
    // Which other names are accepted is decided later, and stated by the error of that.
    case .either(.choice(let names, let numbers), .string): Self.enumeration(names, numbers)
    case .either(let first, let second): "\(first.expectation) or \(second.expectation)"
    }
  }

  /// The type in the notation of the Lua language server.
  public var annotation: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string, .written: "string"
    case .choice(let names, let numbers):
      (names.map { "\"\($0)\"" } + numbers.map { "\($0)" }).joined(separator: "|")
    case .any: "any"
    case .function: "function"
    case .stringList: "string[]"
    case .table: "table"
    case .either(let first, let second): "\(first.annotation)|\(second.annotation)"
    }
  }

  /// Returns what is wrong with the form of a text; `nil` for other types.
  func fault(of text: String) -> String? {
    switch self {
    case .written(let fault): fault(text)
    case .either(let first, let second): first.fault(of: text) ?? second.fault(of: text)
    default: nil
    }
  }

  var slots: Int {
    if case .table(let fields) = self { return fields.reduce(0) { $0 + $1.type.slots } }
    return 1
  }

  /// The names among which a misspelt one is looked up.
  var names: [String] {
    switch self {
    case .choice(let names, _): names
    case .either(let first, let second): first.names + second.names
    default: []
    }
  }

  private static func phrase<Value: Comparable>(
    _ noun: String, _ range: ClosedRange<Value>?, _ least: Value, _ greatest: Value
  ) -> String {
    guard let range else { return noun }
    if range.upperBound == greatest { return "\(noun) of at least \(range.lowerBound)" }
    if range.lowerBound == least { return "\(noun) of at most \(range.upperBound)" }
    return "\(noun) from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func enumeration(_ names: [String], _ numbers: [Int64]) -> String {
    guard let last = names.last else { return "nothing" }
    if names.count == 1 { return last }
    let text = names.dropLast().joined(separator: ", ") + " or " + last
    guard let low = numbers.min(), let high = numbers.max() else { return text }
    return "\(text) (or \(low) to \(high))"
  }
}
