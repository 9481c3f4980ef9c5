import Foundation
import Testing

/// Lines that a telephone or a program appends to a file, which are recorded once.
struct `An inbox` {
  /// Runs a script with a new profile in UTC at 12:00 on 2026-11-30, and returns what it prints.
  private static func run(
    _ script: String, phone lines: String = "", in scratch: borrowing Scratch
  ) throws -> Shell.Result {
    try lines.write(
      to: scratch.url.appendingPathComponent("phone.txt"), atomically: true, encoding: .utf8)
    return try Shell.run(
      """
      export FLINT_DB=$PWD/p.db now="--now 2026-11-30T12:00"
      touch -d 2026-11-30T10:00:00Z phone.txt
      flint init --quiet --seed 7 --zone UTC $now
      \(script)
      """, in: scratch.url)
  }

  @Test func `records each line at its time, and later only the new ones`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      flint inbox phone.txt $now
      echo '2026-11-30T08:00 spark "Called home" decision' >> phone.txt
      touch -d 2026-11-30T11:00:00Z phone.txt; flint inbox phone.txt $now --quiet
      flint inbox phone.txt $now; flint verify
      flint sparks $now --format csv | cut -d, -f 2,4,7 | sort
      """,
      phone: """
        # from the telephone
        2026-11-28T18:30 mood good

