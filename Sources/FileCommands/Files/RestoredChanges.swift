import FlintCalendar
import Commands
import FlintRules
import Sessions
import Storage
import Views

/// What changes when a copy takes the place of a profile.
struct RestoredChanges {
  let text: String

  /// - Parameters:
  ///   - path: The path of the present profile, which may be damaged, or another one.
  ///   - copy: The copy that takes its place.
  ///   - now: The time that stands for the present.
  init(of path: String, to copy: Store, now: MomentArgument?) throws {
    let options = SessionOptions(now: now?.expression, isWriting: false)
    let extent = try ProfileExtent(of: copy)
    do {
      let former = try Store.openForReading(path: path)
      var lines = [
        "it has \(extent.text); the former one has \(try ProfileExtent(of: former).text)"
      ]
      let comparison = try Comparison(of: former, with: copy)
      if comparison.isSameProfile {
        lines += comparison.lines(profile: "the former profile", copy: "the copy")
      } else {
        lines.append("the former one is another profile, not a copy of this one")
      }
      let (before, after) = (
        try former.session(options) { try $0.reader.summary() },
        try copy.session(options) { try $0.reader.summary() }
      )
      let changes = SummaryChanges(before: before, after: after).text
      text = (lines + (changes.isEmpty ? [] : [changes])).joined(separator: "\n")
    } catch let error as StoreError {
      text =
        "it has \(extent.text); the former one cannot be read (\(error.reason)), so that what only it has is "
        + "not known: flint salvage saves what is left of it"
    }
  }
}

extension ClosedRange<CivilDay> {
  /// The days, such as `2026-03-01`, or `2026-03-01 to 2026-03-04`.
  var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }
}

extension ProfileExtent {
  /// The number of events and their days, such as `12 events on 3 days, 2026-03-01 to 2026-03-04`.
  var text: String {
    guard let range else { return "no events" }
    return "\(counted(events, "event")) on "
      + (range.lowerBound == range.upperBound ? "" : "\(counted(days, "day")), ") + range.text
  }
}

extension Comparison {
  /// Returns a line for each difference; none if there are none.
  ///
  /// - Parameters:
  ///   - profile: What the profile is called.
  ///   - copy: What the copy is called.
  func lines(profile: String, copy: String) -> [String] {
    var lines: [String] = []
    if !missing.isEmpty { lines.append("only \(profile) has \(missing.text)") }
    if !additional.isEmpty { lines.append("only \(copy) has \(additional.text)") }
    if differing > 0 {
      lines.append(
        "\(counted(differing, "record")) \(differing == 1 ? "differs" : "differ") in the two")
    }
    if !hasSameRulebook { lines.append("\(copy) is folded with another rulebook") }
    for other in otherSettings {
      lines.append(
        "\(copy) has \(other.setting.name) \(other.setting.text(of: other.theirs)), \(profile) "
          + "\(other.setting.text(of: other.ours))")
    }
    return lines
  }
}

extension Comparison.Surplus {
  /// The numbers of records and their days.
  var text: String {
    let parts = [
      events == 0 ? nil : counted(events, "event"),
      corrections == 0 ? nil : counted(corrections, "correction"),
    ].compactMap(\.self).joined(separator: " and ")
    return parts + (days.map { " of \($0.text)" } ?? "")
  }
}
