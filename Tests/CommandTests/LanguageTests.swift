import Charts
import Foundation
import Testing
import Views

@testable import Commands

struct `The language of pages` {
  @Test(arguments: [
    ([:], Language.english),
    (["LANG": "it_IT.UTF-8"], .italian),
    (["LANG": "it_IT.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"], .spanish),
    (["LANG": "it_IT.UTF-8", "LC_MESSAGES": "es_ES.UTF-8", "LC_ALL": "en_US.UTF-8"], .english),
    (["LANG": "it_IT.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""], .italian),
    // A locale that is set decides, also when Flint has no texts of it.
    (["LANG": "it_IT.UTF-8", "LC_ALL": "de_DE.UTF-8"], .english),
    (["LANG": "it_IT.UTF-8", "LC_ALL": "C"], .english),
    (["LC_TIME": "it_IT.UTF-8", "LANGUAGE": "it"], .english),
  ])
  func `is that of the locale's messages`(variables: [String: String], language: Language) {
    #expect(Language.ofLocale { variables[$0] } == language)
  }

  @Test func `is among the values of the setting, beside auto`() throws {
    let scratch = try Scratch()
    let commands =
      (["auto"] + Language.codes).map {
        "flint config --db p.db language \($0) --quiet && flint config --db p.db language"
      }
    let result = try Shell.run(
      "flint init --db p.db --quiet; " + commands.joined(separator: "; "), in: scratch.url)
    #expect(result.output == "auto\nen\nes\nit\n")
  }

  @Test func `is chosen by the option, else by the profile, else by the locale`() throws {
    let scratch = try Scratch()
    func first(_ command: String) throws -> String {
      let result = try Shell.run(
        "unset LC_ALL; export LANG=it_IT.UTF-8; \(command) --db p.db --now 2026-03-03T10:30",
        in: scratch.url)
      return result.output.split(separator: "\n").first.map(String.init) ?? ""
    }
    _ = try Shell.run("flint init --db p.db --seed 7 --zone UTC --quiet", in: scratch.url)
    #expect(try first("flint today") == "Oggi       martedì 3 marzo 2026")
    #expect(try first("flint today --language es") == "Hoy        martes, 3 de marzo de 2026")
    #expect(try first("LC_MESSAGES=es_AR.UTF-8 flint today").hasPrefix("Hoy "))
    #expect(try first("flint due") == "niente in scadenza")
    _ = try Shell.run("flint config --db p.db language es --quiet", in: scratch.url)
    #expect(try first("flint due") == "nada pendiente")
    #expect(try first("flint today").hasPrefix("Hoy "))
    #expect(try first("flint week --language it").hasPrefix("giorno "))
    #expect(try first("flint today --language en") == "Today     Tuesday 2026-03-03")
    // `flint` alone shows the same page.
    let alone = try Shell.run("FLINT_DB=p.db flint", in: scratch.url).output
    #expect(alone.hasPrefix("Hoy  "))
    _ = try Shell.run("flint config --db p.db language en --quiet", in: scratch.url)
    #expect(try first("flint due") == "nothing due")
  }

  @Test(arguments: [
    "due --format json", "due --format csv", "today --format json", "today --format csv",
    "week --format json", "week --format csv",
  ])
  func `leaves what programs read in English`(command: String) throws {
    let scratch = try Self.filled()
    let outputs = try Language.codes.map {
      try Shell.run(
        "flint \(command) --db p.db --now 2026-03-08T10:30 --language \($0)", in: scratch.url
      ).output
    }
    #expect(outputs[0].count > 100)
    #expect(outputs[1] == outputs[0])
    #expect(outputs[2] == outputs[0])
  }

  @Test func `is that of calendars, whose ids stay the same`() throws {
    let scratch = try Self.filled()
    let calendars = try Language.codes.map {
      try Shell.run(
        "flint due --format ics --db p.db --now 2026-03-08T10:30 --language \($0)", in: scratch.url
      ).output.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }
    let texts = ["PRODID", "SUMMARY", "DESCRIPTION"]
    let others = calendars.map { $0.filter { line in !texts.contains { line.hasPrefix($0) } } }
    #expect(others[0].contains { $0.hasPrefix("UID:") })
    #expect(others[1] == others[0])
    #expect(others[2] == others[0])
    #expect(calendars[1].contains("PRODID:-//Flint//Flint//ES"))
    #expect(calendars[1].contains("SUMMARY:Racha de chispas de 6 días"))
    #expect(calendars[2].contains("SUMMARY:Serie di scintille di 6 giorni"))
    #expect(calendars[2].contains { $0.hasPrefix("DESCRIPTION:oggi ancora nessuna scintilla. ") })
    // What the person named stays as it is.
    for calendar in calendars { #expect(calendar.contains("SUMMARY:Buy milk")) }
  }

  @Test func `of a profile that has none of these is refused with the accepted ones`() throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint today --db p.db --language de", in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output == "flint: --language: expected en, es or it, got \"de\"\n")
  }

  /// On a terminal of 80 columns no line of the pages is longer.
  @Test(arguments: Language.codes)
  func `fits 80 columns`(code: String) throws {
    let scratch = try Self.filled()
    for command in ["today", "week"] {
      let output = try Shell.run(
        """
        TERM=xterm NO_COLOR=1 COLUMNS=80 python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' \
          flint \(command) --db p.db --now 2026-03-08T10:30 --language \(code) </dev/null
        """, in: scratch.url
      ).output
      let lines = output.replacing("\r\n", with: "\n").split(separator: "\n")
      #expect(lines.count > 5)
      for line in lines { #expect(TextWidth.of(line) <= 80, "\(line)") }
    }
  }

  /// A week with something of every subject.
  private static func filled() throws -> Scratch {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --db p.db --seed 7 --zone UTC --now 2026-03-01 --quiet
      flint eval --db p.db --now 2026-03-08T10:00 --quiet '
        for day = 2, 7 do
          spark.add{title = "Swim", category = "energy", at = ("2026-03-%02dT08:00"):format(day)}
          mood.add{mood = 3, day = ("2026-03-%02d"):format(day)}
        end
        task.add{name = "Buy milk", due = "2026-03-08"}
        task.add{name = "Call Ada", due = "2026-03-06"}'
      flint habit add Read --times 3 --per week --db p.db --now 2026-03-02 --quiet
      flint habit done read --db p.db --now 2026-03-02T20:00 --quiet
      """, in: scratch.url)
    try #require(result.output == "" && result.status == 0, "\(result.output)")
    return scratch
  }
}
