import Foundation
import Testing

/// Tests of the scripts that run a simulation in shards on a cluster, compared with the output of a
/// single process.
struct `Simulation shards on a cluster` {
  private static let plan = """
    return {seed = 5, players = 1500, days = 3, measure = {"points", "sparks until first:rare"}}
    """

  /// Writes the plan, and returns the output of a single process.
  private func whole(in folder: URL) throws -> String {
    try Self.plan.write(
      to: folder.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let whole = try Shell.run("flint simulate --quiet --format json plan.lua", in: folder)
    #expect(whole.status == 0)
    return whole.output
  }

  private static let cluster = Shell.root.path + "/scripts/cluster"

  @Test(arguments: [1, 2, 5])
  func `GNU parallel gives the same bytes as one process`(parts: Int) throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    let result = try Shell.run(
      "FLINT=flint '\(Self.cluster)/parallel' plan.lua \(parts) json", in: scratch.url)
    #expect(result.status == 0)
    #expect(result.output == whole)
  }

  /// A plan name with shell syntax is only a name.
  @Test func `a plan name with a shell command is not executed`() throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    let result = try Shell.run(
      "mv plan.lua './p;touch PWNED;.lua'; "
        + "FLINT=flint '\(Self.cluster)/parallel' './p;touch PWNED;.lua' 2 json",
      in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output == whole.replacing("\"plan.lua\"", with: "\"p;touch PWNED;.lua\""))
    #expect(try Shell.run("ls PWNED", in: scratch.url).status != 0)
  }

  /// A substitute for ssh: each machine is a directory that receives only what is sent.
  private static let ssh = """
    #!/bin/bash
    while (($#)); do
      case $1 in -l | -p | -o | -S) shift 2 ;; -*) shift ;; *) break ;; esac
    done
    home=$MACHINES/$1
    shift
    [[ $1 == -- ]] && shift
    mkdir -p "$home" && cd "$home" && HOME=$home exec bash -c "$*"
    """

  /// A substitute for rsync, as GNU parallel calls it, that copies files into a machine's directory.
  private static let rsync = """
    #!/bin/bash
    [[ $1 == --version ]] && { echo "rsync  version 3.2.7  protocol version 31"; exit; }
    files=()
    while (($#)); do
      case $1 in --protocol) shift 2 ;; -*) shift ;; *) files+=("$1") && shift ;; esac
    done
    to=${files[-1]} && unset 'files[-1]'
    home=$MACHINES/${to%%:*}/${to#*:}
    # cp refuses a directory that another copy creates at the same moment; rsync does not.
    exec 9>> "$MACHINES.lock" && flock 9
    mkdir -p "$home" && cp --parents "${files[@]}" "$home"
    """

  private func stand(_ programs: [String: String], in folder: URL) throws {
    let stand = folder.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: stand, withIntermediateDirectories: true)
    for (name, text) in programs {
      let path = stand.appendingPathComponent(name)
      try text.write(to: path, atomically: true, encoding: .utf8)
    }
    // Another program makes the copies that are run: a child of another test may still have the
    // descriptor with which this process wrote, and a file that is open for writing cannot be run.
    let copies = try Shell.run(
      "for f in bin/*; do cp $f $f.run && mv $f.run $f && chmod 755 $f; done", in: folder)
    #expect(copies.status == 0, "\(copies.output)")
  }

  /// Only the plan and the files it reads are sent, nothing is left there, and the shards are returned.
  @Test func `ssh to other machines gives the same bytes as one process`() throws {
    let scratch = try Scratch()
    _ = try whole(in: scratch.url)
    try "return {\"points\"}".write(
      to: scratch.url.appendingPathComponent("measures.lua"), atomically: true, encoding: .utf8)
    try "return {seed = 5, players = 1500, days = 3, measure = require(\"measures\")}".write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let whole = try Shell.run("flint simulate --quiet --format json plan.lua", in: scratch.url)
    try stand(["ssh": Self.ssh, "rsync": Self.rsync], in: scratch.url)
    let result = try Shell.run(
      "export MACHINES=$PWD/machines PATH=$PWD/bin:$PATH; "
        + "FLINT=$(command -v flint) SSHLOGIN=2/one,2/two FILES=measures.lua FOLDER='the parts' "
        + "'\(Self.cluster)/parallel' plan.lua 5 json", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output == whole.output)
    let found = try Shell.run(
      "find machines -type f; ls machines; ls 'the parts' | wc -l", in: scratch.url)
    #expect(found.output == "one\ntwo\n5\n")
  }

  /// A script replaces `sbatch` and runs the tasks of an array in reverse order, with Slurm's
  /// environment.
  private static let sbatch = """
    #!/bin/bash
    for word in "$@"; do
      case $word in
        --array=*) range=${word#--array=} ;;
        --output=*) output=${word#--output=} ;;
        --dependency=*) echo "$word" >>dependencies ;;
      esac
    done
    command=${!#}
    if [[ -n ${range:-} ]]; then
      echo "$range" >>arrays
      for ((task = ${range#*-}; task >= ${range%-*}; task--)); do
        SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=${range%-*} sh -c "$command" \\
          >"${output//%a/$task}" 2>&1
      done
      echo $((4710 + $(wc -l <arrays)))
    else
      sh -c "$command" >"$output" 2>&1
    fi
    """

  @Test func `a Slurm array gives the same bytes as one process`() throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    try stand(["sbatch": Self.sbatch], in: scratch.url)
    let result = try Shell.run(
      "PATH=$PWD/bin:$PATH FLINT=flint '\(Self.cluster)/slurm' plan.lua 5 'the parts' json",
      in: scratch.url)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("array 4711: the result will be in "))
    let parts = scratch.url.appendingPathComponent("the parts")
    #expect(
      try String(contentsOf: parts.appendingPathComponent("result.txt"), encoding: .utf8) == whole)
    #expect(
      try String(
        contentsOf: scratch.url.appendingPathComponent("dependencies"), encoding: .utf8)
        == "--dependency=afterany:4711\n")
  }

  /// Slurm numbers the tasks of an array below MaxArraySize.
  @Test func `more shards than MaxArraySize become several Slurm arrays`() throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    try stand(
      [
        "sbatch": Self.sbatch,
        "scontrol": "#!/bin/sh\necho 'MaxArraySize            = 4'\n",
      ], in: scratch.url)
    let result = try Shell.run(
      "PATH=$PWD/bin:$PATH FLINT=flint '\(Self.cluster)/slurm' plan.lua 5 parts json >/dev/null; "
        + "cat arrays dependencies; ls parts/*.json | wc -l; cat parts/result.txt", in: scratch.url)
    #expect(result.output == "1-3\n1-2\n--dependency=afterany:4711:4712\n5\n" + whole)
  }

  @Test func `failed shards of a Slurm array are named in the result`() throws {
    let scratch = try Scratch()
    try """
    return {players = 1500, days = 1, measure = {"points"},
      day = function(player) if player.number > 1200 then error("no") end end}
    """.write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    try stand(["sbatch": Self.sbatch], in: scratch.url)
    // Files of an earlier run are not results of this one.
    let result = try Shell.run(
      "mkdir parts; echo {} >parts/part-5.json; "
        + "PATH=$PWD/bin:$PATH FLINT=flint '\(Self.cluster)/slurm' plan.lua 5 parts json >/dev/null; "
        + "cat parts/result.txt", in: scratch.url)
    #expect(
      result.output
        == "slurm: shards of 5 that failed or were cancelled: 5; see the logs beside this file\n"
    )
  }

  /// A substitute for dask if it is not installed: the same calls, executed one after the other in
  /// reverse order.
  private static let dask = """
    class Future:
        def __init__(self, work):
            self.work = work


    class Client:
        def __init__(self, address=None, dashboard_address=None):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return False

        def submit(self, function, *arguments, retries):
            assert retries == 2
            return Future(lambda: function(*arguments))

        def gather(self, futures):
            return [future.work() for future in reversed(futures)][::-1]
    """

  /// Uses dask itself if it is installed.
  @Test func `dask gives the same bytes as one process`() throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    let stand = scratch.url.appendingPathComponent("stand/dask")
    try FileManager.default.createDirectory(at: stand, withIntermediateDirectories: true)
    try "".write(
      to: stand.appendingPathComponent("__init__.py"), atomically: true, encoding: .utf8)
    try Self.dask.write(
      to: stand.appendingPathComponent("distributed.py"), atomically: true, encoding: .utf8)
    try "def register_pickle_by_value(module): pass\n".write(
      to: scratch.url.appendingPathComponent("stand/cloudpickle.py"), atomically: true,
      encoding: .utf8)
    let adapter =
      "/usr/bin/python3 -c 'import dask.distributed' 2>/dev/null || export PYTHONPATH=$PWD/stand; "
      + "/usr/bin/python3 '\(Self.cluster)/dask_adapter.py' --flint \"$(command -v flint)\" --format json"
    for parts in [1, 5] {
      let result = try Shell.run("\(adapter) plan.lua \(parts)", in: scratch.url)
      #expect(result.status == 0)
      #expect(result.output == whole)
    }
    let result = try Shell.run("\(adapter) none.lua 2 2>&1", in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output.hasSuffix("none.lua: No such file or directory\n"))
    try "return {players = 0}".write(
      to: scratch.url.appendingPathComponent("bad.lua"), atomically: true, encoding: .utf8)
    let refused = try Shell.run("\(adapter) bad.lua 2 2>&1", in: scratch.url)
    #expect(refused.status == 1)
    #expect(refused.output.contains("players: expected a number from 1 to 4294967296, got 0"))
  }

  @Test func `the merge fails if a shard fails`() throws {
    let scratch = try Scratch()
    try "return {players = 0}".write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "FLINT=flint '\(Self.cluster)/parallel' plan.lua 2", in: scratch.url)
    #expect(result.status != 0)
    #expect(result.output.contains("players: expected a number from 1 to 4294967296, got 0"))
  }
}
