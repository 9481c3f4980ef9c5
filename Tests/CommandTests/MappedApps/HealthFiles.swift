extension AppExample {
  static let health: [AppExample] = [
    AppExample(
      "whoop-journal.csv", "whoop",
      "read 3 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T23:12:00+01:00,Have any caffeine?,checklist,true,,"two cups, early",,
      2026-01-05T23:12:00+01:00,Read before bed?,checklist,false,,,,
      2026-02-01T22:30:00-05:00,Have any caffeine?,checklist,true,,,,
      """#),
    AppExample(
      "whoop-cycles.csv", "whoop",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T23:12:00+01:00,Recovery,measurement,72,,,,
      2026-01-05T23:12:00+01:00,Resting heart rate,measurement,52,,,,
      2026-01-05T23:12:00+01:00,Heart rate variability,measurement,58,,,,
      2026-01-05T23:12:00+01:00,Skin temperature,measurement,33.4,,,,
      2026-01-05T23:12:00+01:00,Blood oxygen,measurement,96.5,,,,
      2026-01-05T23:12:00+01:00,Strain,measurement,12.5,,,,
      2026-01-05T23:12:00+01:00,Energy burned,measurement,2600,,,,
      2026-01-06T22:40:00+01:00,Recovery,measurement,41,,,,
      2026-01-06T22:40:00+01:00,Resting heart rate,measurement,57,,,,
      """#),
    AppExample(
      "whoop-sleeps.csv", "whoop",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T23:15:00+01:00,Sleep,session,450,,,,
      2026-01-05T23:15:00+01:00,In bed,session,475,,,,
      2026-01-05T23:15:00+01:00,Light sleep,session,210,,,,
      2026-01-05T23:15:00+01:00,Deep sleep,session,110,,,,
      2026-01-05T23:15:00+01:00,REM sleep,session,130,,,,
      2026-01-05T23:15:00+01:00,Sleep performance,measurement,92,,,,
      2026-01-05T23:15:00+01:00,Respiratory rate,measurement,15.2,,,,
      2026-01-06T14:00:00+01:00,Sleep,session,35,,,,
      2026-01-06T14:00:00+01:00,In bed,session,40,,,,
      2026-01-06T14:00:00+01:00,Light sleep,session,20,,,,
      2026-01-06T14:00:00+01:00,Deep sleep,session,5,,,,
      2026-01-06T14:00:00+01:00,REM sleep,session,10,,,,
      2026-01-06T14:00:00+01:00,Respiratory rate,measurement,16,,,,
      """#),
    AppExample(
      "fitbit-activities.csv", "fitbit",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T12:00:00+01:00,Steps,measurement,11204,,,,
      2026-01-05T12:00:00+01:00,Distance,measurement,8.1,,,,
      2026-01-05T12:00:00+01:00,Floors,measurement,9,,,,
      2026-01-05T12:00:00+01:00,Calories Burned,measurement,2310,,,,
      2026-01-05T12:00:00+01:00,Activity Calories,measurement,1050,,,,
      2026-01-05T12:00:00+01:00,Sedentary,session,650,,,,
      2026-01-05T12:00:00+01:00,Lightly active,session,220,,,,
      2026-01-05T12:00:00+01:00,Fairly active,session,18,,,,
      2026-01-05T12:00:00+01:00,Very active,session,40,,,,
      2026-01-06T12:00:00+01:00,Steps,measurement,0,,,,
      2026-01-06T12:00:00+01:00,Distance,measurement,0,,,,
      2026-01-06T12:00:00+01:00,Floors,measurement,0,,,,
      2026-01-06T12:00:00+01:00,Calories Burned,measurement,1980,,,,
      2026-01-06T12:00:00+01:00,Activity Calories,measurement,0,,,,
      2026-01-06T12:00:00+01:00,Sedentary,session,1440,,,,
      2026-01-06T12:00:00+01:00,Lightly active,session,0,,,,
      2026-01-06T12:00:00+01:00,Fairly active,session,0,,,,
      2026-01-06T12:00:00+01:00,Very active,session,0,,,,
      """#),
    AppExample(
      "fitbit-sleep.csv", "fitbit",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T23:05:00+01:00,Sleep,session,410,,,,
      2026-01-05T23:05:00+01:00,Awake,session,55,,,,
      2026-01-05T23:05:00+01:00,In bed,session,465,,,,
      2026-01-05T23:05:00+01:00,REM sleep,session,95,,,,
      2026-01-05T23:05:00+01:00,Light sleep,session,240,,,,
      2026-01-05T23:05:00+01:00,Deep sleep,session,75,,,,
      2026-01-05T23:05:00+01:00,Awakenings,measurement,18,,,,
      2026-01-07T00:10:00+01:00,Sleep,session,320,,,,
      2026-01-07T00:10:00+01:00,Awake,session,32,,,,
      2026-01-07T00:10:00+01:00,In bed,session,352,,,,
      2026-01-07T00:10:00+01:00,Awakenings,measurement,2,,,,
      """#),
    AppExample(
      "fitbit-body.csv", "fitbit",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T12:00:00+01:00,Weight,measurement,70.5,,,,
      2026-01-05T12:00:00+01:00,BMI,measurement,22.5,,,,
      2026-01-05T12:00:00+01:00,Body fat,measurement,18.2,,,,
      2026-01-06T12:00:00+01:00,Weight,measurement,70.1,,,,
      2026-01-06T12:00:00+01:00,BMI,measurement,22.4,,,,
      """#),
    AppExample(
      "fitbit-score.csv", "fitbit",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-06T08:14:30+01:00,Sleep score,measurement,82,,,,fitbit/41/Sleep score
      2026-01-06T08:14:30+01:00,Deep sleep,session,93,,,,fitbit/41/Deep sleep
      2026-01-06T08:14:30+01:00,Resting heart rate,measurement,61,,,,fitbit/41/Resting heart rate
      2026-01-06T08:14:30+01:00,Restlessness,measurement,0.144,,,,fitbit/41/Restlessness
      2026-01-07T07:02:00+01:00,Deep sleep,session,80,,,,fitbit/42/Deep sleep
      2026-01-07T07:02:00+01:00,Resting heart rate,measurement,60,,,,fitbit/42/Resting heart rate
      2026-01-07T07:02:00+01:00,Restlessness,measurement,0.1,,,,fitbit/42/Restlessness
      """#),
    AppExample(
      "oura-trends.csv", "oura",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T12:00:00+01:00,Sleep Score,measurement,84,,,,
      2026-01-05T12:00:00+01:00,Readiness Score,measurement,79,,,,
      2026-01-05T12:00:00+01:00,Activity Score,measurement,87,,,,
      2026-01-05T12:00:00+01:00,Steps,measurement,5703,,,,
      2026-01-05T12:00:00+01:00,Sleep,session,453,,,,
      2026-01-05T12:00:00+01:00,Resting heart rate,measurement,51,,,,
      2026-01-05T12:00:00+01:00,Heart rate variability,measurement,64,,,,
      2026-01-05T12:00:00+01:00,Respiratory rate,measurement,13.75,,,,
      2026-01-05T12:00:00+01:00,Energy burned,measurement,2545,,,,
      2026-01-06T12:00:00+01:00,Activity Score,measurement,77,,,,
      2026-01-06T12:00:00+01:00,Steps,measurement,10432,,,,
      2026-01-06T12:00:00+01:00,Energy burned,measurement,2350,,,,
      """#),
    AppExample(
      "oura-sleepmodel.csv", "oura",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-04T22:40:00+01:00,Sleep,session,420,,,,oura/a1/Sleep
      2026-01-04T22:40:00+01:00,In bed,session,480,,,,oura/a1/In bed
      2026-01-04T22:40:00+01:00,Deep sleep,session,80,,,,oura/a1/Deep sleep
      2026-01-04T22:40:00+01:00,Light sleep,session,250,,,,oura/a1/Light sleep
      2026-01-04T22:40:00+01:00,REM sleep,session,90,,,,oura/a1/REM sleep
      2026-01-04T22:40:00+01:00,Resting heart rate,measurement,52,,,,oura/a1/Resting heart rate
      2026-01-04T22:40:00+01:00,Heart rate variability,measurement,61,,,,oura/a1/Heart rate variability
      2026-01-04T22:40:00+01:00,Sleep efficiency,measurement,88,,,,oura/a1/Sleep efficiency
      2026-01-05T14:00:00+01:00,Sleep,session,21,,,,oura/a2/Sleep
      2026-01-05T14:00:00+01:00,In bed,session,25,,,,oura/a2/In bed
      """#),
    AppExample(
      "sleepcycle-nights.csv", "sleepcycle",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-04T23:51:45+01:00,Sleep,session,390,,,,
      2026-01-04T23:51:45+01:00,Sleep quality,measurement,67,,,,
      2026-01-04T23:51:45+01:00,Steps,measurement,4210,,,,
      2026-01-05T22:38:34+01:00,Sleep,session,462,,Stayed up:Tea,,
      2026-01-05T22:38:34+01:00,Sleep quality,measurement,89,,,,
      2026-01-05T22:38:34+01:00,Sleep regularity,measurement,73,,,,
      2026-01-05T22:38:34+01:00,Heart rate,measurement,58,,,,
      2026-01-05T22:38:34+01:00,Snoring,session,3,,,,
      """#),
    AppExample(
      "sleepcycle-earlier.csv", "sleepcycle",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2016-01-04T22:52:48+01:00,Sleep,session,474,,,worked out,
      2016-01-04T22:52:48+01:00,Sleep quality,measurement,93,,,,
      2016-01-05T23:01:55+01:00,Sleep,session,416,,,stressful day|worked out,
      2016-01-05T23:01:55+01:00,Sleep quality,measurement,71,,,,
      2016-01-05T23:01:55+01:00,Heart rate,measurement,62,,,,
      2016-01-05T23:01:55+01:00,Steps,measurement,8120,,,,
      """#),
    AppExample(
      "healthautoexport-metrics.csv", "healthautoexport",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T00:00:00+01:00,Steps,measurement,8421,,,,
      2026-01-05T00:00:00+01:00,Distance (km),measurement,6.1,,,,
      2026-01-05T00:00:00+01:00,Energy (kJ),measurement,1800.5,,,,
      2026-01-05T00:00:00+01:00,Resting heart rate,measurement,58,,,,
      2026-01-05T00:00:00+01:00,Heart rate,measurement,71.2,,,,
      2026-01-05T00:00:00+01:00,Weight (kg),measurement,67.7,,,,
      2026-01-05T00:00:00+01:00,Exercise,session,32,,,,
      2026-01-05T00:00:00+01:00,Sleep,session,450,,,,
      2026-01-05T00:00:00+01:00,Deep sleep,session,75,,,,
      2026-01-06T00:00:00+01:00,Steps,measurement,1200,,,,
      2026-01-06T00:00:00+01:00,Energy (kJ),measurement,950,,,,
      """#),
    AppExample(
      "healthautoexport-sleep.csv", "healthautoexport",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T12:00:00+01:00,Sleep,session,435,,,,
      2026-01-05T12:00:00+01:00,Core sleep,session,270,,,,
      2026-01-05T12:00:00+01:00,Deep sleep,session,75,,,,
      2026-01-05T12:00:00+01:00,REM sleep,session,90,,,,
      2026-01-05T12:00:00+01:00,Awake,session,15,,,,
      2026-01-06T12:00:00+01:00,Sleep,session,390,,,,
      2026-01-06T12:00:00+01:00,Core sleep,session,240,,,,
      2026-01-06T12:00:00+01:00,Deep sleep,session,60,,,,
      2026-01-06T12:00:00+01:00,REM sleep,session,90,,,,
      2026-01-06T12:00:00+01:00,Awake,session,30,,,,
      """#),
  ]
}
