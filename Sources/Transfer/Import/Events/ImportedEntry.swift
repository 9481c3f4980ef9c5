package import FlintRules
package import Sessions

/// An entry of a tracker that may have to be created.
package struct ImportedEntry: Sendable {
  package var tracker: ImportedTracker
  /// The kind of the entry, with its value.
  package var kind: EntryKind
  package var at: EventTime
  /// Whether the file states the time. If not, `at` is only the initial time, and an existing entry
  /// with the same key and content but another time counts as the same entry.
  package var isTimeKnown = true
  /// The duration in minutes, for entries that are not sessions.
  package var minutes: Int64?
  /// A title of one line, if any.
  package var title: String?
  /// Free text, if any.
  package var notes: String?
  package var tags: [String] = []
  /// The beginning of tags that another kind of file of the same app does not have; `nil` if there
  /// are none. An entry that differs in such tags only is the same.
  package var optionalTags: String?
  /// Values of the tracker's custom fields.
  package var values: [EntryContent.Value] = []
  /// The identifier assigned by the source, if any.
  package var key: String?
  /// The names of the fields absent from the file: a corrected entry keeps their values.
  package var absentFields: Set<String> = []

  /// Creates an entry with the fields that every entry needs.
  package init(tracker: ImportedTracker, kind: EntryKind, at: EventTime, key: String? = nil) {
    self.tracker = tracker
    self.kind = kind
    self.at = at
    self.key = key
  }
}

/// A tracker as a file names it. The profile's tracker with the same key, or else with the same
/// name (ignoring case), is used if there is one. Otherwise a tracker is created at the instant of its
/// earliest entry, regardless of the order of the entries.
///
/// It is a class because thousands of entries refer to few trackers.
package final class ImportedTracker: Hashable, Sendable {
  /// The content of the tracker, if it has to be created.
  package let content: TrackerContent
  /// The identifier assigned by the source, if any.
  package let key: String?
  /// The unit of its numbers, if the file states one.
  package let unit: String?
  /// The schedule and goal that a mapping gives to the tracker.
  let plan: HabitPlan?

  package convenience init(_ content: TrackerContent, key: String? = nil, unit: String? = nil) {
    self.init(content, key: key, unit: unit, plan: nil)
  }

  init(_ content: TrackerContent, key: String? = nil, unit: String? = nil, plan: HabitPlan?) {
    self.content = content
    self.key = key
    self.unit = unit
    self.plan = plan
  }

  /// The key with which the tracker is created: always one, so that the event is the same at any
  /// time.
  var identity: String { key ?? "tracker/\(content.name.lowercased())" }

  /// Returns whether two trackers have the same content, key and unit.
  package static func == (left: ImportedTracker, right: ImportedTracker) -> Bool {
    left === right
      || (left.content == right.content && left.key == right.key && left.unit == right.unit)
  }

  /// Hashes the name, which nearly always distinguishes trackers.
  package func hash(into hasher: inout Hasher) { hasher.combine(content.name) }
}