        flint spark "Ran 5 km" energy high\r
        2026-11-29 07:15 Journal Slept well
        task “Buy milk” —due tomorrow
        done milk
        """ + "\n", in: scratch)
    #expect(result.output.contains("phone.txt: 5 lines recorded\n"), "\(result.output)")
    #expect(
      result.output.contains("phone.txt: 0 lines recorded, 6 known\nvalid"), "\(result.output)")
    #expect(
      result.output.contains(
        """
        2026-11-30T08:00:00Z,decision,Called home
        2026-11-30T10:00:00Z,energy,Ran 5 km
        """), "\(result.output)")
  }

  @Test func `does not bring back what was undone, removed or edited`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      cp phone.txt other.txt; flint inbox phone.txt $now --quiet
      flint remove First $now --quiet; flint edit Second title=Changed $now --quiet
      flint inbox phone.txt $now; flint sparks $now --format csv | grep -c idea
      flint inbox other.txt $now --quiet; flint undo $now --quiet
      flint inbox other.txt $now; flint sparks $now --format csv | grep -c idea
      """,
      phone: "spark First idea\nspark Second idea\nspark Third idea --key own\n", in: scratch)
    // The line with a key of its own is the same in both files.
    #expect(
      result.output.hasSuffix(
        "phone.txt: 0 lines recorded, 3 known\n2\nother.txt: 0 lines recorded, 3 known\n2\n"),
      "\(result.output)")
  }

  @Test func `counts equal lines`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      flint inbox phone.txt $now --quiet; echo 'spark Walk energy' >> phone.txt
      flint inbox phone.txt $now --quiet; flint inbox phone.txt $now
      flint sparks $now --format csv | grep -c Walk
      """, phone: "spark Walk energy\n spark Walk energy \n", in: scratch)
    #expect(result.output == "phone.txt: 0 lines recorded, 3 known\n3\n", "\(result.output)")
  }

  @Test func `keeps refused lines with their reasons beside it, until there are none`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      flint inbox phone.txt $now --quiet; echo $?
      cat phone.txt.rejects; flint moods $now --format csv | grep -c good
      stat -c %i phone.txt.rejects > before; flint inbox phone.txt $now --quiet 2>/dev/null
      stat -c %i phone.txt.rejects | cmp - before && echo same
      echo 'mood good' > phone.txt; flint inbox phone.txt $now; echo $?; ls phone*
      """, phone: "mood gud\nmood good\ndone nothing\n", in: scratch)
    #expect(
      result.output.contains(
        """
        phone.txt:1: mood: expected horrible, bad, average, good, great, or a number from 0 to 4, got "gud"
        phone.txt:3: there is no task, quest node or habit "nothing"
        """), "\(result.output)")
    #expect(
      result.output.contains(
        """
        flint: 2 lines were not recorded; the reasons are in phone.txt.rejects
        1
        # flint inbox: the lines of phone.txt that were not recorded, with the reasons.
        # Write them correctly into phone.txt; this file is written anew each time.

        1: mood gud
          mood: expected
        """), "\(result.output)")
    #expect(
      result.output.hasSuffix("\n1\nsame\nphone.txt: 0 lines recorded, 1 known\n0\nphone.txt\n"),
      "\(result.output)")
  }

  @Test func `has a line in another encoding refused, and its other lines recorded`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      printf 'journal "caf\\351"\nmood good\n' > phone.txt
      flint inbox phone.txt $now --quiet; echo $?; flint moods $now --format csv | grep -c good
      tail -2 phone.txt.rejects
      """, in: scratch)
    #expect(
      result.output.hasSuffix(
        """
        phone.txt:1: expected text in UTF-8
        flint: 1 line was not recorded; the reasons are in phone.txt.rejects
        1
        1
        1: journal "caf\u{FFFD}"
          expected text in UTF-8

        """), "\(result.output)")
  }

  @Test func `never writes over a file of rejects that is another's`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      "echo mine > phone.txt.rejects; flint inbox phone.txt $now 2>&1; echo $?; cat phone.txt.rejects",
      phone: "mood gud\n", in: scratch)
    #expect(
      result.output.hasSuffix("keeps it; give it another name\n74\nmine\n"), "\(result.output)")
  }

  @Test(arguments: [
    ("undo", "got \"undo\"; a line only records"), ("remove last", "got \"remove\""),
    ("sprak A idea", "got \"sprak\" (did you mean \"spark\"?)"), ("2026-11-28", "got nothing"),
    ("mood good --db other.db", "--db cannot be given in a line"),
    ("mood good --now 2026-01-01", "--now cannot be given in a line"),
    ("mood good --seed 1", "--seed cannot be given in a line"),
    ("mood good --dry-run", "--dry-run cannot be given in a line"),
    ("mood good --format json", "--format cannot be given in a line"),
    ("spark - idea", "a line cannot read standard input"),
    ("habit", "got no verb, with which flint habit asks on a terminal"),
    ("mood --help", "got a request for help"),
    ("journal I don't know", "the apostrophe of don't begins a quotation"),
    ("2026-13-01 mood good", "expected a command, or a timestamp such as"),
    ("2026-12-01T00:00 mood good", "expected a time that is not later than now, got 2026-12-01"),
    ("mood good --bogus 1", "unknown option \"--bogus\""),
    ("spark " + String(repeating: "x", count: 4096), "expected at most 4,096 bytes, got 4,102"),
  ])
  func `refuses a line that does more, or says something else, than to record`(
    line: String, reason: String
  ) throws {
    let scratch = try Scratch()
    let result = try Self.run(
      "flint inbox phone.txt $now 2>&1; echo $?; flint log $now | wc -l", phone: line + "\n",
      in: scratch)
    #expect(result.output.contains(reason), "\(line): \(result.output)")
    #expect(result.output.contains("\n1\n"), "\(line): \(result.output)")
  }

  @Test func `leaves a line out whose wish is so already`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      "flint task Milk $now --quiet; flint done milk $now --quiet; flint inbox phone.txt $now; echo $?",
      phone: "done milk\n", in: scratch)
    #expect(result.output == "phone.txt: 0 lines recorded, 1 known\n0\n", "\(result.output)")
  }

  @Test func `takes words such as yesterday from the time of the line`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      flint inbox phone.txt $now --quiet
      flint sparks $now --format csv | cut -d, -f 2,3,7 | sort
      flint moods $now --format csv | cut -d, -f 1
      """,
      phone: """
        2026-11-25T10:00 spark Early idea --at "yesterday 9:00"
        2026-11-25T10:00 mood good --on yesterday
        2026-11-27T00:30+09:00 spark Tokyo idea
        """ + "\n", in: scratch)
    #expect(
      result.output == """
        2026-11-24T09:00:00Z,2026-11-24,Early
        2026-11-27T00:30:00+09:00,2026-11-27,Tokyo
        at,day,title
        day
        2026-11-24

        """, "\(result.output)")
  }

  @Test func `is no profile, folder, pipe or large file`() throws {
    let scratch = try Scratch()
    let result = try Self.run(
      """
      mkdir folder; mkfifo pipe
      head -c 1048577 /dev/zero | tr '\\0' a > large.txt
      for file in p.db folder pipe large.txt nothing.txt phone.txt.rejects; do
        flint inbox $file $now 2>&1 | head -1; done
      """, in: scratch)
    #expect(
      result.output.hasSuffix(
        """
        flint: folder: expected an ordinary file
        flint: pipe: expected an ordinary file
        flint: large.txt: expected at most 1 MiB; begin another file
        flint: nothing.txt: No such file or directory
        flint: phone.txt.rejects: lines that were refused are corrected in the file that they are from

        """), "\(result.output)")
  }
}
