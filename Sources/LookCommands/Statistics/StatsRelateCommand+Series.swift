import Chance
import Commands
import FlintRules
import FlintSchema
import Sessions
import Views

extension StatsRelateCommand {
  /// Compares a series with others, whatever they are of.
  func relateSeries(_ session: Session) throws {
    let days = try range.days(session)
    let report: SeriesRelationReport
    do throws(SessionError) {
      let range = try session.reader.days(since: days.since, before: days.before)
      let compared = try session.reader.related(
        series.first ?? "", to: Array(series.dropFirst()), with: kinds, in: range)
      do throws(FieldError) {
        report = try SeriesRelationReport(
          range, by: period, compared, lags: lag, seed: seed)
      } catch {
        throw .field(error)
      }
    } catch {
      throw StatsCommand.explained(error)
    }
    try write(
      report, heading: report.heading, untested: report.untestedNames,
      hasValues: report.relations.periods > 0, session)
  }
}

extension SeriesRelationReport {
  /// The range and the size of the comparisons in a line.
  fileprivate var heading: String {
    let unit = period.name
    var text =
      "\(outcome.name), \(range.since) to \(range.last): "
      + "\(counted(relations.periods, "\(unit) with a value", "\(unit)s with a value")), "
      + "\(counted(relations.relations.count, "comparison"))"
    if !relations.relations.isEmpty {
      text += ", blocks of \(counted(relations.blockLength, unit))"
    }
    return text + "\n"
  }

  /// The series that were not compared.
  fileprivate var untestedNames: String? {
    let most = 5
    // A series that is compared at no lag is named once.
    let first = relations.untested.filter { $0.lag == relations.untested.first?.lag }
    if first.isEmpty { return nil }
    let names = first.prefix(most).map {
      "\($0.series.kind) \($0.series.name) (\(counted($0.periods, period.name)))"
    }
    let more = first.count > most ? ", and \(grouped(first.count - most)) more" : ""
    return
      "Fewer than 20 \(period.name)s, or hardly varying: \(names.joined(separator: ", "))\(more)"
  }
}
