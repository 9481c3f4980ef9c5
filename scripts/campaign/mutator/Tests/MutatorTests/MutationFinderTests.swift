import Testing

@testable import mutator

/// The mutations of small functions, each as the kind, what is there and what would be.
struct `Mutations that are found` {
  private func mutations(_ source: String) -> [String] {
    FunctionFinder.functions(in: source).flatMap(\.mutations).map {
      let before = String(decoding: Array(source.utf8)[$0.range], as: UTF8.self)
      return "\($0.kind.rawValue): \(before) → \($0.after)"
    }
  }

  @Test func `conditions, comparisons and boundaries`() {
    let source = """
      func check(_ value: Int) throws {
        guard value < limit, let name = find(value), !name.isEmpty else { return }
        if case .some = other { throw Failure() }
        while isOpen && true {}
      }
      """
    #expect(
      mutations(source) == [
        "negated condition: value < limit → !(value < limit)",
        "boundary removed: value < limit → true",
        "comparison: value < limit → value <= limit",
        "negated condition: !name.isEmpty → name.isEmpty",
        "boundary removed: !name.isEmpty → true",
        "boundary removed: case .some = other → false",
        "negated condition: isOpen && true → !(isOpen && true)",
        "negated condition: isOpen → !isOpen",
        "constant: true → false",
      ])
  }

  @Test func `numbers and texts`() {
    let source = #"""
      var texts: [String] {
        [a + "b", "", "\n", "text", "\(1 &+ c)"]
      }
      func half() -> Double { 0.5 * count - 0x10 }
      """#
    #expect(
      mutations(source) == [
        ##"constant: "b" → "#""##,
        ##"constant: "" → "#""##,
        ##"constant: "\n" → "#""##,
        #"constant: "text" → """#,
        "arithmetic: 1 &+ c → 1 &- c",
        "off by one: 1 → 2",
        "off by one: 1 → 0",
        "arithmetic: 0.5 * count - 0x10 → 0.5 * count + 0x10",
        "arithmetic: 0.5 * count → 0.5 / count",
        "constant: 0.5 → 1.0",
        "off by one: 0x10 → 17",
        "off by one: 0x10 → 15",
      ])
  }

  @Test func `calls, errors and sums`() {
    let source = """
      func save() throws -> Int {
        file.flush()
        do {
          _ = try close()
        } catch {
          throw Failure()
        }
        total += size
        super.init()
        fatalError("no" + "thing")
      }
      """
    #expect(
      mutations(source) == [
        "call left out: file.flush() → ",
        "call left out: _ = try close() → ",
        "error swallowed: _ = try close() → _ = try? close()",
        "error swallowed: throw Failure() → ",
        "arithmetic: total += size → total -= size",
      ])
  }

  @Test func `calls whose value is used are not left out`() {
    let source = """
      func value() -> Int { make() }
      func change() { make() }
      func choice() -> Int { if odd { one() } else { two() } }
      func branch() { if odd { one() } else { two() } }
      var size: Int { get { make() } set { store() } }
      func all() { list.forEach { show($0) } }
      """
    #expect(
      mutations(source) == [
        "call left out: make() → ",
        "negated condition: odd → !odd",
        "negated condition: odd → !odd",
        "call left out: one() → ",
        "call left out: two() → ",
        "call left out: store() → ",
        "call left out: list.forEach { show($0) } → ",
      ])
  }

  @Test func `orders and defaults`() {
    let source = """
      static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
      func order() {
        list.sort()
        use(list.sorted { $0 > $1 }, list.reversed(), list.first, min(a, b), list.max())
        return list.last ?? .min
      }
      """
    #expect(
      mutations(source) == [
        "comparison: left.rank < right.rank → left.rank <= right.rank",
        "order: < → >",
        "call left out: list.sort() → ",
        "order: list.sort() → list.sort(); list.reverse()",
        "call left out: use(list.sorted { $0 > $1 }, list.reversed(), list.first, min(a, b), list.max())"
          + " → ",
        "order: list.sorted { $0 > $1 } → list.sorted { $0 > $1 }.reversed()",
        "comparison: $0 > $1 → $0 >= $1",
        "order: list.reversed() → list",
        "order: list.first → list.last",
        "order: min(a, b) → max(a, b)",
        "order: list.max() → list.min()",
        "default: list.last ?? .min → .min",
        "default: list.last ?? .min → list.last!",
        "order: list.last → list.first",
        "order: .min → .max",
      ])
  }

  @Test func `what other modules compile, defaults, patterns and checks stay`() {
    let source = """
      @inlinable func a() -> Int { 1 }
      @inline(__always) public func b() -> Int { 1 }
      func c(_ value: Int = 1) { switch value { case 1: break; default: precondition(value < 2) } }
      #if DEBUG
        func d() -> Int { 1 }
      #endif
      var e: Int { #if DEBUG
        1
        #endif
      }
      let f = \\List.[1]
      """
    #expect(mutations(source) == [])
  }
}
