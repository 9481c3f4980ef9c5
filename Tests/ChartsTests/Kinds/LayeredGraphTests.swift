import Testing

@testable import Charts

struct `A layered graph` {
  private typealias Edge = (from: Int, to: Int)

  private func graph(_ count: Int, _ edges: [(from: Int, to: Int)], text: String = "node")
    -> LayeredGraph
  {
    LayeredGraph(
      "Title", summary: "", table: Samples.table,
      nodes: (0..<count).map { LayeredGraph.Node("\(text) \($0)", .positive, symbol: "✓") },
      edges: edges)
  }

  /// The frames of the nodes, in order: each has a tile of the surface.
  private func frames(_ scene: Scene) -> [Rectangle] {
    scene.tiles.filter { $0.paint == .surface }.map(\.frame)
  }

  /// The longest paths to the nodes: 0, 1, 2, 3 and, of the last, which also follows 0, 4.
  @Test func `has each node in the layer of the longest path to it`() {
    let layout = GraphLayout(count: 5, edges: [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (0, 4)])
    #expect(layout.layers.map { $0.filter { $0 < 5 } } == [[0], [1], [2], [3], [4]])
    // The edges 0–2 and 0–4 pass one and three layers.
    #expect(layout.count == 5 + 1 + 3)
    #expect(layout.paths.map(\.count) == [2, 2, 3, 2, 2, 5])
  }

  @Test func `leads downwards without overlaps, at random`() {
    var random = SplitMix(seed: 8)
    for round in 0..<60 {
      let count = 2 + Int(random.unit() * 40)
      let edges = (0..<Int(random.unit() * 60)).map { _ -> Edge in
        let (one, other) = (
          Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
        )
        // In every second round also edges upwards and to itself, and so cycles.
        if round % 2 > 0 { return (one, other) }
        return one == other ? (0, count - 1) : (min(one, other), max(one, other))
      }
      let layout = GraphLayout(count: count, edges: edges)
      var layer = Array(repeating: -1, count: layout.count)
      for (row, vertices) in layout.layers.enumerated() {
        for vertex in vertices {
          #expect(layer[vertex] == -1)
          layer[vertex] = row
        }
      }
      #expect(!layer.contains(-1))
      for path in layout.paths {
        #expect(zip(path, path.dropFirst()).allSatisfy { layer[$0] + 1 == layer[$1] })
      }
      if round % 2 == 0 { #expect(layout.paths.count == edges.count) }
      for width in [360.0, 720] {
        let scene = graph(count, edges).scene(on: .vector, width: width)
        let frames = frames(scene)
        #expect(frames.count == count)
        for (index, left) in frames.enumerated() {
          #expect(left.x >= -1e-9 && left.right <= width + 1e-9)
          for right in frames[(index + 1)...] where left.y == right.y {
            #expect(left.right <= right.x || right.right <= left.x)
          }
        }
        for line in scene.lines {
          #expect(zip(line.points, line.points.dropFirst()).allSatisfy { $0.y < $1.y })
        }
      }
    }
  }

  @Test func `does without edges on cycles and out of range`() {
    let layout = GraphLayout(count: 3, edges: [(0, 1), (1, 0), (2, 2)])
    #expect(layout.layers == [[0, 1, 2]])
    #expect(layout.paths.isEmpty)
    let scene = graph(2, [(0, 1), (0, 2), (-1, 1), (5, 0)]).scene(on: .vector, width: 360)
    #expect(scene.lines.count == 1)
    #expect(graph(0, []).scene(on: .vector, width: 360).marks.isEmpty)
  }

  /// A ladder and a crossed pair: drawn without crossings, though in the order of their numbers the edges
  /// 0–4, 1–3 and 2–5 would cross once, and the edges of the second pair of layers twice.
  @Test func `has no crossings where none are needed`() {
    let edges: [Edge] = [(0, 4), (1, 3), (2, 5), (4, 7), (4, 6), (3, 8), (5, 6)]
    #expect(crossings(GraphLayout(count: 9, edges: edges)) == 0)
  }

  /// The complete graph of two and two nodes has one crossing at least, of three and three nine.
  @Test func `has the least number of crossings of complete layers`() {
    let two = (0..<2).flatMap { from in (2..<4).map { (from: from, to: $0) } }
    #expect(crossings(GraphLayout(count: 4, edges: two)) == 1)
    let three = (0..<3).flatMap { from in (3..<6).map { (from: from, to: $0) } }
    #expect(crossings(GraphLayout(count: 6, edges: three)) == 9)
  }

  private func crossings(_ layout: GraphLayout) -> Int {
    var position = Array(repeating: 0, count: layout.count)
    for layer in layout.layers {
      for (index, vertex) in layer.enumerated() { position[vertex] = index }
    }
    let layerOf = layout.layers.enumerated().reduce(into: [Int: Int]()) { result, element in
      for vertex in element.element { result[vertex] = element.offset }
    }
    let steps = layout.paths.flatMap { path in Array(zip(path, path.dropFirst())) }
    var count = 0
    for (index, one) in steps.enumerated() {
      for other in steps[(index + 1)...] where layerOf[one.0] == layerOf[other.0] {
        let above = position[one.0] - position[other.0]
        let below = position[one.1] - position[other.1]
        if above * below < 0 { count += 1 }
      }
    }
    return count
  }

  @Test func `of 500 nodes is drawn at once`() {
    var random = SplitMix(seed: 500)
    let edges = (1..<500).flatMap { node in
      (0..<2).map { _ in (from: Int.random(in: max(0, node - 40)..<node, using: &random), to: node)
      }
    }
    let clock = ContinuousClock()
    var count = 0
    let time = clock.measure {
      count = graph(500, edges).scene(on: .vector, width: 720).tiles.count
    }
    #expect(count == 1000)
    // A debug build takes some tenths of a second.
    #expect(time < .seconds(20))
  }

  @Test func `continues a layer below where it is too wide`() {
    // A node takes at least eight columns and a space: four fit into 40 columns.
    let lines = graph(10, (1..<10).map { (0, $0) }, text: "wide name").lines(width: 40)
    #expect(lines.map { line in line.count { $0 == "✓" } } == [1, 0, 4, 0, 4, 0, 1])
  }

  @Test func `is drawn with dots in a terminal`() {
    #expect(
      graph(2, [(0, 1)], text: "n").lines(width: 20) == [
        "      ✓ n 0", "         ⢸", "      ✓ n 1",
      ])
  }
}
