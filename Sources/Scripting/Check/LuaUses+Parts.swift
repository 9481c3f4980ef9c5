/// What is found in a script, each with where it stands.
extension LuaUses {
  struct Place: Hashable {
    var line: Int
    var column: Int
  }

  struct Name {
    var text: String
    var place: Place
  }

  /// A global that is read, with the fields that are asked of it: `spark.add` is `add` of `spark`.
  struct Read {
    var global: Name
    var fields: [Name]
  }

  struct Assignment {
    var global: Name
    /// Whether it stands in a function, and not in the script's own text.
    var isInFunction: Bool
  }

  /// A call of a global function or a field of a global.
  struct Call {
    /// `spark.add`.
    var function: String
    var place: Place
    /// Arguments that are nothing but a string, by their places.
    var strings: [Int: String]
    /// The names of the fields of a table that is the only argument.
    var fields: [Name]
  }
}
