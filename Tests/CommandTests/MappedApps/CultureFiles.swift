extension AppExample {
  static let culture: [AppExample] = [
    AppExample(
      "goodreads.csv", "goodreads",
      "read 4 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 2",
      #"""
      2026-01-15T12:00:00+01:00,Books,checklist,true,"The Salt Road, Volume 1","Slow, but ""worth it"".",favourites|travel,goodreads/101
      2026-02-03T12:00:00+01:00,Books,checklist,true,Low Tide,,,goodreads/102
      """#),
    AppExample(
      "letterboxd-diary.csv", "letterboxd",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T12:00:00+01:00,Films,checklist,true,The Last Ferry,,cinema|with noor,letterboxd/https://boxd.it/aaa1
      2026-01-19T12:00:00+01:00,Films,checklist,true,"Bread, Salt",,,letterboxd/https://boxd.it/aaa2
      """#),
    AppExample(
      "letterboxd-ratings.csv", "letterboxd",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-06T12:00:00+01:00,Film ratings,measurement,4.5,The Last Ferry,,,letterboxd-ratings/https://boxd.it/f1
      2026-01-08T12:00:00+01:00,Film ratings,measurement,0.5,Quiet Engine,,,letterboxd-ratings/https://boxd.it/f2
      """#),
    AppExample(
      "letterboxd-watched.csv", "letterboxd",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-06T12:00:00+01:00,Films watched,checklist,true,The Last Ferry,,,letterboxd-watched/https://boxd.it/f1
      2026-01-08T12:00:00+01:00,Films watched,checklist,true,"Bread, Salt",,,letterboxd-watched/https://boxd.it/f3
      """#),
    AppExample(
      "clockify.csv", "clockify",
      "read 3 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-15T09:00:00+01:00,Website,session,90,"Menu, first draft",,drawing|web,
      2026-01-15T12:05:00+01:00,Clockify,session,16,Mail,,,
      2026-01-30T23:30:00+01:00,Website,session,75,Night deploy,,,
      """#),
    AppExample(
      "activitywatch-buckets.json", "activitywatch",
      "read 3 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 1",
      #"""
      2026-01-12T08:00:01.250Z,Editor,measurement,312.75,"notes.txt - ""draft""",,,
      2026-01-12T08:05:14.000Z,Browser,measurement,0,,,,
      """#),
    AppExample(
      "activitywatch-events.csv", "activitywatch",
      "read 2 = added 2 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-12T09:00:01.250+01:00,Editor,measurement,312.75,"notes.txt, draft",,,
      2026-01-12T09:05:14.000+01:00,Browser,measurement,61.008,,,,
      """#),
    AppExample(
      "habitbull.csv", "habitbull",
      "read 4 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 1",
      #"""
      2026-01-05T12:00:00+01:00,Read,measurement,1,,,mind,
      2026-01-06T12:00:00+01:00,Read,measurement,0,,"too late, slept",mind,
      2026-01-05T12:00:00+01:00,Water,measurement,8,,,body,
      """#),
    AppExample(
      "habitkit.json", "habitkit",
      "read 3 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-15T00:00:00+01:00,Stretch,measurement,1,,,,habitkit/c-1
      2026-01-15T09:30:00+01:00,Water,measurement,3,,two before noon,,habitkit/c-2
      2026-02-01T00:00:00-05:00,Water,measurement,0,,,,habitkit/c-3
      """#),
    AppExample(
      "pixels.json", "pixels",
      "read 3 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 0",
      #"""
      2026-01-05T12:00:00+01:00,Pixels,rating,4,,,calm|noor|proud,
      2026-01-06T12:00:00+01:00,Pixels,rating,1,,,,
      2026-01-17T12:00:00+01:00,Pixels,rating,5,,,,
      """#),
  ]
}
