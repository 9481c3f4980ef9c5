import Testing

extension Tag {
  /// Tests that take more than a second, which a quick run may leave out.
  @Tag static var slow: Self
}
