import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import FlintSchema
import Sessions
import Views

/// What `flint stats` computes for each period: a metric of the profile, or the amounts of a tracker.
enum StatsMetric: ExpressibleByArgument, Equatable {
  case amount
  case counted(SeriesMetric)

  init?(argument: String) {
    if argument == "amount" { self = .amount; return }
    guard let metric = SeriesMetric(name: argument) else { return nil }
    self = .counted(metric)
  }

  static var allValueStrings: [String] { ["amount"] + SeriesMetric.names }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension StatsCommand {
  /// The unit of the amounts to show: any that a tracker has for `amount`, and minutes for the minutes of a tracker.
  enum AmountChoice { case any, minutes }

  /// Which amounts of a tracker are to be shown; `nil` if another metric or none is.
  var amountUnit: AmountChoice? {
    switch metric {
    case .amount: .any
    case .counted(.minutes) where filter.tracker != nil: .minutes
    case .counted, nil: nil
    }
  }

  /// - Throws: `ValidationError` about options that do not go with the amounts of a tracker.
  func checkAmounts(in unit: AmountChoice) throws {
    guard filter.tracker != nil else {
      throw ValidationError("--metric amount requires --tracker NAME; flint trackers lists them")
    }
    let name = unit == .minutes ? "minutes" : "amount"
    if let other = filter.others {
      throw ValidationError("\(other) and --metric \(name) with --tracker cannot be combined")
    }
    if pictures.output != nil {
      throw ValidationError(
        "--metric \(name) with --tracker writes no page, so that --output cannot be given; flint "
          + "report trackers -o FILE draws trackers, and --format csv lists all")
    }
  }

  func writeAmounts(in unit: AmountChoice, _ range: DayRange, _ session: Session) throws {
    let series = try amounts(in: unit, session)
    let amounts = try session.reader.amounts(of: series, by: by ?? .day, range)
    let rows = amounts.rows
    let shown = list.format.isText && !empty ? rows.filter { !$0.isEmpty } : rows
    try ResultList.write(shown, AmountBucket.schema, list, session: session, empty: "nothing")
    guard list.format == .table, amounts.total.count > 0 else { return }
    let total = amounts.total
    let mean = total.mean.map { decimalText($0, places: 2) } ?? "–"
    StandardOutput.shared.write(
      "\n\(series.name): \(counted(total.count, "entry", "entries")), sum "
        + "\(Language.english.amount(Int64(clamping: total.sum))), mean \(mean), "
        + "\(counted(range.count, "day"))\n")
  }

  /// Returns the series that `--tracker` names: a tracker by name, id or the beginning of a name, or its own field.
  private func amounts(in unit: AmountChoice, _ session: Session) throws -> DaySeries {
    let trackers = try session.state().trackers
    let written = filter.tracker ?? ""
    let name = (try? session.tracker(named: written, among: trackers))?.content.name ?? written
    let catalog = SeriesCatalog(amountsOf: trackers)
    do throws(FieldError) {
      return try catalog.series(
        named: unit == .minutes ? "\(name).\(AmountUnit.minutes.name)" : name, field: "tracker")
    } catch {
      if unit == .minutes, trackers.tracker(named: name) != nil {
        throw ValidationError(
          "--tracker: expected a tracker with minutes, got \"\(name)\"; --metric amount shows its amounts"
        )
      }
      throw Self.explained(.field(error))
    }
  }
}
