/// Random numbers that a seed and a name determine (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, name: String) {
    // FNV-1a.
    state = name.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Draws a function, then one of the kinds that it has, then a mutation; none twice, and none that collides with
/// an earlier one.
struct Draw {
  /// A mutation and where it is.
  struct Result {
    /// The index of its file.
    var file: Int
    /// The index of its function in the file.
    var function: Int
    var mutation: Mutation
  }

  /// What is left of a function.
  private struct Remainder {
    var file: Int
    var function: Int
    var mutations: [Kind: [Mutation]]
  }

  private var remainders: [Remainder] = []
  private var drawn: [Int: [Mutation]] = [:]
  private var numbers: SeededNumbers

  /// Begins to draw.
  ///
  /// - Parameter files: the functions of each file.
  init(from files: [[Function]], numbers: SeededNumbers) {
    self.numbers = numbers
    for (file, functions) in files.enumerated() {
      for (index, function) in functions.enumerated() {
        let mutations = Dictionary(grouping: function.mutations, by: \.kind)
        remainders.append(Remainder(file: file, function: index, mutations: mutations))
      }
    }
  }

  /// Returns the next mutation; `nil` if none is left.
  mutating func next() -> Result? {
    while !remainders.isEmpty {
      let index = Int.random(in: remainders.indices, using: &numbers)
      let (file, function) = (remainders[index].file, remainders[index].function)
      let mutation = take(from: index)
      if drawn[file, default: []].contains(where: { $0.collides(with: mutation) }) { continue }
      drawn[file, default: []].append(mutation)
      return Result(file: file, function: function, mutation: mutation)
    }
    return nil
  }

  private mutating func take(from index: Int) -> Mutation {
    // Dictionaries have another order in each run.
    let kinds = Kind.allCases.filter { remainders[index].mutations[$0] != nil }
    let kind = kinds[Int.random(in: kinds.indices, using: &numbers)]
    var places = remainders[index].mutations[kind] ?? []
    let mutation = places.remove(at: Int.random(in: places.indices, using: &numbers))
    remainders[index].mutations[kind] = places.isEmpty ? nil : places
    if remainders[index].mutations.isEmpty { remainders.remove(at: index) }
    return mutation
  }
}
