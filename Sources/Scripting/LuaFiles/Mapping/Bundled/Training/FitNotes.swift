extension BundledMappings {
  static let fitNotes = [
    BundledMapping(
      "fitnotes",
      "FitNotes: the export of workouts; each set is an entry of the tracker of its exercise.",
      columns: ["Date", "Exercise", "Category", "Reps"],
      anyOf: ["Weight (kgs)", "Weight (lbs)", "Weight (kg)", "Weight"],
      """
      -- FitNotes: Settings, Spreadsheet export, Workout data. The number of a set is its weight, 0 where there
      -- is none; its reps, distance and time are fields beside it.
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        columns = {
          tracker = "Exercise",
          at = "Date",
          number = {"Weight (kgs)", "Weight (lbs)", "Weight (kg)", "Weight"},  -- a file has one of them
          tags = "Category",
          notes = "Comment",
          values = {
            Reps = "Reps", Unit = "Weight Unit", Distance = "Distance",
            ["Distance unit"] = "Distance Unit", Time = "Time",
          },
        },
        defaults = {number = 0},
        fields = {
          Reps = "number", Unit = "text", Distance = "number", ["Distance unit"] = "text", Time = "text",
        },
      }
      """)
  ]
}
