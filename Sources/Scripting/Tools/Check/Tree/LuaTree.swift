import Lua

/// A place in a script: its line, and its column in characters, from 1.
struct LuaPosition: Hashable, Comparable {
  var line: Int
  var column: Int

  static func < (a: LuaPosition, b: LuaPosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A name where it is written.
struct LuaWord {
  var text: String
  var position: LuaPosition
}

/// The statements between `do` and `end`, and the like.
struct LuaBlock {
  var statements: [LuaStatement] = []
  /// The place of what stands before it, such as `then`.
  var start: LuaPosition
  /// The place of the keyword that ends it.
  var end: LuaPosition
}

struct LuaStatement {
  indirect enum Kind {
    case local([LuaLocal], [LuaExpression])
    case localFunction(LuaLocal, WrittenFunction)
    /// Also `function a.b() … end`, which assigns to `a.b`.
    case assignment([LuaExpression], [LuaExpression])
    case call(LuaExpression)
    case block(LuaBlock)
    case whileLoop(LuaExpression, LuaBlock)
    case repeatLoop(LuaBlock, LuaExpression)
    case branches([(condition: LuaExpression, block: LuaBlock)], otherwise: LuaBlock?)
    case numericLoop(LuaLocal, [LuaExpression], LuaBlock)
    case genericLoop([LuaLocal], [LuaExpression], LuaBlock)
    case returning([LuaExpression])
    case breaking
    case going(to: LuaWord)
    case label(LuaWord)
  }

  var kind: Kind
  var position: LuaPosition
}

/// A function as written. Its identity is that of the text.
final class WrittenFunction {
  let parameters: [LuaLocal]
  let isVariadic: Bool
  let body: LuaBlock
  /// The labels and the targets of `goto` in it, without those of functions inside.
  let labels: [LuaWord]
  let targets: Set<String>

  init(
    _ parameters: [LuaLocal], isVariadic: Bool, _ body: LuaBlock, labels: [LuaWord],
    targets: Set<String>
  ) {
    self.parameters = parameters
    self.isVariadic = isVariadic
    self.body = body
    self.labels = labels
    self.targets = targets
  }
}

struct LuaExpression {
  indirect enum Kind {
    /// A number, a string, `nil` or a boolean.
    case literal(LiteralArgument.Value)
    case variadic
    case function(WrittenFunction)
    case local(LuaLocal)
    case global(String)
    /// A value with its fields, indices and calls, in order, at least one.
    case suffixed(LuaExpression, [Suffix])
    case table([Entry])
    case unary(LuaToken, LuaExpression)
    /// Operands with operators of equal precedence between them, at least one.
    case operation(LuaExpression, [(sign: LuaToken, operand: LuaExpression)])
    case parentheses(LuaExpression)
  }

  enum Suffix {
    case field(LuaWord)
    case index(LuaExpression)
    case call([LuaExpression])
    case method(LuaWord, [LuaExpression])
  }

  enum Entry {
    case item(LuaExpression)
    case named(LuaWord, LuaExpression)
    case computed(LuaExpression, LuaExpression)

    var value: LuaExpression {
      switch self {
      case .item(let value), .named(_, let value), .computed(_, let value): value
      }
    }
  }

  var kind: Kind
  var position: LuaPosition

  /// The global or the fields of a global that it is, such as `table.unpack`.
  var path: [LuaWord]? {
    switch kind {
    case .global(let name): return [LuaWord(text: name, position: position)]
    case .suffixed(let head, let suffixes):
      guard case .global(let name) = head.kind else { return nil }
      var path = [LuaWord(text: name, position: head.position)]
      for suffix in suffixes {
        guard case .field(let field) = suffix else { return nil }
        path.append(field)
      }
      return path
    case .parentheses(let inner): return inner.path
    default: return nil
    }
  }

  /// Whether it may be any number of values: a call, or `...`.
  var isOpen: Bool {
    switch kind {
    case .variadic: true
    case .suffixed(_, let suffixes): suffixes.last?.isCall ?? false
    default: false
    }
  }
}

extension LuaExpression.Suffix {
  var isCall: Bool {
    switch self {
    case .call, .method: true
    case .field, .index: false
    }
  }
}

extension [LuaWord] {
  /// The names joined by dots.
  var joined: String { map(\.text).joined(separator: ".") }
}
