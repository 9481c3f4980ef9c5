import Foundation

/// Writes a module's files with mutants into the copy.
struct ModuleMutator {
  let plan: Plan
  let module: Plan.Module
  private let sources: [SourceText]
  private let functions: [[Function]]

  init(plan: Plan, module: Plan.Module) throws {
    self.plan = plan
    self.module = module
    sources = try module.files.map {
      SourceText([UInt8](try Data(contentsOf: URL(filePath: plan.root + "/" + $0))))
    }
    functions = sources.map {
      FunctionFinder.functions(in: String(decoding: $0.bytes, as: UTF8.self))
    }
  }

  /// Draws mutants, writes all files and returns the table.
  func write() throws -> [Row] {
    let drawn = draw()
    var rows: [Row] = []
    for (index, path) in module.files.enumerated() {
      let own = drawn.filter { $0.result.file == index }
      let text = MutatedText(sources[index], own.map { ($0.id, $0.result.mutation) })
      try write(text.text.bytes, to: path)
      rows += own.map { row($0.id, $0.result, in: text) }
    }
    try write(Array(Self.support.utf8), to: "\(module.folder)/FlintMutant.swift")
    return rows.sorted { $0.id < $1.id }
  }

  /// Returns mutants with their numbers. What does not compile has a number too, so that others keep theirs.
  private func draw() -> [(id: Int, result: Draw.Result)] {
    var draw = Draw(from: functions, numbers: SeededNumbers(seed: plan.seed, name: module.name))
    var drawn: [(id: Int, result: Draw.Result)] = []
    var id = module.first
    while drawn.count < plan.count, let result = draw.next() {
      if !plan.without.contains(key(result)) { drawn.append((id, result)) }
      id += 1
    }
    return drawn
  }

  private func key(_ result: Draw.Result) -> String {
    let (source, mutation) = (sources[result.file], result.mutation)
    let line = source.line(of: mutation.range.lowerBound)
    let column = source.column(of: mutation.range.lowerBound)
    let path = module.files[result.file]
    return "\(path):\(line):\(column) \(mutation.kind.rawValue): "
      + source.lines(around: mutation.range, replacement: mutation.after)
  }

  private func row(_ id: Int, _ result: Draw.Result, in text: MutatedText) -> Row {
    let (source, mutation) = (sources[result.file], result.mutation)
    let edits = mutation.edits.map(\.range)
    let start = edits.map(\.lowerBound).min() ?? mutation.range.lowerBound
    let end = edits.map(\.upperBound).max() ?? mutation.range.upperBound
    let written = text.lines(of: start..<end)
    let function = text.lines(of: functions[result.file][result.function].bytes)
    return Row(
      id: id, module: module.name, file: module.files[result.file],
      line: source.line(of: mutation.range.lowerBound), kind: mutation.kind,
      before: source.lines(around: mutation.range),
      after: source.lines(around: mutation.range, replacement: mutation.after),
      key: key(result), written: [written.lowerBound, written.upperBound],
      function: [function.lowerBound, function.upperBound])
  }

  /// Writes a file of the copy, unless it has these bytes: what is newer is built again.
  private func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(filePath: plan.copy + "/" + path)
    if let old = try? Data(contentsOf: url), old.elementsEqual(bytes) { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// What mutants call. Nothing of it is in the package itself.
  private static let support = """
    import Glibc

    private let flintActiveMutant: Int = unsafe getenv("FLINT_MUTANT").map { unsafe Int(atoi($0)) } ?? 0

    /// Whether a mutant is switched on.
    func flintMutant(_ id: Int) -> Bool { id == flintActiveMutant }

    /// The condition, or its opposite if a mutant is switched on.
    func flintNegated(_ id: Int, _ condition: Bool) -> Bool { condition != flintMutant(id) }

    /// The list, or its reverse if a mutant is switched on.
    func flintReversed<Element>(_ id: Int, _ list: [Element]) -> [Element] {
      flintMutant(id) ? list.reversed() : list
    }

    """
}
