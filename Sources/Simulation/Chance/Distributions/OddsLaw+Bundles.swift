extension OddsLaw {
  /// Returns the law of the number of bundles of rolls, each bought as a whole.
  ///
  /// - Throws: `OddsError` where the size is out of range, or there are too many bundles to sum.
  package func bundles(of size: Int64) throws(OddsError) -> DayLaw {
    // A day with the same number of rolls each is a bundle.
    do { return try DayLaw(self, sparksPerDay: size) } catch {
      throw OddsError(error.code, field: "bundle", error.problem)
    }
  }
}
