package import Testing

extension Tag {
  /// Tests that take more than a second, which a quick run may leave out.
  @Tag package static var slow: Self
}
