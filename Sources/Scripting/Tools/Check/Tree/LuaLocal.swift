/// A local variable of a script, with all that the script does with it.
final class LuaLocal {
  enum Kind {
    case variable
    case function
    case parameter
    /// `self` of a method, or what only the grammar requires.
    case implicit
    case loop
  }

  let name: String
  let position: LuaPosition
  let kind: Kind
  /// The number of functions around it.
  let depth: Int
  /// The expression that gives its first value, and the number of that value among those of the expression.
  var initial: (value: LuaExpression, number: Int)?
  /// Whether it is closed at the end of its block, which uses it, or a parameter that the caller requires.
  var isNeeded = false
  /// The local of the same name that it hides, and whether both are declared in the same block.
  var hidden: (local: LuaLocal, isInSameBlock: Bool)?
  var reads = 0
  /// The reads that are not of a field or an index alone.
  var readsOfWhole = 0
  var isReassigned = false
  /// The places in the parser's list of the locals that are declared together with it.
  var group = 0..<0
  /// What is known of its value, unless it is reassigned.
  var value = KnownValue.unknown
  /// The fields of it that are assigned; `nil` if one is assigned by an index.
  var assignedFields: Set<String>? = []
  /// Whether a field of it is assigned.
  var isFilled: Bool { assignedFields != [] }
  /// Whether a function inside its own function uses it.
  var isCaptured = false

  init(_ name: LuaWord, _ kind: Kind, depth: Int) {
    self.name = name.text
    position = name.position
    self.kind = kind
    self.depth = depth
  }

  /// Whether nobody asks for its use.
  var isExempt: Bool { name.hasPrefix("_") || kind == .implicit || isNeeded }
}
