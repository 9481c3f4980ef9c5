import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The cards drawn by sparks, roll tokens, earning rules and pools, in the order of the fold: a log of draws as
/// `flint audit log` reads it.
struct DrawExport: ExportTable {
  static let columns = [
    .at, ExportColumn("pool", "The id of the pool, if it was drawn from one."),
    ExportColumn("category", "The category, if it was not drawn from a pool."),
    ExportColumn("number", "The number of the draw within its event, from 1.", .number),
    ExportColumn("card", "The id of the card; empty if a pool gave none."),
    ExportColumn("name", "The name of the card."), ExportColumn("rarity", "Its rarity."),
    ExportColumn("featured", "Whether the pool featured it: yes or no."),
    ExportColumn("new", "Whether it was the first of its kind: yes or no."),
    ExportColumn("duplicate_points", "The points for a duplicate.", .number),
    ExportColumn("event", "The id of the event that drew it."), .day,
  ]

  let range: ExportRange
  let notes: [String]

  init(_ session: Session, _ options: ExportOptions) throws {
    range = options.range
    let removed = try session.reader.removedDraws().total
    notes = removed == 0 ? [] : ["\(removed) draw\(removed == 1 ? "" : "s") removed or undone"]
  }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let definition = session.rulebook.definition
    var isAtEnd = false
    var failure: (any Error)?
    try session.reader.forEachOutcome { event, outcome, _ in
      if failure != nil || isAtEnd || outcome.isVoid || !range.contains(event.at) { return }
      var (pool, category): (String?, SparkCategory?)
      switch event.action {
      case .spark(let spark, _): category = spark
      case .roll(let rolled): category = rolled
      case .pool(.roll(let roll)): pool = roll.pool
      case .pool(.exchange(let choice)): pool = choice.pool
      default: category = outcome.draw.granted
      }
      let draws = pool == nil ? [outcome.draw] : outcome.draws
      for (index, draw) in draws.enumerated() where draw.card != nil || pool != nil {
        let card = draw.card.map { definition.cards[$0] }
        do {
          isAtEnd = try !body([
            .time(event.at, event.offset), FieldValue(name: pool),
            FieldValue(name: category?.name), .integer(Int64(index) + 1),
            FieldValue(name: card?.id), card.map { .text($0.name) } ?? .none,
            FieldValue(name: card?.rarity.name), .name(draw.isFeatured ? "yes" : "no"),
            .name(draw.isNew ? "yes" : "no"), .integer(draw.duplicatePoints),
            .name(event.id.description), .day(event.day(session.dayStart)),
          ])
        } catch {
          failure = error
        }
        if failure != nil || isAtEnd { return }
      }
    }
    if let failure { throw failure }
  }
}
