/// A graph without cycles, drawn from top to bottom: each node is below all that lead to it.
///
/// Layers are those of the longest path; nodes within a layer are ordered by the mean position of their
/// neighbours (K. Sugiyama, S. Tagawa, M. Toda, 1981), which avoids most crossings.
package struct LayeredGraph: Chart {
  package struct Node: Hashable, Sendable {
    package var text: String
    /// The colour of its state.
    package var paint: Paint
    /// The sign of its state.
    package var symbol: Character
    /// What the node is, in words.
    package var tip: String?
    package var isOutline: Bool

    package init(
      _ text: String, _ paint: Paint, symbol: Character, tip: String? = nil, isOutline: Bool = false
    ) {
      (self.text, self.paint, self.symbol) = (text, paint, symbol)
      (self.tip, self.isOutline) = (tip, isOutline)
    }
  }

  package let caption: Caption
  private let nodes: [Node]
  private let edges: [(from: Int, to: Int)]
  private let legend: [LegendEntry]

  /// - Parameter edges: Pairs of positions in `nodes`. Edges out of range are ignored, and those that do not
  ///   lead downwards because of a cycle.
  package init(
    _ title: String, summary: String, table: DataTable, nodes: [Node],
    edges: [(from: Int, to: Int)], legend: [LegendEntry] = []
  ) {
    caption = Caption(title, summary: summary, table: table)
    (self.nodes, self.legend) = (nodes, legend)
    self.edges = edges.filter { nodes.indices.contains($0.from) && nodes.indices.contains($0.to) }
  }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let layout = GraphLayout(count: nodes.count, edges: edges)
    let height = medium.isText ? 1 : medium.lineHeight * 1.5
    let pitch = medium.isText ? 2 : height + medium.lineHeight * 1.3
    var scene = Scene(width: width, height: 0)
    let top = scene.legend(legend, y: 0, on: medium) + (medium.isText ? 0 : medium.lineHeight / 2)
    let gap = medium.isText ? 1 : 8.0
    // The space of a passing line, and the least space of a node: of its sign and six characters.
    let passing = gap * 2
    let least = medium.characterWidth * 8
    let rows = layout.layers.flatMap { layer in
      Self.rows(of: layer, width: width + gap) { ($0 < nodes.count ? least : passing) + gap }
    }
    scene.height = top + max(0, Double(rows.count) * pitch - (pitch - height))
    var frames: [Rectangle] = Array(
      repeating: Rectangle(x: 0, y: 0, width: 0, height: height), count: layout.count)
    for (row, vertices) in rows.enumerated() {
      // Nodes share what passing lines leave of their row.
      let real = vertices.count { $0 < nodes.count }
      let taken = Double(vertices.count - real) * passing + gap * Double(vertices.count - 1)
      let most = (width - taken) / Double(max(1, real))
      let widths = vertices.map { vertex -> Double in
        guard vertex < nodes.count else { return passing }
        return min(medium.width(of: nodes[vertex].text) + medium.characterWidth * 4, most)
      }
      let total = widths.reduce(0, +) + gap * Double(vertices.count - 1)
      var x = max(0, (width - total) / 2)
      for (vertex, width) in zip(vertices, widths) {
        frames[vertex] = Rectangle(
          x: medium.isText ? x.rounded(.down) : x, y: top + Double(row) * pitch,
          width: medium.isText ? width.rounded(.down) : width, height: height)
        x += width + gap
      }
    }
    let inset = medium.lineInset
    for path in layout.paths {
      var points: [Point] = []
      for (index, vertex) in path.enumerated() {
        let frame = frames[vertex]
        if index > 0 { points.append(Point(frame.center.x, frame.y - inset)) }
        if index < path.count - 1 { points.append(Point(frame.center.x, frame.bottom + inset)) }
      }
      scene.marks.append(.line(Line(points: points, paint: .muted, width: 1)))
    }
    for (index, node) in nodes.enumerated() {
      let frame = frames[index]
      let stripe = medium.isText ? 1 : 14.0
      if !medium.isText {
        scene.marks.append(.tile(Tile(frame: frame, paint: .surface)))
      }
      let mark = Rectangle(x: frame.x, y: frame.y, width: min(stripe, frame.width), height: height)
      scene.marks.append(
        .tile(
          Tile(
            frame: mark, paint: node.paint, symbol: node.symbol, tip: node.tip,
            isOutline: node.isOutline)))
      let room = frame.width - stripe - medium.characterWidth
      if room > medium.characterWidth {
        scene.label(
          medium.elided(node.text, to: room), x: frame.x + stripe + medium.characterWidth * 0.8,
          y: frame.y + height / 2)
      }
    }
    return scene
  }

  /// Returns the vertices of a layer in as many rows as they need.
  private static func rows(of layer: [Int], width: Double, space: (Int) -> Double) -> [[Int]] {
    var rows: [[Int]] = []
    var left = 0.0
    for vertex in layer {
      if rows.isEmpty || space(vertex) > left {
        rows.append([])
        left = width
      }
      rows[rows.count - 1].append(vertex)
      left -= space(vertex)
    }
    return rows
  }
}

