// Months and weekdays as words of a command line.
public import ArgumentParser
public import Rules

extension CivilMonth: ExpressibleByArgument {
  /// Reads a command line's word, such as `2026-03`.
  public init?(argument: String) {
    guard argument.utf8.count == 7, let firstDay = CivilDay(argument + "-01") else { return nil }
    self.init(firstDay)
  }
}

extension Weekdays: ExpressibleByArgument {
  /// Reads a command line's word, such as `mon,tue`.
  public init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let weekdays = try? Weekdays(names: names) else { return nil }
    self = weekdays
  }
}
