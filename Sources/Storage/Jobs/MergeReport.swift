public import Calendar
public import Rules

/// The result of merging another copy of a profile.
public struct MergeReport: Equatable, Sendable {
  /// An event about which the two copies recorded different things.
  public struct Conflict: Equatable, Sendable {
    /// The id of the event.
    public var event: EventID
    /// Whether the copies recorded the event itself differently under one key, rather than
    /// corrected it differently.
    public var isOriginal: Bool
    /// The content with which the event was recorded; if that differs, the one that counts.
    public var original: Correction.Content
    /// The final content in this copy.
    public var ours: Side
    /// The final content in the other copy.
    public var theirs: Side
    /// Whether the content of this copy counts.
    public var isOursCounting: Bool

    /// The instant of the correction that counts; `nil` where the event itself differed.
    public var countingAt: Instant? {
      isOriginal ? nil : (isOursCounting ? ours : theirs).recordedAt
    }
  }

  /// The content of an event in one of the copies.
  public struct Side: Equatable, Sendable {
    /// The content; `nil` if that copy removed the event.
    public var content: Correction.Content?
    /// The instant at which that was recorded.
    public var recordedAt: Instant
  }

  /// The number of events that only the other copy had.
  public var events = 0
  /// The number of corrections that only the other copy had.
  public var corrections = 0
  /// The events for which each copy had records that the other had not.
  public var conflicts: [Conflict] = []
  /// The rulebook of the other copy, if it differs; this copy keeps its own.
  public var otherRulebook: String?
  /// The settings that differ, with their values in the other copy; this copy keeps its own.
  public var otherSettings: [OtherSetting] = []

  /// A setting that differs between the copies.
  public struct OtherSetting: Equatable, Sendable {
    /// The setting.
    public var setting: ProfileSetting
    /// Its value in the other copy.
    public var theirs: String
    /// Its value in this copy.
    public var ours: String
  }
}
