import FlintRules
import FlintSchema
import Sessions

/// Daylio's CSV export, with any of the four headers known so far, and its backup.
package struct DaylioFormat: AppFormat {
  package init() {}

  package let name = "daylio"
  package let title = "Daylio"

  package var guide: FormatGuide {
    FormatGuide(
      summary:
        "Daylio's CSV export, or its backup (a .daylio file): each row becomes a mood at its "
        + "time, and its activities an entry of the tracker \"\(DaylioFormat.tracker)\".",
      columns: [
        .init("full_date", "the mood's day"),
        .init("year", "the year of date, in exports without full_date"),
        .init("date", "the mood's day, together with year; otherwise a copy of full_date"),
        .init("weekday", nil),
        .init(
          "time", "the mood's time; if empty 12:00"),
        .init("mood", "the mood; in the tracker's entry the field \"mood\" keeps its own name"),
        .init(
          "activities",
          "the text and the tags of the tracker's entry; if they were removed, --update undoes it"
        ),
        .init("scales", "a line of the mood's note"),
        .init("note_title", "the first line of the mood's note"),
        .init("note", "the mood's note"),
        .init(
          "backup.daylio: dayEntries, customMoods, tags",
          "the same as the rows of a CSV export, so that both merge"),
        .init(
          "backup.daylio: tag_groups",
          "tags of the tracker's entry that begin with \"\(DaylioFormat.groupTag)\""),
        .init("backup.daylio: scales", "a line of the mood's note"),
        .init("backup.daylio: goals", "a tracker for each goal, with its schedule as the goal"),
        .init("backup.daylio: goalEntries", "an entry for each day on which a goal was reached"),
        .init(
          "backup.daylio: achievements, assets, goalSuccessWeeks, milestones, prefs, reminders, "
            + "writingTemplates", nil),
      ],
      oddities: [
        "Moods have names chosen by the user. Daylio's own names (rad, good, meh, bad, awful) "
          + "mean great, good, average, bad and horrible, and Flint's names mean themselves; "
          + "--moods \"Gut=good,Ok=average\" defines other names, and overrides these.",
        "A day may have several moods; the latest counts for the day.",
        "Rows are sorted newest first. Moods of one minute, or of a day without times, are "
          + "spaced a millisecond apart, the last row first: so the upper one counts for the day. Exports "
          + "print that millisecond, by which a second import knows which one counts.",
        "Line breaks in notes are written <br>, and notes may have HTML markup; it is removed.",
        "Names of months, in exports with a year column, and words such as pm may be English, "
          + "Spanish, Italian, German, French, Portuguese, Dutch or Polish; also 6월 22일, 6月22日 and 오후.",
        "A backup states the group of each mood, so names of one's own need no --moods; the line of "
          + "a rejected row is the number of the entry, from the newest.",
        "A backup has Daylio's own moods in English, and activities perhaps in another order than "
          + "a CSV export of the app in another language: such rows are reported as changed.",
        "A goal's day is one of two, as releases count months from 0 or from 1: the one nearer to "
          + "the time of recording, and not after it.",
        "A goal for some days of the week has no schedule, since the order of its days is not known.",
        "A CSV export has no groups of activities: it does not remove those that the profile has, and "
          + "a backup adds them to entries from a CSV export only with --update.",
      ],
      identity: "the day, the time, and the number of the row among those of that time; of a goal "
        + "its number and the day")
  }

  static let tracker = "Daylio activities"
  /// The beginning of tags that are the groups of activities.
  static let groupTag = "group:"

  /// Names of moods are the user's own.
  package var hasNamedMoods: Bool { true }

  /// Returns the files that have Daylio's columns, and backups.
  package func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      if DaylioBackup.begins(files[index].start, path: files[index].path) { return true }
      let names = Set(files[index].header.map { $0.trimmedWhitespace.lowercased() })
      return names.isSuperset(of: ["weekday", "mood", "activities", "note"])
        && (names.contains("full_date") || names.isSuperset(of: ["year", "date"]))
    }
  }

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    var notes: [String] = []
    var reader = DaylioReader(context)
    for (index, file) in files.enumerated() {
      if DaylioBackup.begins(file.bytes, path: file.path) {
        try read(try DaylioBackup(file), file, index, context, into: &reading, &notes)
        continue
      }
      let table = try CSVTable(file)
      reading.columns.append(table.header)
      try reader.read(table, file: index, path: file.path, into: &reading)
    }
    reading.notes = reader.notes + notes
    return reading
  }

  /// Reads a backup, as the CSV export of its entries, and its goals.
  private func read(
    _ backup: DaylioBackup, _ file: WholeFile, _ index: Int, _ context: borrowing ReadingContext,
    into reading: inout FormatReading, _ notes: inout [String]
  ) throws(FormatProblem) {
    // Meanings that the user states come first.
    var own = copy context
    own.moods.merge(backup.meanings) { stated, _ in stated }
    var reader = DaylioReader(own, groups: backup.groups)
    var export = try backup.table()
    export.keepsOriginals = file.keepsOriginals
    reading.columns.append(DaylioBackup.header)
    try reader.read(try CSVTable(export), file: index, path: file.path, into: &reading)
    notes += reader.notes
    do throws(RowProblem) {
      let goals = try backup.goals(in: own.zone)
      reading.add(backup.units(of: goals, file: index, own))
      reading.habits += goals.sorted { $0.key < $1.key }.map(\.value)
      if let note = DaylioBackup.note(about: goals) { notes.append(note) }
    } catch {
      throw FormatProblem(path: file.path, message: "\(error)")
    }
    notes += backup.omissions
  }
}

extension DaylioFormat {
  /// Returns the columns that the guide marks as ignored or does not contain; none of a backup.
  package func ignored(in header: [String], of path: String) -> IgnoredColumns {
    header == DaylioBackup.header && path.hasSuffix("backup.daylio")
      ? IgnoredColumns() : guide.ignored(in: header)
  }
}
