extension BundledMappings {
  static let healthAutoExport = [
    BundledMapping(
      "healthautoexport",
      "Health Auto Export, workouts (CSV): each workout is a session of a tracker for its type.",
      table: "workouts",
      columns: ["Workout Type", "Start", "End", "Duration"],
      """
      -- Health Auto Export: Workouts, CSV. The units are those of the app's settings, and part of the names of
      -- the columns.
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        columns = {
          tracker = "Workout Type",
          at = "Start",
          minutes = "Duration",
          values = {
            -- The same as of Health Auto Export, Strava and Whoop, so that they can share a tracker.
            Distance = {"Distance (km)", "Distance (mi)"},
            Climb = {"Elevation Ascended (m)", "Elevation Ascended (ft)"},
            Pulse = "Avg. Heart Rate (count/min)", ["Highest pulse"] = "Max. Heart Rate (count/min)",
            Energy = {"Active Energy (kcal)", "Active Energy (kJ)"}, Strain = "Strain",
          },
        },
        fields = {
          Distance = "number", Climb = "number", Pulse = "number", ["Highest pulse"] = "number",
          Energy = "number", Strain = "number",
        },
      }
      """),
    BundledMapping(
      "healthautoexport",
      "Health Auto Export, sleep (CSV): the time of each night and its phases, a tracker each.",
      table: "sleep",
      columns: ["Date/Time", "Total Sleep (hr)"],
      """
      -- Health Auto Export: Health metrics, Sleep Analysis, CSV.
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        empty = {"0"},                      -- a phase that was not measured
        columns = {at = "Date/Time"},
        each = {
          Sleep = {minutes = {"Total Sleep (hr)", unit = "hours"}},
          ["In bed"] = {minutes = {"In Bed (hr)", unit = "hours"}},
          ["Core sleep"] = {minutes = {"Core (hr)", unit = "hours"}},
          ["Deep sleep"] = {minutes = {"Deep (hr)", unit = "hours"}},
          ["REM sleep"] = {minutes = {"REM (hr)", unit = "hours"}},
          Awake = {minutes = {"Awake (hr)", unit = "hours"}},
        },
      }
      """),
    BundledMapping(
      "healthautoexport",
      "Health Auto Export, metrics (CSV): steps, energy, sleep, weight and others, a tracker each.",
      table: "metrics",
      columns: ["Date/Time"], anyOf: signs,
      """
      -- Health Auto Export: Health metrics, CSV, with a row a day or an hour. The units are those of the app's
      -- settings, and part of the names of the columns. To read another metric, add its column.
      return {
        kind = "entry",
        optional = true,
        decimal = ".",
        columns = {at = "Date/Time"},
        each = {
          Steps = {number = {"Step Count (count)", "Step Count (steps)"}},
          Floors = {number = "Flights Climbed (count)"},
          ["Distance (km)"] = {number = "Walking + Running Distance (km)"},
          ["Distance (mi)"] = {number = "Walking + Running Distance (mi)"},
          ["Energy (kJ)"] = {number = "Active Energy (kJ)"},
          ["Energy (kcal)"] = {number = "Active Energy (kcal)"},
          ["Resting heart rate"] = {
            number = {"Resting Heart Rate (count/min)", "Resting Heart Rate (bpm)"}},
          ["Heart rate"] = {number = {"Heart Rate [Avg] (count/min)", "Heart Rate [Avg] (bpm)"}},
          ["Heart rate variability"] = {number = "Heart Rate Variability (ms)"},
          ["Respiratory rate"] = {number = "Respiratory Rate (count/min)"},
          ["Blood oxygen"] = {number = "Blood Oxygen Saturation (%)"},
          ["Weight (kg)"] = {number = "Weight (kg)"},
          ["Weight (lb)"] = {number = {"Weight (lb)", "Weight (lbs)"}},
          ["Body fat"] = {number = "Body Fat Percentage (%)"},
          Exercise = {minutes = "Apple Exercise Time (min)"},
          Mindfulness = {minutes = "Mindful Minutes (min)"},
          Sleep = {minutes = {"Sleep Analysis [Total] (hr)", unit = "hours"}},
          ["Core sleep"] = {minutes = {"Sleep Analysis [Core] (hr)", unit = "hours"}},
          ["Deep sleep"] = {minutes = {"Sleep Analysis [Deep] (hr)", unit = "hours"}},
          ["REM sleep"] = {minutes = {"Sleep Analysis [REM] (hr)", unit = "hours"}},
          ["In bed"] = {minutes = {"Sleep Analysis [In Bed] (hr)", unit = "hours"}},
        },
      }
      """),
  ]

  /// Of the many metrics a file has those that its owner chose.
  private static let signs = [
    "Step Count (count)", "Step Count (steps)", "Active Energy (kJ)", "Active Energy (kcal)",
    "Resting Heart Rate (count/min)", "Resting Heart Rate (bpm)", "Heart Rate [Avg] (count/min)",
    "Heart Rate Variability (ms)", "Sleep Analysis [Total] (hr)", "Weight (kg)", "Weight (lb)",
  ]
}
