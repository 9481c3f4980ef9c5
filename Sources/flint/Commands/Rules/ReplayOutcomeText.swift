import Calendar
import JSON
import Rules
import Views

extension ReplayOutcome {
  /// The outcome of the event as text.
  var text: String {
    if let void { return "without effect: \(void.text)" }
    let sources = [(duplicatePoints, "for the duplicate"), (missionPoints, "from missions")]
      .filter { $0.0 != 0 }.map { "\(grouped($0)) \($1)" }
    var parts = [
      "\(grouped(points)) points" + (sources.isEmpty ? "" : " (\(sources.joined(separator: ", ")))")
    ]
    if let card {
      parts.append((isNewCard ? "new card " : "duplicate card ") + card)
    } else if let drawnRarity {
      parts.append("no card, since none is \(drawnRarity.name)")
    }
    if taskScore != 0 { parts.append("task score \(grouped(taskScore))") }
    parts += missions.map { "mission \($0)" }
    parts += achievements.map { "achievement \($0)" }
    if overloads > 0 { parts.append(counted(overloads, "overload")) }
    parts.append("level \(level)")
    return parts.joined(separator: ", ")
  }

  /// The outcome as cells of a record.
  var cells: [(name: String, cell: Cell)] {
    [
      ("points.total", .integer(points)), ("points.base", .integer(basePoints)),
      ("points.duplicate", .integer(duplicatePoints)), ("points.mission", .integer(missionPoints)),
      ("task_score", .integer(taskScore)), ("rarity", Cell(drawnRarity?.name)),
      ("card", Cell(card)),
      ("new_card", card == nil ? .none : .flag(isNewCard)), ("missions", .list(missions)),
      ("achievements", .list(achievements)), ("overloads", .integer(overloads)),
      ("level", .integer(Int64(level))), ("void", Cell(void?.text)),
    ]
  }

  /// The outcome as JSON, with the points grouped by source.
  var json: JSONValue {
    let members = cells.map { (name: $0.name, value: $0.cell.json) }
    let prefix = "points."
    let points = members.filter { $0.name.hasPrefix(prefix) }
      .map { (name: String($0.name.dropFirst(prefix.count)), value: $0.value) }
    return .object(
      [("points", .object(points))] + members.filter { !$0.name.hasPrefix(prefix) })
  }
}

extension Event {
  /// The cells that identify the event.
  var cells: [(name: String, cell: Cell)] {
    [
      ("id", .text(id.description)), ("kind", .text(action.kind.name)),
      ("at", .text(at.text(offset: offset))),
    ]
  }
}
