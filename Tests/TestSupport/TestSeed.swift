import Foundation

/// The seed of a randomised test: a new one in each run, unless `FLINT_TEST_SEED` gives one.
package enum TestSeed {
  /// Returns the seed, and prints it as the variable that repeats the test.
  ///
  /// - Parameter purpose: what the numbers are for, in the output.
  package static func make(for purpose: String) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["FLINT_TEST_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0 ... .max)
    print("\(purpose): FLINT_TEST_SEED=\(seed)")
    return seed
  }
}

extension SplitMix64 {
  /// Creates a generator whose seed is printed, and can be given by `FLINT_TEST_SEED`.
  package init(for purpose: String) { self.init(state: TestSeed.make(for: purpose)) }
}
