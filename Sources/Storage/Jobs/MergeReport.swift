package import FlintCalendar
package import FlintRules

/// The result of merging another copy of a profile.
package struct MergeReport: Equatable, Sendable {
  /// An event about which the two copies recorded different things.
  package struct Conflict: Equatable, Sendable {
    package var event: EventID
    /// Whether the copies recorded the event itself differently under one key, rather than
    /// corrected it differently.
    package var isOriginal: Bool
    /// The content with which the event was recorded; if that differs, the one that counts.
    package var original: Correction.Content
    /// The final content in this copy.
    package var ours: Side
    /// The final content in the other copy.
    package var theirs: Side
    /// Whether the content of this copy counts.
    package var isOursCounting: Bool
  }

  /// The content of an event in one of the copies.
  package struct Side: Equatable, Sendable {
    /// The content; `nil` if that copy removed the event.
    package var content: Correction.Content?
    package var recordedAt: Instant
  }

  /// Events that the other copy has, and that a batch of this copy removed.
  package struct RemovedHere: Equatable, Sendable {
    package var events: Int
    package var batch: Int64
    /// The kind of the batch, such as `undo`.
    package var kind: String
    /// The batch that it undid; `nil` if it did not undo a whole one.
    package var undoes: Int64?
  }

  /// The number of events that only the other copy had.
  package var events = 0
  /// The number of corrections that only the other copy had.
  package var corrections = 0
  /// The events for which each copy had records that the other had not.
  package var conflicts: [Conflict] = []
  /// The events that this copy had and that the other one removed, restored or changed, without those that
  /// both corrected.
  package var affected: [AffectedEvent] = []
  /// The events of the other copy that stay removed in this one, by the batch that removed them.
  package var removedHere: [RemovedHere] = []
  /// The rulebook of the other copy, if it differs; this copy keeps its own.
  package var otherRulebook: String?
  /// The settings that differ, with their values in the other copy; this copy keeps its own.
  package var otherSettings: [OtherSetting] = []

  /// A setting that differs between the copies.
  package struct OtherSetting: Equatable, Sendable {
    package var setting: ProfileSetting
    /// Its value in the other copy.
    package var theirs: String
    /// Its value in this copy.
    package var ours: String
  }
}
