extension BundledMappings {
  static let strava = [
    BundledMapping(
      "strava", "Strava, activities.csv: each activity is a session of a tracker for its type.",
      columns: ["Activity ID", "Activity Date", "Activity Name", "Activity Type", "Elapsed Time"],
      """
      -- Strava: Settings, My account, Download or delete your account, Request your archive; activities.csv of
      -- an account in English. Its times are in UTC, without saying so. Columns such as Distance are there
      -- twice: the first is in kilometres or miles, as in the app.
      return {
        kind = "entry",
        optional = true,
        source = "strava", id = "Activity ID",
        decimal = ".",
        columns = {
          tracker = "Activity Type",
          at = function(row) return row["Activity Date"] .. " UTC" end,
          minutes = {"Elapsed Time", unit = "seconds"},
          title = "Activity Name",
          notes = "Activity Description",
          values = {
            -- The same as of Health Auto Export, Strava and Whoop, so that they can share a tracker.
            Distance = "Distance", Climb = "Elevation Gain", Pulse = "Average Heart Rate",
            ["Highest pulse"] = "Max Heart Rate", Energy = "Calories", Strain = "Relative Effort",
          },
        },
        fields = {
          Distance = "number", Climb = "number", Pulse = "number", ["Highest pulse"] = "number",
          Energy = "number", Strain = "number",
        },
      }
      """)
  ]
}
