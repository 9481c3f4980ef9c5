import Rules
import Schema
import Transfer

/// The reference of mapping files as a Markdown page. Its tables list the names that the reader accepts;
/// `FilePageTests` reads its example.
package struct MappingPage {
  package static let markdown = """
    # Mapping files

    A mapping describes how the rows of a table of text become events: it is a Lua file that returns a
    table. `flint import --map FILE` imports with it, `flint import --sniff FILE` suggests one, and
    `import.run{map = …}` accepts a file or the table itself. An invalid mapping is refused, and all
    errors are reported with their lines and paths.

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
    | `{value = "idea"}`, `30`, `true` | The same value in every row. |
    | `function(row) … end` | The result of the function: a text, which is read like one of the file, a number, a boolean, a list of texts for tags, or nil for no value. `row` is a new table of texts by column; names ignore case and surrounding spaces, an unknown name is an error, and in a file that is JSON any path within the row is a name. nil and a reason, or an error, rejects the row. |

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

  static let parts = [
    "kind": "The kind of event that a row becomes: \(MappingKind.names.joined(separator: ", ")).",
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
      "The order of day, month and year in dates of three numbers: `dmy`, `mdy` or `ymd`; or "
      + "`unix` or `unix_ms`, for seconds or milliseconds since 1970. `--dates` takes precedence.",
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
    "zone": "The IANA time zone of times without an offset (default: that of the profile).",
    "habit":
      "Makes the trackers of entries habits: `{schedule = …, goal = …}`, as `habit.add` takes them.",
    "habits":
      "The same for single trackers, by name: `{Gym = {schedule = {times = 3, per = \"week\"}}}`.",
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
    case .text, .line, .id: "Text"
    case .choice(let choice): choice.form
    case .time: "A date, with a time or without"
    case .day: "A day"
    case .integer: "A whole number"
    case .decimal: "A number"
    case .boolean: "Yes or no"
    case .list: "Several texts"
    case .structure: "Values"
    }
  }
}
