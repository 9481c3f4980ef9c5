import Foundation
import Testing

/// The scripts that play a plan in parts, run for real, against what one process prints.
struct `Parts of a simulation` {
  private static let plan = """
    return {seed = 5, players = 1500, days = 3, measure = {"points", "sparks until first:rare"}}
    """

  /// Writes the plan, and gives what one process makes of it.
  private func whole(in folder: URL) throws -> String {
    try Self.plan.write(
      to: folder.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let whole = try Shell.run("flint simulate --quiet --format json plan.lua", in: folder)
    #expect(whole.status == 0)
    return whole.output
  }

  private static let cluster = Shell.root.path + "/scripts/cluster"

  @Test(arguments: [1, 2, 5])
  func `come to the same bytes through GNU parallel`(parts: Int) throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    let result = try Shell.run(
      "FLINT=flint '\(Self.cluster)/parallel' plan.lua \(parts) json", in: scratch.url)
    #expect(result.status == 0)
    #expect(result.output == whole)
  }

  /// `sbatch` itself is stood in for by a script that runs the tasks of an array one after the other,
  /// last first, in the way that Slurm does.
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
      for ((task = ${range#*-}; task >= ${range%-*}; task--)); do
        SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=${range%-*} bash -c "$command" \\
          >"${output//%a/$task}" 2>&1 || exit 1
      done
      echo 4711
    else
      bash -c "$command" >"$output" 2>&1
    fi
    """

  @Test func `come to the same bytes through a Slurm array`() throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    let stand = scratch.url.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: stand, withIntermediateDirectories: true)
    try Self.sbatch.write(
      to: stand.appendingPathComponent("sbatch"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "chmod +x bin/sbatch; PATH=$PWD/bin:$PATH FLINT=flint "
        + "'\(Self.cluster)/slurm' plan.lua 5 'the parts' json", in: scratch.url)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("array 4711: the result comes to "))
    let parts = scratch.url.appendingPathComponent("the parts")
    #expect(
      try String(contentsOf: parts.appendingPathComponent("result.txt"), encoding: .utf8) == whole)
    #expect(
      try String(
        contentsOf: scratch.url.appendingPathComponent("dependencies"), encoding: .utf8)
        == "--dependency=afterok:4711\n")
  }

  /// Stands in for dask where it is not installed: the same few calls, played one after the other, last
  /// first.
  private static let dask = """
    class Future:
        def __init__(self, work):
            self.work = work


    class Client:
        def __init__(self, scheduler=None, dashboard_address=None):
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

  /// By dask itself where there is one.
  @Test func `come to the same bytes on dask`() throws {
    let scratch = try Scratch()
    let whole = try whole(in: scratch.url)
    let stand = scratch.url.appendingPathComponent("stand/dask")
    try FileManager.default.createDirectory(at: stand, withIntermediateDirectories: true)
    try "".write(
      to: stand.appendingPathComponent("__init__.py"), atomically: true, encoding: .utf8)
    try Self.dask.write(
      to: stand.appendingPathComponent("distributed.py"), atomically: true, encoding: .utf8)
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

  @Test func `are refused where a part fails`() throws {
    let scratch = try Scratch()
    try "return {players = 0}".write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "FLINT=flint '\(Self.cluster)/parallel' plan.lua 2", in: scratch.url)
    #expect(result.status != 0)
    #expect(result.output.contains("players: expected a number from 1 to 4294967296, got 0"))
  }
}
