extension AppExample {
  static let training: [AppExample] = [
    AppExample(
      "fitnotes.csv", "fitnotes",
      "read 4 = added 4 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T12:00:00+01:00,Flat Bench Press,measurement,60,,,chest,
      2026-01-05T12:00:00+01:00,Flat Bench Press,measurement,62.5,,"hard, but clean",chest,
      2026-01-05T12:00:00+01:00,Plank,measurement,0,,,abs,
      2026-01-07T12:00:00+01:00,Running,measurement,0,,,cardio,
      """#),
    AppExample(
      "strong.csv", "strong", "read 4 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 1",
      #"""
      2026-01-05T18:30:00+01:00,Squat (Barbell),measurement,100,"Legs, heavy",,,
      2026-01-05T18:30:00+01:00,Squat (Barbell),measurement,80,"Legs, heavy",belt on,,
      2026-01-05T18:30:00+01:00,Running (Treadmill),measurement,0,"Legs, heavy",,,
      """#),
    AppExample(
      "hevy.csv", "hevy", "read 3 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T18:00:00+01:00,Bench Press (Barbell),measurement,40,Upper,,warmup,
      2026-01-05T18:00:00+01:00,Bench Press (Barbell),measurement,80.5,Upper,elbows in,normal,
      2026-01-05T18:00:00+01:00,Plank,measurement,0,Upper,,normal,
      """#),
    AppExample(
      "strava.csv", "strava", "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T18:04:11+01:00,Run,session,40,"Morning Run, easy",,,strava/9001
      2026-01-08T10:00:00+01:00,Weight Training,session,60,Gym,"Legs, ""and"" back",,strava/9002
      """#),
    AppExample(
      "whoop-workouts.csv", "whoop",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-06T18:00:00+01:00,Running,session,60,,,,
      2026-02-02T07:10:00-05:00,Weightlifting,session,45,,,,
      """#),
    AppExample(
      "healthautoexport-workouts.csv", "healthautoexport",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T07:04:00+01:00,Outdoor Run,session,32,,,,
      2026-01-06T20:01:00+01:00,Yoga,session,119,,,,
      """#),
  ]
}
