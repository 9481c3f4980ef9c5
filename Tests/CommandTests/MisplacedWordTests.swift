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
    ("task Call -p 9", "priority"),
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
    ("habit done stretch no", "flint habit no stretch records that nothing was done"),
    ("habit no stretch yes", "flint habit done stretch records a day"),
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
    ("sparks --limit 5 last month", "a range of days is given by --on \"last month\""),
    ("stats last month --on today", "--on is given twice: \"last month\" and \"today\""),
    ("year 2026 --on 2025", "\"2026\" and --on cannot be combined"),
    ("stats --metric steps", "of a tracker: flint stats --metric amount --tracker steps"),
    ("tasks --sort due", "unknown option \"--sort\" (did you mean \"--order\"?)"),
    ("report --lang it", "unknown option \"--lang\" (did you mean \"--language\"?)"),
    ("undo -1", "unknown option \"-1\"; flint undo alone undoes the latest batch"),
    ("roll idea --at 2026-03-07T10:00", "unknown option \"--at\"; a card is rolled at the present"),
    ("edit last title Swam", "expected FIELD=VALUE, such as title=Swam, got \"title Swam\""),
    ("habit --on yesterday", "flint habit done NAME --on yesterday records one"),
    ("habit done stretch --on tomorrow", "\"tomorrow\" is a day to come; "),
    ("entry reading 5 --at 2099-01-01", "\"2099-01-01\" is a day to come; "),
    ("mood good --on 31/11", "--on: November has 30 days, got \"31/11\""),
    ("mood good --on 30.2.2026", "--on: February 2026 has 28 days"),
    ("mood good --on 0/5", "--on: there is no day 0, got \"0/5\""),
    ("mood good --at 7.30pm", "--at: expected a time such as 14:30"),
    ("journey start 31/2", "day: February has at most 29 days, got \"31/2\""),
    ("habit done stretch --on 31/2", "--on: February has at most 29 days, got \"31/2\""),
    ("habit done stretch --at 31/2", "--at: February has at most 29 days, got \"31/2\""),
    ("habit --on 31/2", "--on: February has at most 29 days, got \"31/2\""),
    (
      "journey --quiet start 2026-03-01",
      "options follow the word \"start\": flint journey start --quiet 2026-03-01"
    ),
    (
      "journey --day yesterday start",
      "options follow the word \"start\": flint journey start …"
    ),
    ("mood good --on 10-30", "--on: expected a date with its year, YYYY-10-30, got \"10-30\""),
    (
      "entry reading 8,000",
      "got \"8,000\"; write 8000, or 8.000 for a number with decimals"
    ),
    ("entry Steps 1,234,567 --new", "got \"1,234,567\"; write 1234567"),
    ("entry reading --number 8,000", "write 8000, or 8.000 for a number with decimals"),
    ("entry reading 7:30", "got \"7:30\"; write 7h30"),
    ("entry reading 7.5h", "got \"7.5h\"; write 7h30"),
    ("entry reading --number 3 --rating 4", "--number and --rating cannot be combined"),
    ("entry Zed --text hi --rating 4 --new", "--text and --rating cannot be combined"),
    ("entry Zed 3 --done --rating 4 --new", "the amount \"3\", --done and --rating cannot be"),
    ("entry Zed 45min --minutes 30 --new", "the amount \"45min\" and --minutes cannot be combined"),
    ("entry Zed '1 000' --new", "or for a text --text \"1 000\", got \"1 000\""),
    ("entry Zed 5% --new", "or for a text --text 5%, got \"5%\""),
    ("entry Zed '$5' --new", "got \"$5\""),
    ("entry Zed 120/80 --new", "got \"120/80\""),
    ("entry Zed 1h90 --new", "got \"1h90\""),
    ("entry reading 1h60", "got \"1h60\""),
    ("entry 5 Zed --new", "the amount goes behind the tracker: flint entry \"Zed\" 5 --new"),
    (
      "entry reading \"$UNSET\"",
      "amount: expected a number such as 20, minutes such as 45min, yes or no, or a text, got nothing"
    ),
    ("entry reading - </dev/null", "standard input: expected an amount, got nothing"),
    ("entry Zed 5 Place= --new", "Place: expected a value, got nothing"),
    (
      "task Pay --due ''",
      "--due: expected a day such as 2026-03-01, yesterday, mon or -7d, got nothing"
    ),
    ("task Pay --reminder ''", "--reminder: expected a time such as 14:30"),
    (
      "spark Foo energy --minutes ''",
      "--minutes: expected a whole number from 0 to 2147483647, got nothing"
    ),
    ("spark Foo energy --note ' '", "--note: expected a text, got nothing"),
    ("spark Foo energy --tag a --tag ''", "--tag: expected a list of texts, got nothing"),
    ("habit done stretch ''", "expected the name of a habit, or an amount, got nothing"),
    ("habit skip stretch ''", "expected the name of a habit, got nothing"),
    ("entry reading --rating 9", "--rating: expected "),
    ("spark Foo energy --zone CEST", "--zone: unknown time zone \"CEST\""),
    ("habit done stretch 1,500", "amount: expected a number such as 20, or minutes such as 45min"),
    ("spark Swam energy --minutes 45m2", "got \"45m2\""),
    (
      "task Call projet:Work",
      "\"projet:Work\": did you mean project:Work? Otherwise text with this word goes after --"
    ),
    ("task Call pri:urgent", "priority: expected P0, P1, P2, P3, or 1 to 4 for these"),
    ("task Call until:fri", "tasks do not expire; due:DAY gives the day on which it is due"),
    ("task Call scheduled:fri", "wait:DAY hides a task until a day"),
    ("task Call due:mon due:tue", "due is given twice: \"mon\" and \"tue\""),
    ("task Pay rent p1", "\"p1\": write pri:P1"),
    ("task 3 done", "flint done completes: flint done 3; "),
    ("task Call due: fri", "\"due: fri\": write due:fri, without a space"),
    ("task Call pr:H", "\"pr:H\": did you mean priority:H or project:H?"),
    ("task Call de:2", "\"de:2\": did you mean depends:2 or details:2?"),
    ("task Buy milk due:fri at:tomorrow", "\"tomorrow\" is a day to come; "),
    ("printf 'Call du:soon\\n' | flint task -", "line 1: due: expected a day such as"),
    ("habit add Gym every:week", "--per day, --per week or --per month is a period with a name"),
    ("habit add Gym per: week", "\"per: week\": write per:week, without a space"),
    ("edit stretch per: week", "\"per: week\": write per:week, without a space"),
    ("edit stretch o=3", "there is no field \"o\""),
    ("tasks +x", "did you mean flint tasks --tag x?"),
    ("tasks project:Work", "did you mean flint tasks --project Work?"),
    ("tasks pri:H", "did you mean flint tasks --priority P0?"),
    ("sparks +run", "did you mean flint sparks --tag run?"),
    ("tasks --status overdue", "did you mean flint tasks --view overdue?"),
    ("tasks --view waiting", "did you mean flint tasks --status waiting?"),
    ("due tomorrow", "--within 2d says how far to look ahead"),
    ("today yesterday", "flint log --on yesterday what was recorded"),
    ("habits yesterday", "flint habit --on yesterday asks for a day"),
    ("habit yesterday", "flint habit --on yesterday asks for that day"),
    ("done yesterday", "--on yesterday gives the day"),
    ("words", "flint help words explains the words"),
    ("help word", "flint help words explains the words"),
    ("help words --language it", "flint help words takes no option \"--language\""),
    ("help words flying", "there is no word \"flying\" to explain"),
    ("task Pay --every fortnights", "every: expected a recurrence such as day, 2 weeks"),
    ("task Pay --recur month", "--every month repeats a task"),
    ("task Pay --colour red", "the fields are --name, --details, --priority"),
    ("stats --on last month", "what has spaces is quoted: --on \"last month\""),
    ("task Milk --at yesterday 10:00", "what has spaces is quoted: --at \"yesterday 10:00\""),
    ("task Milk --due in 2 weeks", "what has spaces is quoted: --due \"in 2 weeks\""),
    ("mood good --on=3 days ago", "what has spaces is quoted: --on \"3 days ago\""),
    ("sparks --since 3 days ago", "what has spaces is quoted: --since \"3 days ago\""),
    ("week last month", "flint stats --on \"last month\" shows any range"),
    ("tasks today", "a range of days (--on) requires --scores; flint due lists what is due"),
    ("log today", "a range of days is given by --on today"),
    ("tasks overdue", "flint tasks --view overdue"), ("tasks Inbox", "flint tasks --view inbox"),
    ("tasks p1", "flint tasks --priority P1"),
    ("tasks house", "flint task \"house\"; --project or --text selects tasks"),
    ("tasks buy bread", "flint task records: flint task \"buy bread\""),
    ("habits done Read now", "flint habit done records: flint habit done \"Read\" now"),
    ("sparks ''", "unexpected word \"\"\n"),
    ("sparks --limit -1", "--limit: expected another value, got \"-1\""),
    ("sparks --limit", "--limit: expected a value, got nothing"),
    ("due --within -1d", "--within: expected another value, got \"-1d\""),
    ("sparks --on=", "--on: expected a value, got nothing"),
    ("redo last", "batch: expected a whole number such as 20, got \"last\""),
    ("roll 2 dragon", "count: expected a whole number such as 20, got \"dragon\""),
    ("week -7d", "unknown option \"-7d\"; --day -7d gives a day of the week"),
    ("stats -7d", "--since -7d begins on that day, and --on -7d is that day alone"),
    ("journey start -1d", "unknown option \"-1d\"; flint journey start -- -1d"),
    ("stats next week", "--on: expected a day that is not to come, got 2"),
    ("mood bad --on yesterday --at '2 days ago'", "--on gives a later day than --at"),
    ("spark Ran energy high 14:30", "got nothing; --at 14:30 gives the time"),
    ("spark Ran energy --at '24 nov'", "--at: expected a date with its year, YYYY-11-24, got"),
    ("spark Ran energy --at -90m", "--at: expected -90min or -90mo, since \"-90m\" can be read"),
    ("task Call --reminder +3m", "--reminder: expected +3min or +3mo, since"),
    ("mood good 5m ago", "--on \"5m ago\" gives the day"),
    ("mood good --on 26-03-05", "--on: expected 2005-03-26 or 2026-03-05, since"),
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
    let result =
      command.hasPrefix("printf")
      ? try Shell.run("export FLINT_DB=p.db; \(command)", in: scratch.url)
      : try Self.run(command, in: scratch)
    #expect(result.status != 0)
    // A usage is no wall of options.
    #expect(
      result.output.split(separator: "\n").filter { $0.hasPrefix("Usage: ") }
        .allSatisfy { $0.count <= 80 })
    #expect(result.output.contains(answer), "\(result.output)")
    #expect(try Self.events(in: scratch) == before)
  }

  @Test(arguments: [
    ("sparks today", "sparks --on today"), ("stats last month", "stats --on 'last month'"),
    ("year 2026", "year --on 2026"), ("calendar points 2026", "calendar points --on 2026"),
    ("calendar last month", "calendar --on 'last month'"),
    ("report sparks 2026 -o -", "report sparks --on 2026 -o -"),
    ("moods last 7 days", "moods --on 'last 7 days'"),
  ])
  func `ranges of days follow a command that selects them`(words: String, option: String) throws {
    let scratch = try Self.prepared()
    let expected = try Self.run(option, in: scratch)
    #expect(expected.status == 0, "\(expected.output)")
    #expect(try Self.run(words, in: scratch).output == expected.output)
  }

  @Test(arguments: [
    ("cards legendary", "cards --rarity legendary"), ("cards idea", "cards --category idea"),
  ])
  func `a rarity or a category selects cards`(words: String, option: String) throws {
    let scratch = try Self.prepared()
    let expected = try Self.run(option, in: scratch)
    #expect(expected.status == 0, "\(expected.output)")
    #expect(expected.output != (try Self.run("cards", in: scratch).output))
    #expect(try Self.run(words, in: scratch).output == expected.output)
  }

  @Test func `the name of a tracker is no range of days`() throws {
    let scratch = try Self.prepared()
    #expect(try Self.run("entry 2026 5 --new", in: scratch).status == 0)
    #expect(try Self.run("calendar 2026", in: scratch).output.hasPrefix("2026"))
  }

  @Test func `a journey starts on a day, and not in a dry run`() throws {
    let scratch = try Self.prepared()
    #expect(
      try Self.run("journey start 2026-03-01 --dry-run", in: scratch).output
        .contains("started a journey on 2026-03-01"))
    #expect(try Self.run("journey", in: scratch).output.contains("none yet; flint journey start"))
    let json = try Self.run("journey start 2026-03-01 --format json", in: scratch).output
    #expect(json.contains("\"kind\": \"journey\""), "\(json)")
    #expect(
      try Self.run("journey --format json", in: scratch).output.contains(
        "\"first_day\": \"2026-03-01\""))
    let later = try Self.run("journey start 2999-01-01", in: scratch)
    #expect(later.status == 2)
    #expect(later.output.contains("day: expected a day that is not later than "), "\(later.output)")
    // An option of `flint journey`, which would be dropped.
    #expect(try Self.run("journey start --activities", in: scratch).status == 2)
  }

  @Test(arguments: [
    ("task 'Call Ada due:tue'", "added Call Ada due:tue\n"),
    ("task Read https://example.org/a:b", "added Read https://example.org/a:b\n"),
    ("task Meet at 10:30 in room 5", "added Meet at 10:30 in room 5\n"),
    ("task --name 'pri:H' --due tomorrow", "added pri:H, due "),
    ("task Sum 1 +2", "added Sum 1 +2\n"),
    ("task -- Explain pri:H to Bob", "added Explain pri:H to Bob\n"),
    ("task Explain -- pri:H tomorrow", "added Explain pri:H tomorrow\n"),
    ("task -- due:fri", "added due:fri\n"), ("task Call Eve due: pri:", "added Call Eve\n"),
    ("task Call Eve wait: pri:H", "added Call Eve, P0\n"),
    ("task Call Eve --priority h", "added Call Eve, P0\n"),
    ("task Decide on: a or b", "added Decide on: a or b\n"),
    ("task Answer Re: contract", "added Answer Re: contract\n"),
    ("task Call du:2026-03-06 ev:week", "added Call, due 2026-03-06, every week"),
    ("habit add Gym times:3 per:week group:Evening", "made Gym a habit: 3 times a week"),
    ("habit add -- Read daily", "made Read daily a habit: every day"),
    ("habit change stretch times:3 per:week", "made Stretch a habit: 3 times a week"),
    ("mood good -- yesterday", "good: yesterday"),
    ("mood good on:yesterday Met Ann", "good: Met Ann"),
    ("spark Swam minutes:20 +sea energy", "Swam (energy, medium)"),
    ("spark -- Swam on:call energy", "Swam on:call (energy, medium)"),
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
