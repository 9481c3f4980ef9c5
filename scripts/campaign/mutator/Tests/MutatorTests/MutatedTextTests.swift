import Testing

@testable import mutator

/// How mutants are drawn and written.
struct `Mutants that are written` {
  private let source = """
    func check(_ value: Int) throws {
      if value < limit { throw Failure() }
      list.sort()
    }
    static func < (left: Self, right: Self) -> Bool { left.rank == right.rank }
    """

  private var mutations: [Mutation] {
    FunctionFinder.functions(in: source).flatMap(\.mutations)
  }

  private func written(_ indices: [Int]) -> MutatedText {
    MutatedText(SourceText(Array(source.utf8)), indices.map { ($0 + 1, mutations[$0]) })
  }

  @Test func `each is a condition on its number`() {
    let lines = mutations.indices.map { index in
      String(decoding: written([index]).text.bytes, as: UTF8.self)
        .split(separator: "\n").filter { $0.contains("flint") }.map {
          $0.trimmingPrefix(while: \.isWhitespace)
        }
    }
    #expect(
      lines == [
        ["if !flintMutant(1), value < limit { throw Failure() }"],
        ["if flintNegated(2, value < limit) { throw Failure() }"],
        ["if (flintMutant(3) ? value <= limit : value < limit) { throw Failure() }"],
        ["if !flintMutant(4) { list.sort() }"],
        ["list.sort(); if flintMutant(5) { list.reverse() }"],
        [
          "static func < (left: Self, right: Self) -> Bool { (flintMutant(6) ? left.rank != right.rank : "
            + "left.rank == right.rank) }"
        ],
        [
          "static func < (left: Self, right: Self) -> Bool { let (left, right) = flintMutant(7) ? (right, "
            + "left) : (left, right); return left.rank == right.rank }"
        ],
      ])
  }

  @Test func `those at one place collide`() {
    #expect(mutations[0].collides(with: mutations[1]))
    #expect(mutations[1].collides(with: mutations[2]))
    #expect(!mutations[0].collides(with: mutations[3]))
  }

  @Test func `lines of the copy are found`() {
    let mutations = FunctionFinder.functions(in: "var a: Int {\n  b ??\n    c\n}").flatMap(
      \.mutations)
    let text = MutatedText(
      SourceText(Array("var a: Int {\n  b ??\n    c\n}".utf8)), [(1, mutations[1])])
    #expect(text.lines(of: mutations[1].range) == 2...3)
  }

  @Test func `lines are shown as one`() {
    let text = SourceText(Array("a\n  b ??\n    c + d\ne".utf8))
    #expect(text.lines(around: 4..<14) == "b ?? c + d")
    #expect(text.lines(around: 4..<14, replacement: "f") == "f + d")
    #expect(text.lines(around: 19..<20, replacement: "") == "")
  }

  @Test func `a draw is determined by its seed`() {
    let functions = FunctionFinder.functions(in: source)
    func draw(_ seed: UInt64) -> [String] {
      var draw = Draw(from: [functions], numbers: SeededNumbers(seed: seed, name: "Rules"))
      var drawn: [String] = []
      while let result = draw.next() { drawn.append(result.mutation.after) }
      return drawn
    }
    #expect(draw(1) == draw(1))
    #expect(Set((1...20).map(draw)).count > 1)
    // Three places of the condition exclude one another, and two of `sort` do not; nor do those of the order.
    #expect((1...20).allSatisfy { (3...5).contains(draw($0).count) })
  }
}
