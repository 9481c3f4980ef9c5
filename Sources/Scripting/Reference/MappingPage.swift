import FlintRules
import FlintSchema
import Transfer

/// The reference of mapping files as a Markdown page. Its tables list the names that the reader accepts;
/// `FilePageTests` reads its example.
package struct MappingPage {
  package static let markdown = """
    # Mapping files

    A mapping describes how the rows of a table of text become events: it is a Lua file that returns a
    table. `flint import --map FILE` imports with it, `flint import --sniff FILE` suggests one, and
    `import.run{map = …}` accepts a file or the table itself. An invalid mapping is refused, and all
    errors are reported with their lines and paths. With `--dry-run`, the import shows the first
    events, each with its line, and records nothing.

    ```lua
    \(example)
    ```

    ## The table

    | name | value |
    |---|---|
    \(rows(Mapping.memberNames, parts))
    ## The source of a field

    | form | meaning |
    |---|---|
    | `"Name"` | The column with that name; surrounding spaces and case are ignored. |
    | `{"Date", "Time"}` | Several columns, joined by a space; for tags, each column separately. |
    | `{"Time", unit = "hours"}` | One or more columns with options, which are listed below. |
    | `{from = "Start", to = "End"}` | The minutes between two columns of times; a time of day that is earlier than the first is on the next day. |
    | `{value = "idea"}`, `30`, `true` | The same value in every row. |
    | `function(row) … end` | The result of the function: a text, which is read like one of the file, a number, a boolean, a list of texts for tags, or nil for no value. `row` is a new table of texts by column; names ignore case and surrounding spaces, an unknown name is an error, and in a file that is JSON any path within the row is a name. nil and a reason, or an error, rejects the row. |

    | option | meaning |
    |---|---|
    | `unit` | Of minutes, the unit of numbers without one: \(DurationReader.unitNames.map { "`\($0)`" }.joined(separator: ", ")). Of a number, the unit that cells may have, such as `kg`, `%` or `EUR`; another one is an error. Of an amount also `{"Unit"}`, the column with the unit of each row. |
    | `before`, `after` | Only the text before, or after, the first such text: `{"Period", before = " - "}`. |
    | `dates` | The form of these dates, if it differs from that of the mapping. |
    | `lookup` | `{rows = "$.habits[*]", key = "id", value = "name"}`: in a JSON file, the text that another part of it has for this one. |

    Minutes are read as durations: `90`, `1:30`, `01:30:00`, `1h 30m`, `90 min`, `1.5h`, `PT1H30M`; they
    are rounded to whole minutes, and the report counts those. An amount is minutes where it has a unit
    of time or a colon, and else a number.

    ## Several events of a row

    With `each`, every column that it names is an entry of its own; its name is that of the tracker.

    ```lua
    \(eachExample)
    ```

    A member with fields, such as `Sleep`, adds to `columns` or replaces what they say; a member that is
    a source, such as `Read`, is the column of a tracker of another name. In a table with a
    column a day, `each = "dates"`, and `as` names the field of the cells. `events = {{kind = …}, …}`
    makes several kinds of event; what stands outside holds for all of them.

    ```lua
    \(eventsExample)
    ```

    A cell without a value is no event, and a row without any is skipped. If rows have an id, the key of
    an event is that id and the name of the tracker.

    ## JSON and functions

    In a file that is JSON, or has one JSON value a line, the name of a column is a path within a row:
    `name`, `location.zone`, `tags[*]`, `items[0].price`, `["a.b"]`. A list of values is joined by the
    separator; an object, or a list within a list, is an error. A number of JSON has a decimal point,
    whatever `decimal` is; a function gets its text.

    Without functions a file is read at full speed. The functions of a mapping file run in a Lua state
    of their own, without the functions of Flint, a clock, random numbers or files; \(MappingFile.limits).
    The functions of a table given to `import.run` run in the script, within its limits.

    ## The fields of a row

    \(MappingKind.allCases.map(table).joined(separator: "\n"))
    Names are case-insensitive; `values` defines other texts for them. Dates are read in forms such as
    2026-06-22 or 22 Jun 2026, with or without a time; a date of three numbers in an unknown order is an
    error. For a time, a number from a function is in seconds since 1970. A row without any text is
    skipped.
    """

  static let example = """
    return {
      kind = "spark",
      columns = {
        title = "Name",
        at = {"Date", "Time"},
        category = "Area",
        intensity = function(row) return tonumber(row.Effort) > 7 and "high" or "low" end,
      },
      values = {category = {Work = "decision", Sport = "energy"}},
      defaults = {category = "idea"},
      skip = function(row) return row.Name:find("^test") and "a test" end,
      id = "UUID",
      dates = "dmy",
    }
    """

  static let eachExample = """
    return {
      kind = "entry",
      columns = {at = "Date", notes = "Remark"},
      each = {
        "Yoga", Read = "reading?", Sleep = {minutes = "Time in bed"},
        Weight = {number = {"weight (kg)", unit = "kg"}},
      },
      as = "done",
      empty = {"N/A", "--"},
    }
    """

  static let eventsExample = """
    return {
      columns = {at = "Date"},
      events = {
        {kind = "mood", columns = {mood = "Mood", note = "Note"}, scale = {1, 5}},
        {kind = "entry", each = {"Steps", "Water"}},
      },
    }
    """

  static let parts = [
    "kind": "The kind of event that a row becomes: \(MappingKind.names.joined(separator: ", ")).",
    "events":
      "Instead of `kind`, the events that a row becomes: a list of tables with a kind and other members.",
    "each":
      "The columns that are an entry each, with the name of a tracker: names, or names with fields; or "
      + "`\"dates\"` for a column a day.",
    "as":
      "The field that gets the cells of `each`: \(Mapping.valueFields.map { "`\($0)`" }.joined(separator: ", ")) "
      + "(default: `number`; of moods always `mood`).",
    "empty": "The texts that are no value in any column, such as `{\"N/A\", \"--\"}`.",
    "empty_rows":
      "What happens to entries and moods without a value: `skip` (the default) or `reject`.",
    "rows":
      "The path to the rows of a file that is JSON, such as `$.entries[*]` (default: the elements of "
      + "a list, or the whole value; of JSON Lines, each line).",
    "columns": "The source of each field.",
    "id":
      "The id of a row: columns, joined by `/` (a `/` in one of several is escaped if it has to be), or a "
      + "function. A second import recognises a row "
      + "by its id; without `id`, by all of its fields.",
    "source":
      "The source of the ids, such as an app. It becomes their prefix, so that equal ids of two "
      + "sources are distinct.",
    "skip":
      "A function of the row: if it returns true, or a text as the reason, the row is skipped. Or "
      + "the number of lines before the header. Or both: `{lines = 2, rows = function(row) … end}`.",
    "values":
      "The values to which texts of the file are mapped, by field: "
      + "`{mood = {Super = \"great\"}}`.",
    "defaults": "The default values, by field, for rows without a value.",
    "dates":
      "The order of day, month and year in dates of three numbers: `dmy`, `mdy` or `ymd`; "
      + "`unix` or `unix_ms`, for seconds or milliseconds since 1970; `excel`, for the numbers of days "
      + "of a spreadsheet; `week` or `month`, for the first day of weeks such as 2026-W47 or months such as "
      + "2026-11; or a pattern such as `%d.%m.%Y %H:%M`. `--dates` takes precedence.",
    "year": "The year of dates that have none, such as `1.11.` or `Nov 1`.",
    "decimal":
      "The decimal separator of texts, `,` or `.`. Without it, a number that would differ between "
      + "the two is an error. A number of JSON or of a function has a point.",
    "separator": "The separator between tags (default: `,`).",
    "scale":
      "The numbers of the worst and the best mood, such as `{1, 5}`; those between are distributed "
      + "evenly, to the nearest mood. Without it, or `values`, a number is no mood.",
    "fields":
      "The types of custom fields of a tracker, by name: text, number, boolean or day. A tracker "
      + "that is created by the import gets these fields.",
    "delimiter": "The delimiter: one character (default: detected).",
    "encoding": "The encoding (default: UTF-8, or that of the byte order mark).",
    "header":
      "The column names of files without a header; of JSON, further columns that functions of the "
      + "row use.",
    "zone":
      "The IANA time zone of times without an offset (default: that of the profile), or `{\"Column\"}` "
      + "for the column with the zone or the offset of each row; with numbers, "
      + "`{\"Column\", unit = \"minutes\"}`.",
    "habit":
      "Makes the trackers of entries habits: `{schedule = …, goal = …}`, as `habit.add` takes them.",
    "habits":
      "The same for single trackers, by name: `{Gym = {schedule = {times = 3, per = \"week\"}}}`.",
    "optional":
      "true: what is read from columns that a file lacks is left out (default: the file is refused).",
  ]

  private static func rows(_ names: [String], _ texts: [String: String]) -> String {
    names.map { "| `\($0)` | \(texts[$0] ?? "") |\n" }.joined()
  }

  private static func table(_ kind: MappingKind) -> String {
    let rows = kind.fields.map { field in
      let star = field.isRequired ? " \\*" : ""
      if field.name == "mood" {
        let names = Mood.ratings.map(\.name).joined(separator: ", ")
        return "| `mood`\(star) | \(names), or a number under a `scale`. The rating. |\n"
      }
      let text = field.summary.isEmpty ? "" : " \(field.creationSummary)"
      return "| `\(field.name)`\(star) | \(description(of: field.type)).\(text) |\n"
    }
    return "| \(kind.rawValue) | value |\n|---|---|\n" + rows.joined()
  }

  private static func description(of type: FieldType) -> String {
    switch type {
    case .text, .line, .id, .phrase: "Text"
    case .choice(let choice): choice.form
    case .time: "A date, with a time or without"
    case .day: "A day"
    case .integer: "A whole number"
    case .decimal: "A number"
    case .boolean: "Yes or no"
    case .list, .ids: "Several texts"
    case .structure: "Values"
    }
  }
}
