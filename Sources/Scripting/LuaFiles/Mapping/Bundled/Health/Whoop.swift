extension BundledMappings {
  static let whoop = [
    BundledMapping(
      "whoop",
      "Whoop, journal_entries.csv: each question of the journal is a tracker, with an entry a day.",
      table: "journal_entries",
      columns: ["Cycle start time", "Question text", "Answered yes"],
      """
      -- Whoop: More, App settings, Data export. A day of Whoop is a cycle, which begins when one falls asleep.
      return {
        kind = "entry",
        optional = true,
        zone = {"Cycle timezone"},
        columns = {
          tracker = "Question text",
          at = "Cycle start time",
          done = "Answered yes",
          notes = "Notes",
        },
      }
      """),
    BundledMapping(
      "whoop",
      "Whoop, physiological_cycles.csv: recovery, strain and other measures, a tracker each.",
      table: "physiological_cycles",
      columns: ["Cycle start time", "Recovery score %", "Resting heart rate (bpm)", "Day Strain"],
      """
      -- Whoop, physiological_cycles.csv. What it says of sleep is in sleeps.csv, too.
      return {
        kind = "entry",
        optional = true,
        zone = {"Cycle timezone"},
        decimal = ".",
        columns = {at = "Cycle start time"},
        each = {
          Recovery = {number = "Recovery score %"},
          ["Resting heart rate"] = {number = "Resting heart rate (bpm)"},
          ["Heart rate variability"] = {number = "Heart rate variability (ms)"},
          ["Skin temperature"] = {number = "Skin temp (celsius)"},
          ["Blood oxygen"] = {number = "Blood oxygen %"},
          Strain = {number = "Day Strain"},
          ["Energy burned"] = {number = "Energy burned (cal)"},
        },
      }
      """),
    BundledMapping(
      "whoop",
      "Whoop, sleeps.csv: the minutes of sleep and its phases, a tracker each.",
      table: "sleeps",
      columns: ["Sleep onset", "Wake onset", "Asleep duration (min)", "Nap"],
      """
      -- Whoop, sleeps.csv: nights and naps, each at its beginning.
      return {
        kind = "entry",
        optional = true,
        zone = {"Cycle timezone"},
        decimal = ".",
        columns = {at = "Sleep onset"},
        each = {
          Sleep = {minutes = "Asleep duration (min)"},
          ["In bed"] = {minutes = "In bed duration (min)"},
          ["Light sleep"] = {minutes = "Light sleep duration (min)"},
          ["Deep sleep"] = {minutes = "Deep (SWS) duration (min)"},
          ["REM sleep"] = {minutes = "REM duration (min)"},
          ["Sleep performance"] = {number = "Sleep performance %"},
          ["Respiratory rate"] = {number = "Respiratory rate (rpm)"},
        },
      }
      """),
    BundledMapping(
      "whoop",
      "Whoop, workouts.csv: each workout is a session of a tracker for its activity.",
      table: "workouts",
      columns: ["Workout start time", "Workout end time", "Duration (min)", "Activity name"],
      """
      -- Whoop, workouts.csv.
      return {
        kind = "entry",
        optional = true,
        zone = {"Cycle timezone"},
        decimal = ".",
        columns = {
          tracker = "Activity name",
          at = "Workout start time",
          minutes = "Duration (min)",
          values = {
            -- The same as of Health Auto Export, Strava and Whoop, so that they can share a tracker.
            Distance = "Distance (meters)", Climb = "Altitude Gain (meters)", Pulse = "Average HR (bpm)",
            ["Highest pulse"] = "Max HR (bpm)", Energy = "Energy burned (cal)",
            Strain = "Activity Strain",
          },
        },
        fields = {
          Distance = "number", Climb = "number", Pulse = "number", ["Highest pulse"] = "number",
          Energy = "number", Strain = "number",
        },
      }
      """),
  ]
}
