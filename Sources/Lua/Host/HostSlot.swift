/// An argument of a host function: a parameter or a field of a table parameter, by its name, or by
/// its index among all of them. The names of a function's arguments are distinct.
public struct HostSlot: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  enum Form {
    case name(String)
    case index(Int)
  }

  let form: Form

  /// The argument of a name.
  public init(_ name: String) { form = .name(name) }

  /// The argument of a name.
  public init(stringLiteral name: String) { form = .name(name) }

  /// The argument with an index, from 0.
  public init(integerLiteral index: Int) { form = .index(index) }
}

extension HostFunction {
  /// The names of the arguments in the order of their slots.
  var argumentNames: [String] { parameters.flatMap(\.argumentNames) }
}

extension HostField {
  fileprivate var argumentNames: [String] {
    guard case .table(let fields) = type else { return [name] }
    // Fields of a table that was replaced by fields beside it have their names: `where.tag` beside `tag`.
    return fields.flatMap(\.argumentNames).map { replacement == nil ? $0 : "\(name).\($0)" }
  }
}

extension DeclaredFunction {
  /// Returns the index of an argument; `nil` if none has that name.
  @inline(__always)
  func index(of slot: HostSlot) -> Int? {
    switch slot.form {
    case .index(let index): return index
    case .name(let name):
      // Arguments are mostly read in the order of their declaration, once or twice.
      if next < names.count, names[next] == name {
        next += 1
        return next - 1
      }
      if next > 0, names[next - 1] == name { return next - 1 }
      guard let index = names.firstIndex(of: name) else { return nil }
      next = index + 1
      return index
    }
  }
}
