import CSV
import FlintRules
import Sessions

/// The holder of an error, thrown by a function of a mapping, that ends the import.
final class MappedInterruption {
  private(set) var error: (any Error)?

  func calling(
    _ function: MappingFunction, _ record: borrowing CSVRecord, _ names: RowNames, _ name: String
  ) throws(RowProblem) -> MappedValue {
    do throws(MappingFailure) {
      return try function(record, names)
    } catch {
      switch error {
      case .row(var problem):
        problem.column = problem.column ?? name
        throw problem
      case .stop(let stop):
        self.error = stop
        throw RowProblem(column: name, reason: "\(stop)")
      }
    }
  }
}
