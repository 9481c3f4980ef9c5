import Foundation

/// Returns the cases of a test that takes long with all of them: all for `scripts/release-check`, which sets
/// `FLINT_ALL_CASES`, otherwise the first ones.
///
/// - Parameters:
///   - all: all cases.
///   - usual: how many are tried usually; all by default.
///   - quick: how many are tried by `scripts/test --quick`.
package func cases<All: Collection>(_ all: All, usual: Int? = nil, quick: Int) -> [All.Element] {
  let environment = ProcessInfo.processInfo.environment
  if environment["FLINT_ALL_CASES"] != nil { return Array(all) }
  return Array(all.prefix(environment["FLINT_QUICK"] == nil ? usual ?? all.count : quick))
}
