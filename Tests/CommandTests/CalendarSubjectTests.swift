import Testing

/// What `flint calendar` and `flint year` show, by its name.
struct `The subject of a calendar` {
  private func profile() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db p.db --seed 7 --zone UTC &&
      flint eval --quiet --db p.db --now 2026-02-01 '
        for _, name in ipairs{"Reading", "Running", "Points"} do
          habit.add{name = name, schedule = {per = "day"}, at = "2026-01-01T07:00"}
          habit.done(name, nil, {at = "2026-01-02T08:00"})
        end
        mood.add{mood = 3, day = "2026-01-02"}'
      """, in: scratch.url)
    try #require(made.status == 0, "\(made.output)")
    return scratch
  }

  private func flint(
    _ line: String, in scratch: borrowing Scratch
  ) throws -> (status: Int32, output: String) {
    let result = try Shell.run(
      "flint \(line) --db p.db --now 2026-02-01T12:00", in: scratch.url)
    return (result.status, result.output)
  }

  @Test(arguments: ["Reading", "rea", "REA", "tracker:Reading", "tracker:rea"])
  func `is a habit by its name or the beginning of one`(name: String) throws {
    let scratch = try profile()
    let shown = try flint("calendar \(name)", in: scratch)
    #expect(shown.status == 0 && shown.output.hasPrefix("Reading, 2026\n"), "\(shown.output)")
  }

  @Test func `is refused where it names several habits or none, with a similar name`() throws {
    let scratch = try profile()
    let several = try flint("calendar r", in: scratch)
    #expect(several.status == 1, "\(several.output)")
    #expect(several.output.contains("Reading") && several.output.contains("Running"))
    for (name, kind, list) in [
      ("raeding", "subject", "calendar --help"), ("tracker:raeding", "tracker", "trackers"),
    ] {
      let none = try flint("calendar \(name)", in: scratch)
      #expect(none.status == 1)
      #expect(
        none.output.hasPrefix(
          "flint: there is no \(kind) \"raeding\" (did you mean \"Reading\"?); "),
        "\(none.output)")
      #expect(none.output.contains("; flint \(list) lists them"), "\(none.output)")
    }
  }

  @Test func `is a metric where a habit has its name too, and the habit by tracker:`() throws {
    let scratch = try profile()
    let metric = try flint("calendar points", in: scratch)
    #expect(
      metric.output.contains("points is a metric; tracker:points is the tracker of that name\n"),
      "\(metric.output)")
    #expect(!metric.output.contains("done"))
    let habit = try flint("calendar tracker:points", in: scratch)
    #expect(habit.status == 0 && habit.output.contains("■ done"), "\(habit.output)")
  }

  @Test func `has a sentence on its page that says what this contains`() throws {
    let scratch = try profile()
    for (line, sentence) in [
      ("calendar", "a number for each day (Everything recorded). Titles, names of tasks, and"),
      ("year rea", "the name of a habit and the status of each of its days. Notes are left out."),
      ("calendar moods", "the mood of each rated day. Notes are left out."),
    ] {
      let shown = try Shell.run(
        "flint \(line) --db p.db --now 2026-02-01T12:00 -o page.html --force && cat page.html",
        in: scratch.url)
      #expect(shown.output.contains("contains " + sentence), "\(shown.output.suffix(900))")
    }
  }

  @Test func `has in a year the months of the range alone`() throws {
    let scratch = try profile()
    let shown = try flint("year --on 2026-01", in: scratch)
    let months = shown.output.split(separator: "\n").dropFirst(2).map { $0.prefix(3) }
    #expect(months.first == "Jan" && !months.contains("Feb"), "\(shown.output)")
  }

  @Test func `can be coloured as one of three words says`() throws {
    let scratch = try profile()
    let shown = try flint("calendar --color=nope", in: scratch)
    #expect(shown.status == 2)
    #expect(
      shown.output.contains("--color: expected auto, always or never, got \"nope\""),
      "\(shown.output)")
  }
}
