import FlintRandom
import FlintJSON

extension JSONValue {
  /// Changes one value in the tree.
  ///
  /// - Parameters:
  ///   - others: the trees whose parts may be copied into this one.
  ///   - words: texts and names that may be used.
  mutating func mutate(_ stream: inout CounterStream, _ others: [JSONValue], _ words: [[UInt8]]) {
    var countdown = stream.below(nodeCount)
    change(&countdown) { value in value.change(&stream, others, words) }
  }

  /// The number of values in the tree.
  private var nodeCount: Int {
    switch self {
    case .array(let values): values.reduce(1) { $0 + $1.nodeCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.nodeCount }
    default: 1
    }
  }

  /// Calls a closure with the value that is preceded by a number of others.
  private mutating func change(_ countdown: inout Int, _ body: (inout JSONValue) -> Void) {
    if countdown == 0 { body(&self) }
    countdown -= 1
    switch self {
    case .array(var values):
      for index in values.indices where countdown >= 0 { values[index].change(&countdown, body) }
      self = .array(values)
    case .object(var members):
      for index in members.indices where countdown >= 0 {
        members[index].value.change(&countdown, body)
      }
      self = .object(members)
    default: break
    }
  }

  /// Returns a value of the tree.
  private func part(_ stream: inout CounterStream) -> JSONValue {
    var countdown = stream.below(nodeCount)
    var found = JSONValue.null
    var copy = self
    copy.change(&countdown) { found = $0 }
    return found
  }

  private mutating func change(
    _ stream: inout CounterStream, _ others: [JSONValue], _ words: [[UInt8]]
  ) {
    func word() -> String { String(decoding: stream.one(of: words) ?? [], as: UTF8.self) }
    switch (stream.below(10), self) {
    case (0...2, .object(var members)) where !members.isEmpty:
      let at = stream.below(members.count)
      switch stream.below(4) {
      case 0: members.remove(at: at)
      case 1: members[at].name = stream.isOne(in: 2) ? word() : members[at].name + "s"
      case 2: members.append(members[at])
      default: members.append((word(), members[at].value))
      }
      self = .object(members)
    case (0...2, .array(var values)) where !values.isEmpty:
      let at = stream.below(values.count)
      switch stream.below(4) {
      case 0: values.remove(at: at)
      case 1: values.append(values[at])
      case 2: values.swapAt(at, stream.below(values.count))
      default: values += (0..<(1 << stream.below(9))).map { _ in values[at] }
      }
      self = .array(values)
    case (0...4, .integer), (0...4, .number):
      let text = stream.one(of: Mutator.numbers) ?? "0"
      self = Int64(text).map { .integer($0) } ?? .number(Double(text) ?? 0)
    case (0...4, .string(let text)):
      switch stream.below(4) {
      case 0: self = .string(word())
      case 1: self = .string(text + word())
      case 2: self = .string(stream.one(of: Mutator.numbers) ?? "")
      default: self = .string(String(repeating: text, count: 1 << stream.below(7)))
      }
    case (5, _):
      self =
        [.null, .boolean(true), .integer(0), .string(""), .array([]), .object([])][stream.below(6)]
    case (6, _): for _ in 0..<(1 << stream.below(8)) { self = .array([self]) }
    case (7, _): self = .object([(word(), self)])
    case (8, _): self = stream.one(of: others)?.part(&stream) ?? .null
    default: self = .integer(Int64(bitPattern: stream.next64()) >> Int64(stream.below(64)))
    }
  }
}
