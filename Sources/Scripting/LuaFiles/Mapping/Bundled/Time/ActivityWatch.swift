extension BundledMappings {
  static let activityWatch = [
    BundledMapping(
      "activitywatch",
      "ActivityWatch, the export of all buckets (JSON): the seconds in each window, by app.",
      table: "buckets",
      members: ["buckets", "events", "hostname", "client"],
      """
      -- ActivityWatch: Raw Data, Export all buckets as JSON. Only the events of the window watcher have an
      -- app. Most are shorter than a minute, so they are numbers of seconds.
      return {
        kind = "entry",
        rows = "$.buckets[*].events[*]",
        skip = function(row) return row["data.app"] == "" and "not an event of a window" end,
        columns = {
          tracker = "data.app",
          at = "timestamp",
          number = "duration",
          title = "data.title",
        },
      }
      """),
    BundledMapping(
      "activitywatch",
      "ActivityWatch, the export of a window watcher's bucket (CSV): the seconds in each window, by app.",
      table: "events",
      columns: ["timestamp", "duration", "app", "title"],
      """
      -- ActivityWatch: Raw Data, Export bucket as CSV, of a window watcher.
      return {
        kind = "entry",
        decimal = ".",
        columns = {tracker = "app", at = "timestamp", number = "duration", title = "title"},
      }
      """),
  ]
}
