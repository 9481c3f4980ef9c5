/// The version of this program.
package enum Version {
  /// The version of this release.
  package static let number = "0.2.0"
}
