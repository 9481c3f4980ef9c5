import FlintRandom

/// The name of a target, and how to make it.
typealias NamedTarget = (name: String, make: @Sendable (Corpus) throws -> Target)

/// A parser of bytes that come from elsewhere, and what has to be true of it for every input.
struct Target {
  /// What one case may use at most.
  struct Limits {
    /// Seconds of processor time.
    var seconds = 20
    /// Bytes by which the largest memory of the process may grow.
    var memory = 256 << 20
  }

  /// Inputs from which cases are made; the first cases are these.
  var samples: [[UInt8]]
  /// Whether each sample is accepted by the parser.
  var areSamplesValid: Bool
  /// Words of the format, which are inserted.
  var words: [String] = []
  /// The limits of a case.
  var limits = Limits()
  /// Reads an input. It throws `Violation` if the result cannot be right; any other error means that the parser
  /// refused the input, as it may.
  var check: (_ input: FuzzInput) throws -> Void

  init(
    _ samples: [[UInt8]], areSamplesValid: Bool = true, words: [String] = [],
    limits: Limits = Limits(),
    check: @escaping (_ input: FuzzInput) throws -> Void
  ) {
    (self.samples, self.areSamplesValid, self.words) = (samples, areSamplesValid, words)
    (self.limits, self.check) = (limits, check)
  }
}

/// An input of a case.
struct FuzzInput {
  var bytes: [UInt8]
  /// The index of the sample that it was made from.
  var sample: Int
  /// Random words for choices that are not part of the input, such as sizes of chunks.
  var stream: CounterStream

  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The number of lines, if each line feed begins one.
  var lineCount: Int { 1 + bytes.count { $0 == 0x0A } }
}

/// A result that a parser must not have.
struct Violation: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  /// Throws unless something is true.
  static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw Violation(description()) }
  }
}

extension WordSource {
  /// Returns a number from 0 up to, but not including, a bound.
  mutating func below(_ bound: Int) -> Int { Int(bounded(UInt64(bound))) }

  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

  mutating func one<Element>(of values: [Element]) -> Element? {
    values.isEmpty ? nil : values[below(values.count)]
  }
}
