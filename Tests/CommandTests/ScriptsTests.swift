import Foundation
import Testing

/// The scripts of `scripts/`, each in a copy of its surroundings.
struct `The scripts that build and run` {
  /// A copy of `scripts/setup` that finds no package, and programs that it calls.
  private func setUp() throws -> Scratch {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      mkdir -p scripts bin .build && sed 's|/usr/|/missing/|g' '\(Shell.root.path)/scripts/setup' \
        | sed '1s|/missing/|/usr/|' >scripts/setup
      printf '#!/bin/sh\\necho Swift version 6.3 >&1\\n' >bin/swift
      printf '#!/bin/sh\\necho "apt-get $*" >>"$LOG"\\n' >bin/apt-get
      printf '#!/bin/sh\\nexec "$@"\\n' >bin/sudo
      printf '#!/bin/sh\\n' >scripts/fetch-lua
      chmod +x scripts/* bin/*
      """, in: scratch.url)
    #expect(made.status == 0, "\(made.output)")
    return scratch
  }

  /// Runs it with an answer typed at a terminal, or without a terminal.
  private func run(_ arguments: String, answer: String?) throws -> (
    status: String, log: String, text: String
  ) {
    let scratch = try setUp()
    let command = "PATH=$PWD/bin:$PATH LOG=$PWD/log scripts/setup \(arguments)"
    let text: Shell.Result
    if let answer {
      text = try Shell.run(
        """
        cat >type.py <<'E'
        import os, pty, sys
        id, terminal = pty.fork()
        if id == 0: os.execvp("sh", ["sh", "-c", sys.argv[1]])
        os.write(terminal, b"\(answer)\\n")
        try:
          while text := os.read(terminal, 4096): os.write(1, text)
        except OSError: pass
        print("\\nstatus", os.waitstatus_to_exitcode(os.waitpid(id, 0)[1]))
        E
        python3 type.py '\(command)'; touch log
        """, in: scratch.url)
    } else {
      text = try Shell.run("\(command) </dev/null; echo status $?; touch log", in: scratch.url)
    }
    let log = try Shell.run("cat log", in: scratch.url).output
    let status =
      text.output.split(whereSeparator: \.isNewline).last { $0.hasPrefix("status") } ?? ""
    return (
      String(status.dropFirst(7)).trimmingCharacters(in: .whitespacesAndNewlines), log, text.output
    )
  }

  @Test func `setup shows what it installs, and installs it where there is no terminal`() throws {
    let result = try run("", answer: nil)
    #expect(result.status == "0", "\(result.text)")
    #expect(result.text.contains("Missing Debian packages: liblua5.4-dev libsqlite3-dev"))
    #expect(result.text.contains("apt-get install -y"))
    #expect(
      result.log.split(separator: "\n").map { $0.prefix(15) } == [
        "apt-get update ", "apt-get install",
      ])
  }

  @Test func `setup asks on a terminal`() throws {
    for answer in ["n", ""] {
      let refused = try run("", answer: answer)
      #expect(refused.status == "1", "\(refused.text)")
      #expect(refused.text.contains("Install them now? [y/N]"))
      #expect(refused.text.contains("nothing was installed"))
      #expect(refused.log == "")
    }
    let agreed = try run("", answer: "y")
    #expect(agreed.status == "0" && agreed.log.contains("apt-get install"), "\(agreed.text)")
    let unasked = try run("--yes", answer: "n")
    #expect(unasked.status == "0" && unasked.log.contains("apt-get install"), "\(unasked.text)")
    #expect(!unasked.text.contains("Install them now?"))
  }

  /// apt-get finds its lock held `failures` times, and setup waits for it for so many seconds.
  @Test(arguments: [(failures: 2, seconds: 60, status: "0"), (1000, 1, "1")])
  func `setup waits for the lock of the package system`(
    failures: Int, seconds: Int, status: String
  ) throws {
    let scratch = try setUp()
    let result = try Shell.run(
      """
      cat >bin/apt-get <<'E'
      #!/bin/sh
      echo x >>tries
      if [ $(wc -l <tries) -le \(failures) ]; then
        echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7" >&2; exit 100
      fi
      E
      PATH=$PWD/bin:$PATH FLINT_LOCK_SECONDS=\(seconds) scripts/setup </dev/null; echo status $?
      """, in: scratch.url)
    #expect(result.output.hasSuffix("status \(status)\n"), "\(result.output)")
    #expect(
      result.output.components(
        separatedBy: "setup: waiting up to \(seconds) s for another process that holds a lock"
      ).count == 2, "\(result.output)")
    #expect(result.output.contains("was locked for 1 s: E: Could not get lock") == (status == "1"))
  }

  @Test func `setup refuses what it does not know`() throws {
    #expect(try run("--no", answer: nil).status == "1")
  }

  @Test func `flint is built again when a library that is linked in was updated`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir -p scripts Library/Sources Sources .build/release; cp '\(Shell.root.path)/scripts/flint' scripts
      printf '#!/bin/sh\\n' >scripts/setup
      cat >scripts/build <<'E'
      #!/bin/sh
      test -e .build/release/flint && echo "linked already" >>built || echo linked >>built
      printf '#!/bin/sh\\necho ran\\n' >.build/release/flint; chmod +x .build/release/flint
      E
      chmod +x scripts/*; touch Package.swift
      scripts/flint 2>/dev/null; scripts/flint; touch -d 2001-01-01 Library/Sources Sources Package.swift
      # Built before any library of this machine was installed, but after the sources.
      touch -d 2002-01-01 .build/release/flint; scripts/flint 2>/dev/null; scripts/flint; cat built
      """, in: scratch.url)
    #expect(result.output == "ran\nran\nran\nran\nlinked\nlinked\n", "\(result.output)")
  }

  @Test func `build takes a newer Lua 5.4 where pkg-config offers one`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir -p scripts bin .build/release other/lib other/include
      cp '\(Shell.root.path)/scripts/build' '\(Shell.root.path)/scripts/choose-lua' scripts
      printf '#!/bin/sh\nfor a; do echo "$a"; done | grep -e -I -e -L; true\n' >bin/swift
      cat >bin/pkg-config <<'E'
      #!/bin/sh
      case "$*" in
        "--modversion lua5.4") echo 5.4.4 ;;
        "--modversion lua") cat version ;;
        "--variable=libdir lua5.4") echo /usr/lib/system ;;
        "--variable=libdir lua") echo "$PWD/other/lib" ;;
        "--cflags-only-I lua5.4") echo -I/usr/include/lua5.4 ;;
        "--cflags-only-I lua") echo "-I$PWD/other/include" ;;
        *) exit 1 ;;
      esac
      E
      printf '#!/bin/sh\necho "checked $(basename "$1")"\n' >scripts/hardened
      chmod +x bin/* scripts/*; touch .build/release/flint; export PATH=$PWD/bin:$PATH
      for version in 5.4.8 5.5.0 5.3.6; do
        echo $version >version; echo $version without; scripts/build | sed "s|$PWD|HERE|"
        touch other/lib/liblua.a; echo $version with; scripts/build | sed "s|$PWD|HERE|"
        readlink .build/static/liblua5.4.a .build/static/include | sed "s|$PWD|HERE|"
      done
      """, in: scratch.url)
    #expect(
      result.output == """
        5.4.8 without
        checked flint
        5.4.8 with
        checked flint
        HERE/other/lib/liblua.a
        HERE/other/include
        5.5.0 without
        checked flint
        5.5.0 with
        checked flint
        5.3.6 without
        checked flint
        5.3.6 with
        checked flint

        """, "\(result.output)")
  }

  @Test func `the address of releases stands in docs/installing.md alone`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      cd '\(Shell.root.path)' && address=$(sed -n 's|^address=\\(https://.*\\)$|\\1|p' docs/installing.md)
      grep -rlF -e "${address:?}" *.md docs examples scripts Sources Tests
      """, in: scratch.url)
    #expect(result.output == "docs/installing.md\n", "\(result.output)")
  }

  @Test func `hardened tells how a program was linked`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      PATH=$PATH:\(CCompiler.folder); echo 'int main(void) { return 0; }' >p.c
      clang -fPIE -pie -Wl,-z,relro,-z,now,-z,noexecstack -o good p.c
      clang -fPIE -pie -Wl,-z,norelro,-z,lazy,-z,execstack,-rpath,. -o bad p.c
      clang -fno-pie -no-pie -Wl,-z,relro,-z,now -o fixed p.c
      '\(Shell.root.path)/scripts/hardened' good; echo $?
      '\(Shell.root.path)/scripts/hardened' good bad fixed; echo $?
      """, in: scratch.url)
    #expect(
      result.output == """
        0
        hardened: bad: relocation tables are writable (no GNU_RELRO)
        hardened: bad: functions are bound lazily (no BIND_NOW)
        hardened: bad: the stack is executable
        hardened: bad: libraries are loaded from a run path (RUNPATH)
        hardened: fixed: not position independent (PIE)
        1

        """, "\(result.output)")
  }

  @Test(arguments: [
    (#"exec /no/such/program"#, "No such file\\|not found"), ("exit 3", "it printed nothing"),
    ("echo Apple Basic 1.0", "Apple Basic 1.0"),
  ])
  func `setup reports a swift that cannot start, with what it printed`(
    swift: String, answer: String
  ) throws {
    let scratch = try setUp()
    let result = try Shell.run(
      """
      printf '#!/bin/sh\\n%s\\n' '\(swift)' >bin/swift; PATH=$PWD/bin:$PATH scripts/setup >out; echo $?
      grep -c '^setup: .*/bin/swift does not start, or is no Swift; Swift 6.2 or newer is required: .*' out
      grep -c '\(answer)' out
      """.replacing(">out", with: ">out 2>&1"), in: scratch.url)
    #expect(result.output == "1\n1\n1\n", "\(result.output)")
  }

  @Test func `setup never ends without a sentence`() throws {
    let scratch = try setUp()
    let result = try Shell.run(
      """
      printf '#!/bin/sh\\nexit 5\\n' >bin/mkdir; chmod +x bin/mkdir
      PATH=$PWD/bin:$PATH scripts/setup; echo $?
      """, in: scratch.url)
    #expect(
      result.output
        == "setup: a command failed with status 5; to see which: bash -x scripts/setup\n5\n",
      "\(result.output)")
  }

  /// Of what the compiler was asked for in every build; a release is checked by scripts/build.
  @Test func `flint is linked read-only from the start`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "'\(Shell.root.path)/scripts/hardened' '\(Shell.binary.path)' 2>&1 | grep -v RUNPATH",
      in: scratch.url)
    #expect(result.output == "")
  }
}
