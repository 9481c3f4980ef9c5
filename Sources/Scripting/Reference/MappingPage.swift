import Rules
import Transfer

/// The reference of mapping files as a Markdown page. Its tables are made of the names that the
/// reader takes; `FilePageTests` reads its example.
public struct MappingPage {
  /// The page.
  public static let markdown = """
    # Mapping files

    A mapping tells what becomes of the rows of any table of text: a Lua file that returns a table.
    `flint import --map FILE` imports by it, `flint import --sniff FILE` drafts one, and
    `import.run{map = …}` takes a file or the table itself. A faulty one is refused with every fault,
    its line and its path.

    ```lua
    \(example)
    ```

    ## The table

    | name | |
    |---|---|
    \(rows(Mapping.parts, parts))
    ## Where a field comes from

    | written | means |
    |---|---|
    | `"Name"` | The column of that name; spaces around it and case do not matter. |
    | `{"Date", "Time"}` | Several columns, joined by a space; of tags, each for itself. |
    | `{value = "idea"}`, `30`, `true` | The same in every row. |
    | `function(row) … end` | What the function gives: a text, which is read as one of the file's, a number, a truth, a list of texts for tags, or nil for nothing. `row` is a fresh table of texts by column. nil and a reason, or an error, rejects the row. |

    Without functions a file is read at full speed. The functions of a file run in a state of their
    own, without Flint's functions, clock, chance or files; \(MappingFile.limits).
    Those of a table given to `import.run` run in the script, within its limits.

    ## What a row may say

    \(MappingKind.allCases.map(table).joined(separator: "\n"))
    Names are read in any case; what else stands for them says `values`. Dates are read as
    2026-06-22, 22 Jun 2026 and the like, with or without a time; three numbers whose order is not
    said are not guessed at. A number from a function is seconds since 1970 where a time is wanted.
    A row of which nothing can be read, because it has no text at all, is skipped.
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
    "kind": "What a row becomes: \(MappingKind.names.joined(separator: ", ")).",
    "columns": "Where each field comes from.",
    "id": "What tells rows apart: columns, joined by `/`, or a function. A second import knows a "
      + "row again by it; without it, by all that the row says.",
    "source":
      "What the ids are of, such as an app: it is put before them, so that small numbers of two "
      + "sources are not taken for each other.",
    "skip": "A function of the row: true, or a text as the reason, leaves it out.",
    "values": "By field, what texts of the file stand for: `{mood = {Super = \"great\"}}`.",
    "defaults": "By field, what it is where the file has nothing.",
    "dates": "The order of dates of three numbers, `dmy`, `mdy` or `ymd`; or `unix`, `unix_ms` for "
      + "seconds and milliseconds since 1970. `--dates` counts for more.",
    "decimal": "The sign before decimals, `,` or `.`. Without it, only what means the same either "
      + "way is read.",
    "separator": "What stands between tags; `,` if not given.",
    "fields": "By field of a tracker's own, its type: text, number, boolean or day. A tracker that "
      + "has to be made gets them.",
    "delimiter": "The character between fields; found out if not given.",
    "encoding": "The encoding; UTF-8, or as the first bytes say, if not given.",
    "header": "The names of the columns of files that have no header.",
    "zone": "The zone of times without an offset; the profile's if not given.",
  ]

  static let contents: [MappingKind: [String: String]] = [
    .entry: [
      "kind": "Which of the next five a row has; needed only where several are given.",
      "minutes": "Minutes of a session.", "number": "A measurement.", "text": "Words of a log.",
      "done": "Whether it was done.", "rating": "A rating, 1 to 5.",
      "values": "A table of where the tracker's own fields come from.",
    ],
    .task: ["completed": "When it was; an open task has nothing there."],
    .mood: ["day": "The day; that of `at` if not given.", "at": "When it was rated."],
    .quest: ["node": "The node that was completed."],
  ]

  private static func rows(_ names: [String], _ texts: [String: String]) -> String {
    names.map { "| `\($0)` | \(texts[$0] ?? "") |\n" }.joined()
  }

  private static func table(_ kind: MappingKind) -> String {
    let rows = kind.fields.map { field in
      let star = field.isRequired ? " \\*" : ""
      let text = contents[kind]?[field.name].map { " \($0)" } ?? ""
      return "| `\(field.name)`\(star) | \(words(field.content)).\(text) |\n"
    }
    return "| \(kind.rawValue) | |\n|---|---|\n" + rows.joined()
  }

  private static func words(_ content: MappingField.Content) -> String {
    switch content {
    case .text: "Text"
    case .choice(let names, let first):
      names.joined(separator: ", ")
        + (first.map { ", or \($0) to \($0 + names.count - 1)" } ?? "")
    case .time: "A date, with a time or without"
    case .day: "A day"
    case .whole: "A whole number"
    case .number: "A number"
    case .truth: "Yes or no"
    case .tags: "Several texts"
    case .values: "Values"
    }
  }
}
