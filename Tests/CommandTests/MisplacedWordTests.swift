import Foundation
import Testing

/// What people type who have read no page: days, schedules, units and options where they do not belong.
struct `Words in the wrong place` {
  /// Runs commands on a new profile with a habit, a tracker of numbers and a spark.
  private static func prepared() throws -> Scratch {
    let scratch = try Scratch()
    for command in [
      "init --seed 7 --zone UTC", "habit add Stretch", "entry Reading 12 --new",
      "spark 'Ran 5 km' energy",
    ] {
      #expect(try run(command, in: scratch).status == 0)
    }
    return scratch
  }

  private static func run(_ command: String, in scratch: borrowing Scratch) throws -> Shell.Result {
    try Shell.run("export FLINT_DB=p.db; flint \(command)", in: scratch.url)
  }

  private static func events(in scratch: borrowing Scratch) throws -> String {
    try run("log --format csv", in: scratch).output
  }

  @Test(arguments: [
    (
      "task Buy milk tomorrow",
      "--due tomorrow gives the day; a name that ends with \"tomorrow\" is written in quotes"
    ),
    ("task 'Buy milk' friday", "--due friday gives the day"),
    ("task Renew the passport in 2 weeks", "--due \"in 2 weeks\" gives the day"),
    ("task Call -p 1", "(did you mean --priority or --project?)"),
    (
      "mood good yesterday",
      "--on yesterday gives the day; a note that is only \"yesterday\" is given by --note"
    ),
    ("mood good 2026-03-01", "--on 2026-03-01 gives the day"),
    ("mood yesterday good", "got \"yesterday\"; --on yesterday gives the day"),
    ("spark Swam energy yesterday", "--on yesterday gives the day"),
    ("spark energy Swam 2 km", "got nothing (\"energy\" belongs behind the title)"),
    ("spark Swam energy hgih", "(\"hgih\" is no intensity; did you mean \"high\"?)"),
    ("spark Swam energy often", "(\"often\" is no intensity)"),
    ("entry 20 reading", "the amount goes behind the tracker: flint entry \"reading\" 20"),
    ("entry reading 20 yesterday", "--on yesterday gives the day"),
    ("entry reading yesterday", "--on yesterday gives the day"),
    ("entry reading 3 days ago", "--on \"3 days ago\" gives the day"),
    ("entry Pages 20 yesterday --new", "--on yesterday gives the day"),
    ("entry Pages 20 pages --new", "a number such as 20, or for a text --text \"20 pages\""),
    ("habit done stretch yesterday", "--on yesterday gives the day"),
    ("habit add Read 20 pages 5 times a week", "such as --times 5 --per week"),
    ("habit add Run 3/week", "such as --times 5 --per week"),
    ("habit add Read daily", "a name with \"daily\" is written in quotes"),
    ("habit add Read --weekly", "--per week is the period"),
    ("habit add Read --times 5/week", "--per week gives the period"),
    ("habit add Read --every day", "--per day, --per week or --per month"),
    ("habit add Gym --days mon,wed", "--weekdays mon,wed,fri gives the days"),
    ("edit swam intensity=low", "there is no event \"swam\"; flint log lists what was recorded"),
    ("--now 2026-03-02 today", "options follow the command: flint today --now 2026-03-02"),
    (
      "--format json spark 'Ran 5 km' energy",
      "options follow the command: flint spark --format json 'Ran 5 km' energy"
    ),
    ("stats last month", "a range of days is given by --on \"last month\""),
    ("moods last month", "a range of days is given by --on \"last month\""),
    ("stats last month --format csv", "a range of days is given by --on \"last month\""),
    ("stats --on last month", "what has spaces is quoted: --on \"last month\""),
    ("task Milk --at yesterday 10:00", "what has spaces is quoted: --at \"yesterday 10:00\""),
    ("task Milk --due in 2 weeks", "what has spaces is quoted: --due \"in 2 weeks\""),
    ("mood good --on=3 days ago", "what has spaces is quoted: --day \"3 days ago\""),
    ("sparks --since 3 days ago", "what has spaces is quoted: --since \"3 days ago\""),
    ("week last month", "flint stats --on \"last month\" shows any range"),
    ("log today", "a range of days is given by --on today"),
    ("tasks open", "flint tasks --status open"),
    ("missions week", "flint missions --window week"),
    ("missions completed", "flint missions --status completed"),
    ("stats mood", "flint stats relate mood"),
    ("stats mood_mean", "flint stats --metric mood_mean"),
    ("stats relate mood habits", "flint stats relate mood --with habits"),
    ("stats relate mood --with habit", "got \"habit\" (did you mean \"habits\"?)"),
    ("odds --goal legendary", "(did you mean \"first:legendary\"?)"),
    ("odds --goal idea", "(did you mean \"category:idea\"?)"),
    ("month", "flint week last week shows last week"),
    ("relate mood", "flint stats relate mood compares"),
  ])
  func `are refused with what to type instead`(command: String, answer: String) throws {
    let scratch = try Self.prepared()
    let before = try Self.events(in: scratch)
    let result = try Self.run(command, in: scratch)
    #expect(result.status != 0)
    #expect(result.output.contains(answer), "\(result.output)")
    #expect(try Self.events(in: scratch) == before)
  }

  @Test(arguments: [
    ("task 'Buy milk tomorrow'", "added Buy milk tomorrow\n"),
    ("task Prepare the talk of monday --due tomorrow", "added Prepare the talk of monday, due "),
    ("task --due friday 10 pages", "added 10 pages, due "),
    ("task Enjoy the sun", "added Enjoy the sun\n"), ("task tomorrow", "added tomorrow\n"),
    ("mood good Met Ann yesterday", "good: Met Ann yesterday"),
    ("mood good --note yesterday", "good: yesterday"),
    ("spark Plan for tomorrow idea", "Plan for tomorrow (idea, medium)"),
    ("habit add 'Walk 3 times'", "made Walk 3 times a habit: every day"),
    ("entry Diary Saw 2 films --new", "entry in Diary: Saw 2 films"),
    ("entry Pages --text '20 pages' --new", "entry in Pages: 20 pages"),
    ("entry reading 30 min", "entry in Reading: 30 minutes"),
  ])
  func `are accepted where they are meant`(command: String, answer: String) throws {
    let scratch = try Self.prepared()
    let result = try Self.run(command, in: scratch)
    #expect(result.status == 0)
    #expect(result.output.contains(answer), "\(result.output)")
  }

  @Test func `habits are named by the beginning of their names, and a table has words for people`()
    throws
  {
    let scratch = try Self.prepared()
    let page = try Self.run("habits --name str", in: scratch).output
    #expect(page.hasPrefix("Stretch: every day\n"))
    #expect(page.contains(" open "))
    let list = try Self.run("habits", in: scratch).output
    #expect(list.contains("every day  open "), "\(list)")
    #expect(try Self.run("habits --format json", in: scratch).output.contains("\"unknown\""))
    let other = try Self.run("habits --name reading", in: scratch)
    #expect(other.output.contains("\"Reading\" is a tracker without a schedule"))
  }
}
