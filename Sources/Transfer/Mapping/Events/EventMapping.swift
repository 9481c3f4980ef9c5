import FlintCalendar
import FlintRules
import FlintSchema

/// The sources of the fields of one event that a row becomes.
struct EventMapping: Sendable {
  /// What texts of a field mean.
  typealias Meanings = [(text: String, value: MappedValue)]

  /// A custom field of a tracker, with the source of its values.
  struct OwnField: Sendable {
    var field: TrackerField
    var source: MappingSource
  }

  var kind: MappingKind
  /// The sources of the fields, by field name.
  var sources: [String: MappingSource] = [:]
  var ownFields: [OwnField] = []
  /// The types of custom fields, where they are stated.
  var fieldTypes: [TrackerField] = []
  /// The schedules and goals of trackers.
  var habits = MappedHabits()
  /// The source of the ids of rows, if they have any.
  var id: MappingSource?
  /// What distinguishes the key of the event from those of other events of its row, if anything.
  var keySuffix: String?
  /// The values that texts of the file mean, by field.
  var values: [String: Meanings] = [:]
  /// The numbers with which the file rates moods, if it does.
  var scale: MoodScale?
  var defaults: [String: MappedValue] = [:]
  /// The field that gets the value of each column whose name is a day, if there is an event for each
  /// of these columns.
  var dayField: String?

  init(_ kind: MappingKind) { self.kind = kind }

  /// Creates an event of a kind with everything that holds for all events of a row.
  init(_ kind: MappingKind, inheriting common: EventMapping) {
    self = common
    self.kind = kind
    let names = Set(kind.fields.map(\.name))
    sources = common.sources.filter { names.contains($0.key) }
    values = common.values.filter { names.contains($0.key) }
    defaults = common.defaults.filter { names.contains($0.key) }
    if kind != .mood { scale = nil }
    if kind != .entry {
      ownFields = []
      fieldTypes = []
      habits = MappedHabits()
    }
  }

  /// All sources, each with the name of its field in messages.
  var allSources: [(source: MappingSource, target: String)] {
    kind.fields.compactMap { field in sources[field.name].map { ($0, field.name) } }
      + ownFields.map { ($0.source, "values.\($0.field.name)") }
      + [id.map { ($0, "id") }].compactMap(\.self)
  }

  /// The name of the tracker of all rows, if there is one.
  var onlyTracker: String? {
    guard case .constant(let value)? = sources["tracker"]?.location else { return nil }
    return value.text
  }

  /// Adds custom fields, of which those with the name of another replace it.
  mutating func add(_ fields: [OwnField]) {
    for field in fields {
      let name = field.field.name.lowercased()
      if let index = ownFields.firstIndex(where: { $0.field.name.lowercased() == name }) {
        ownFields[index] = field
      } else {
        ownFields.append(field)
      }
    }
  }

  func has(_ field: String) -> Bool { sources[field] != nil || defaults[field] != nil }

  /// Returns the event of one column whose name is a day.
  ///
  /// - Parameter text: the day as it is written.
  func onDay(_ day: CivilDay, _ text: String, column: String) -> EventMapping {
    var event = self
    guard let dayField else { return event }
    var value = sources[dayField] ?? MappingSource(.columns([]))
    value.location = .columns([column])
    event.sources[dayField] = value
    event.sources["at"] = MappingSource(.constant(.text(text)))
    event.keySuffix = keySuffix.map { "\($0) \(day)" } ?? "\(day)"
    event.dayField = nil
    return event
  }
}