/// The layers of a graph and the order of the nodes within them.
struct GraphLayout {
  /// The vertices: nodes first, then a passing vertex in each layer that an edge crosses.
  private(set) var count: Int
  /// The vertices of each layer from left to right.
  private(set) var layers: [[Int]] = []
  /// The vertices of each edge from top to bottom.
  private(set) var paths: [[Int]] = []

  init(count nodes: Int, edges: [(from: Int, to: Int)]) {
    count = nodes
    let depth = GraphLayout.depths(of: nodes, edges)
    layers = Array(repeating: [], count: (depth.max() ?? -1) + 1)
    for node in 0..<nodes { layers[depth[node]].append(node) }
    // Edges within a cycle do not lead downwards.
    for (from, to) in edges where depth[from] < depth[to] {
      var path = [from]
      for layer in depth[from] + 1..<depth[to] {
        layers[layer].append(count)
        path.append(count)
        count += 1
      }
      paths.append(path + [to])
    }
    order()
  }

  /// Returns the length of the longest path to each node.
  ///
  /// - Complexity: O(nodes + edges).
  private static func depths(of nodes: Int, _ edges: [(from: Int, to: Int)]) -> [Int] {
    var depth = Array(repeating: 0, count: nodes)
    var incoming = Array(repeating: 0, count: nodes)
    var outgoing: [[Int]] = Array(repeating: [], count: nodes)
    for (from, to) in edges {
      incoming[to] += 1
      outgoing[from].append(to)
    }
    var ready = (0..<nodes).filter { incoming[$0] == 0 }
    var position = 0
    while position < ready.count {
      let node = ready[position]
      position += 1
      for next in outgoing[node] {
        depth[next] = max(depth[next], depth[node] + 1)
        incoming[next] -= 1
        if incoming[next] == 0 { ready.append(next) }
      }
    }
    return depth
  }

  /// Orders each layer by the mean position of its vertices' neighbours, downwards and upwards in turn.
  private mutating func order() {
    var above: [[Int]] = Array(repeating: [], count: count)
    var below = above
    for path in paths {
      for (upper, lower) in zip(path, path.dropFirst()) {
        above[lower].append(upper)
        below[upper].append(lower)
      }
    }
    var position = Array(repeating: 0.0, count: count)
    func number(_ layer: [Int]) {
      for (index, vertex) in layer.enumerated() { position[vertex] = Double(index) }
    }
    for layer in layers { number(layer) }
    for sweep in 0..<6 {
      let isDown = sweep % 2 == 0
      for row in isDown ? Array(layers.indices) : layers.indices.reversed() {
        let neighbours = isDown ? above : below
        let keys = layers[row].map { vertex -> Double in
          let near = neighbours[vertex]
          return near.isEmpty
            ? position[vertex] : near.reduce(0) { $0 + position[$1] } / Double(near.count)
        }
        // Equal keys keep their order, so that the result does not depend on the sorting algorithm.
        layers[row] = zip(keys, layers[row]).enumerated()
          .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
        number(layers[row])
      }
    }
  }
}
