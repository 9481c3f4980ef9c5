import Foundation
import Testing

/// Read permissions of scripts by default, and denials.
struct `Read permissions of a script` {
  /// A home directory with scripts in it and beneath it.
  private func home() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      mkdir -p home/.ssh home/documents home/work/.git home/work/data
      echo key >home/.ssh/id; echo letter >home/documents/letter; echo plain >home/plain
      echo config >home/work/.git/config; echo data >home/work/data/d; echo env >home/work/.env
      echo 'print(fs.read(arg[1]))' | tee home/s.lua home/work/s.lua >/dev/null
      echo 'return "module"' | tee home/m.lua home/work/m.lua home/documents/m.lua >/dev/null
      echo 'print(require("m"))' | tee home/r.lua home/work/r.lua >/dev/null
      echo 'print(require("documents.m"))' >home/deep.lua
      """, in: scratch.url)
    #expect(made.status == 0 && made.output == "")
    return scratch
  }

  private func run(_ command: String, _ scratch: borrowing Scratch) throws -> Shell.Result {
    try Shell.run("HOME=$PWD/home; cd home; flint \(command)", in: scratch.url)
  }

  // Passed in a variable, since files named in the arguments are readable.
  @Test(arguments: [".ssh/id", "documents/letter", "plain", "work/data/d"])
  func `a script in the home directory cannot read the home directory`(path: String) throws {
    let scratch = try home()
    let direct = try Shell.run(
      "HOME=$PWD/home; cd home; echo 'print(fs.read(\"\(path)\"))' >x.lua; flint run --scratch x.lua",
      in: scratch.url)
    #expect(direct.status == 74)
    #expect(
      direct.output.contains(
        "\(path): reading is not allowed; allow it with --allow-read \(path)"), "\(direct.output)")
    let granted = try run("run --scratch --allow-read \(path) x.lua; true", scratch)
    #expect(!granted.output.contains("not allowed"), "\(granted.output)")
    // The kernel denies it, too.
    let unchecked = try Shell.run(
      "HOME=$PWD/home; cd home; FLINT_TEST_UNCHECKED_FILES=1 '\(Shell.unchecked.path)' run --scratch x.lua",
      in: scratch.url)
    #expect(unchecked.output.contains("Permission denied"), "\(unchecked.output)")
  }

  @Test func `a script asks whether a file exists only where it may read`() throws {
    let scratch = try home()
    let result = try Shell.run(
      """
      cd home/work; cat >x.lua <<'LUA'
      print(fs.exists("data/d"), fs.exists("data"), fs.exists("data/none"), fs.exists(""))
      fs.write("new", "x")
      print(fs.exists("new"))
      print(pcall(fs.exists, "../plain"))
      LUA
      flint run --scratch --allow-write new x.lua; ls new
      """, in: scratch.url)
    #expect(
      result.output == """
        true\ttrue\tfalse\tfalse
        true
        false\tfs.exists: ../plain: reading is not allowed; allow it with --allow-read ../plain
        new

        """)
  }

  @Test func `a script above the home directory cannot read its directory`() throws {
    let scratch = try home()
    let result = try Shell.run(
      """
      HOME=$PWD/home; echo 'print(fs.read("home/plain"))' >above.lua
      flint run --scratch above.lua; flint simulate above.lua; echo 'fs.read("home/plain")' >/dev/null
      """, in: scratch.url)
    #expect(
      result.output.components(separatedBy: "reading is not allowed").count == 3, "\(result.output)"
    )
  }

  @Test func `a script in the home directory can require modules from it`() throws {
    let scratch = try home()
    #expect(try run("run --scratch r.lua", scratch).output.hasPrefix("module"))
    #expect(try run("run --scratch deep.lua", scratch).status != 0)
    #expect(try run("run --scratch --lib documents r.lua", scratch).output.hasPrefix("module"))
  }

  @Test func `a script can read beneath its directory except hidden files`() throws {
    let scratch = try home()
    func read(_ path: String, _ options: String = "") throws -> Shell.Result {
      try Shell.run(
        """
        HOME=$PWD/home; cd home/work; echo 'print(fs.read("\(path)"))' >x.lua
        flint run --scratch \(options) x.lua
        """, in: scratch.url)
    }
    #expect(try read("data/d").output == "data\n\n")
    for hidden in [".env", ".git/config", "data/../.env"] {
      #expect(try read(hidden).output.contains("reading is not allowed"))
    }
    #expect(try read(".env", "--allow-read .env").output == "env\n\n")
    #expect(try read(".git/config", "--allow-read .").output == "config\n\n")
  }

  @Test(arguments: ["inside/private", "inside/private/file"])
  func `a denied file cannot be read under another name`(denied: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir -p inside/private/deep; echo secret >inside/private/file; echo open >inside/other
      ln inside/private/file inside/alias; ln inside/private/file inside/private/deep/again
      ln inside/other inside/double
      flint eval --scratch --allow-read inside --deny-read \(denied) '
        for _, name in ipairs{"alias", "private/file", "double", "other"} do
          print(name, pcall(fs.read, "inside/" .. name))
        end'
      """, in: scratch.url)
    #expect(
      result.output == """
        alias\tfalse\tfs.read: inside/alias: reading is denied by --deny-read
        private/file\tfalse\tfs.read: inside/private/file: reading is denied by --deny-read
        double\ttrue\topen

        other\ttrue\topen


        """, "\(result.output)")
  }

  @Test func `a pipe is refused, and an import does not wait for one`() async throws {
    let scratch = try Scratch()
    let directory = scratch.url
    let result = try await Shell.aside {
      try Shell.run(
        """
        mkfifo pipe; flint import --create --db p.db pipe; echo $?
        (sleep 1; printf 'title,category,at\\none,idea,2026-03-01\\n' >pipe) &
        flint import --quiet --db p.db --zone UTC pipe; echo $?
        flint eval --db p.db --allow-read . 'pcall(fs.read, "pipe"), import.run{file = "pipe"}'; echo $?
        printf 'title,category,at\\ntwo,idea,2026-03-01\\n' | flint import --quiet --db p.db /dev/stdin
        flint eval --db p.db 'spark.count()'
        """, in: directory)
    }
    #expect(
      result.output.hasPrefix(
        "flint: pipe: is a named pipe (FIFO) to which no process has written for 5 s; start the writer "
          + "first, or read standard input: flint import - <pipe\n74\n0\n"), "\(result.output)")
    #expect(result.output.contains("pipe: not a regular file"), "\(result.output)")
    #expect(result.output.hasSuffix("\n74\n2\n"), "\(result.output)")
  }
}
