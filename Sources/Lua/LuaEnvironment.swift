/// The environment of a script, as closures. All are called on the thread of the script.
@safe
public struct LuaEnvironment {
  /// Writes printed bytes, valid during the call only. False stops the script: the output is not
  /// read.
  public var write: (UnsafeRawBufferPointer) -> Bool
  /// Finds the module that a script requires, by its dotted name.
  public var readModule: (String) -> ModuleSource
  /// Writes random bits for `math.random`, of which some may never be used.
  public var random: (UnsafeMutableBufferPointer<UInt64>) -> Void
  /// Receives the numbers given to `math.randomseed` (none, one or two).
  public var seedRandom: ([UInt64]) -> Void
  /// Receives the progress of an iterator now and then, with the iterator's number, which increases
  /// in the order of opening; `nil` when it has ended.
  public var iterated: (Int, HostProgress?) -> Void

  /// The text of a module, or the reason why it cannot be loaded.
  public enum ModuleSource {
    /// The source and the name shown in messages (`@lib/streaks.lua`).
    case source([UInt8], chunkName: String)
    /// The reason; raised as `require: …`.
    case failure(String)
  }

  /// Creates an environment. By default output is discarded, there are no modules, and every state
  /// draws the same numbers.
  public init(
    write: ((UnsafeRawBufferPointer) -> Bool)? = nil,
    readModule: ((String) -> ModuleSource)? = nil,
    random: ((UnsafeMutableBufferPointer<UInt64>) -> Void)? = nil,
    seedRandom: (([UInt64]) -> Void)? = nil,
    iterated: @escaping (Int, HostProgress?) -> Void = { _, _ in }
  ) {
    unsafe self.write = write ?? { _ in true }
    self.readModule = readModule ?? { .failure("module \"\($0)\" not found") }
    let generator = SplitMix()
    unsafe self.random =
      random ?? { words in for index in words.indices { unsafe words[index] = generator.next() } }
    self.seedRandom = seedRandom ?? { generator.seed($0) }
    self.iterated = iterated
  }
}

/// The generator used if the host provides none.
private final class SplitMix {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  func seed(_ numbers: [UInt64]) {
    state = numbers.reduce(0x9e37_79b9_7f4a_7c15) { ($0 &* 31) ^ $1 }
  }

  func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
