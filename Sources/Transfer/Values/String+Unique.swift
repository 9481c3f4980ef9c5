extension String {
  /// Returns the name itself if it is free, else with the first free number behind it: `Walk (2)`.
  func unique(_ isFree: (String) throws -> Bool) rethrows -> String {
    var (unique, number) = (self, 1)
    while try !isFree(unique) {
      number += 1
      unique = "\(self) (\(number))"
    }
    return unique
  }
}
