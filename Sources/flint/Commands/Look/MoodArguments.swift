// Months and weekdays as command-line arguments.
public import ArgumentParser
public import Calendar
import Rules
import Schema

extension CivilMonth: ExpressibleByArgument {
  /// Parses a command-line argument such as `2026-03`.
  public init?(argument: String) {
    guard argument.utf8.count == 7, let firstDay = CivilDay(argument + "-01") else { return nil }
    self.init(firstDay)
  }
}

extension Weekdays: ExpressibleByArgument {
  /// Parses a command-line argument such as `mon,tue`.
  public init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let weekdays = try? Weekdays(names: names) else { return nil }
    self = weekdays
  }
}
