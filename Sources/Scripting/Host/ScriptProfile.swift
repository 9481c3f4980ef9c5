import FlintRandom
import Lua
import Sessions

/// The access of a script to its profile, which is opened at the first use.
final class ScriptProfile {
  /// Opens the session.
  var open: () throws -> Session
  /// The session, once it is open.
  var opened: Session?
  /// The reason why there is no profile, while there is none.
  var absence: String?
  /// Called with the session once it is open.
  var didOpen: ((Session) -> Void)?
  /// The name of the function that uses the session exclusively while it calls functions of the
  /// script.
  var exclusiveUser: String?

  /// Creates an access.
  ///
  /// - Parameter open: opens the session; called when the script first needs it.
  init(opening open: @escaping () throws -> Session) { self.open = open }

  /// Returns the session, opened at the first use.
  func session() throws(HostFailure) -> Session {
    if let exclusiveUser {
      throw .message("the profile cannot be used while \(exclusiveUser) is running")
    }
    if let opened { return opened }
    if let absence { throw .message(absence) }
    do {
      let session = try open()
      opened = session
      didOpen?(session)
      return session
    } catch {
      throw .fatal(error)
    }
  }
}

struct ScriptRandom {
  private let seed: UInt64
  private var stream: StreamReader?

  /// Creates the numbers that belong to the arguments of `math.randomseed`.
  init(_ numbers: [UInt64] = []) {
    seed = numbers.reduce(0) { ($0 &* 0x9E37_79B9_7F4A_7C15) ^ $1 }
  }

  /// - Parameter key: returns the seed of the profile; called before the first number.
  mutating func fill(_ words: UnsafeMutableBufferPointer<UInt64>, key: () -> UInt64) {
    // "scri": distinct from every purpose of the rules.
    var stream =
      self.stream.take() ?? StreamReader(key: key(), identity: seed, purpose: 0x7363_7269)
    for index in words.indices { words[index] = stream.next64() }
    self.stream = stream
  }
}

struct ScriptClock {
  /// Whether the script's current time is fixed, so that no real clock may be visible.
  let isFixed: Bool
  private var readings: Int64 = 0

  init(isFixed: Bool) { self.isFixed = isFixed }

  /// Returns the next reading of a clock that advances one millisecond a call, for runs with a
  /// fixed current time.
  mutating func tick() -> Double {
    readings += 1
    return Double(readings) / 1000
  }
}
