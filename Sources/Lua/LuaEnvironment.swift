/// What a script sees of the world, as closures. All are called on the thread of the script.
@safe
public struct LuaEnvironment {
  /// Takes printed bytes, valid during the call only. False stops the script: nobody reads.
  public var write: (UnsafeRawBufferPointer) -> Bool
  /// Finds the module that a script requires, by its plain dotted name.
  public var readModule: (String) -> ModuleSource
  /// 64 random bits for `math.random`.
  public var random: () -> UInt64
  /// Takes the numbers given to `math.randomseed` (none, one or two).
  public var seedRandom: ([UInt64]) -> Void
  /// Takes how far an iterator is that knows it, now and then, under the iterator's number, which is
  /// the greater the later it was opened; `nil` when it has ended.
  public var iterated: (Int, HostProgress?) -> Void

  /// The text of a module, or why there is none.
  public enum ModuleSource {
    /// The source and the name shown in messages (`@lib/streaks.lua`).
    case source([UInt8], chunkName: String)
    /// Why it cannot be had; raised as `require: …`.
    case failure(String)
  }

  /// Without closures given: output is dropped, there are no modules, and every state draws the
  /// same numbers.
  public init(
    write: ((UnsafeRawBufferPointer) -> Bool)? = nil,
    readModule: ((String) -> ModuleSource)? = nil,
    random: (() -> UInt64)? = nil,
    seedRandom: (([UInt64]) -> Void)? = nil,
    iterated: @escaping (Int, HostProgress?) -> Void = { _, _ in }
  ) {
    unsafe self.write = write ?? { _ in true }
    self.readModule = readModule ?? { .failure("module \"\($0)\" not found") }
    let generator = SplitMix()
    self.random = random ?? { generator.next() }
    self.seedRandom = seedRandom ?? { generator.seed($0) }
    self.iterated = iterated
  }
}

/// The generator used when the host brings none.
private final class SplitMix {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  func seed(_ words: [UInt64]) {
    state = words.reduce(0x9e37_79b9_7f4a_7c15) { ($0 &* 31) ^ $1 }
  }

  func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
