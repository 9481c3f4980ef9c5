extension BundledMappings {
  static let hevy = [
    BundledMapping(
      "hevy", "Hevy: the export of workouts; each set is an entry of the tracker of its exercise.",
      columns: ["title", "start_time", "exercise_title", "set_index", "reps"],
      anyOf: ["weight_kg", "weight_lbs"],
      """
      -- Hevy: Settings, Export and import data, Export workouts. The number of a set is its weight; all sets of
      -- a workout have the time at which it began.
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        columns = {
          tracker = "exercise_title",
          at = "start_time",
          number = {"weight_kg", "weight_lbs"},  -- a file has one of them
          tags = "set_type",
          title = "title",
          notes = "exercise_notes",
          values = {
            -- The same as of FitNotes, Hevy and Strong, so that they can share a tracker.
            Set = "set_index", Reps = "reps", RPE = "rpe", Seconds = "duration_seconds",
            Distance = {"distance_km", "distance_miles"}, ["Distance unit"] = "distance_unit",
            ["Weight unit"] = "weight_unit",
          },
        },
        defaults = {number = 0},
        fields = {
          Set = "text", Reps = "number", RPE = "number", Seconds = "number", Distance = "number",
          ["Distance unit"] = "text", ["Weight unit"] = "text",
        },
      }
      """)
  ]
}
