import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// Marks a test that takes over a second, which `scripts/test --quick` leaves out.
  package static var slow: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["FLINT_QUICK"] == nil, "left out of the quick tests")
  }
}
