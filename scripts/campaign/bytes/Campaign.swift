import FlintRandom
import Glibc
import Lua

/// `parser-fuzz --root DIR [--target NAME] [--seconds N] [--cases N] [--seed N] [--case M [--write FILE | --read FILE]] | --list`
@main
struct Campaign {
  private var root = "."
  private var target: String?
  private var seconds = 60.0
  private var cases = UInt64.max
  private var seed: UInt64 = 1
  private var only: UInt64?
  /// Where to write the input of the case.
  private var output: String?
  /// The file whose bytes are the input, in place of those of the case.
  private var replacement: String?

  static func main() {
    guard let campaign = Campaign(CommandLine.arguments.dropFirst()) else {
      print(
        "usage: parser-fuzz --root DIR [--target NAME] [--seconds N] [--cases N] [--seed N] [--case M [--write FILE | --read FILE]]"
      )
      print("       parser-fuzz --list")
      exit(2)
    }
    Watch.begin()
    // As the commands that read such input: on a thread with a large stack.
    exit(
      withScriptThread {
        Watch.useOwnStack()
        return campaign.run() ? 0 : 1
      })
  }

  private init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let option = rest.popFirst() {
      if option == "--list" {
        for target in targets { print(target.name) }
        exit(0)
      }
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--root": root = value
      case "--target" where targets.contains { $0.name == value }: target = value
      case "--write": output = value
      case "--read": replacement = value
      case "--seconds":
        guard let number = Double(value) else { return nil }
        seconds = number
      case "--cases", "--seed", "--case":
        guard let number = UInt64(value) else { return nil }
        if option == "--cases" {
          cases = number
        } else if option == "--seed" {
          seed = number
        } else {
          only = number
        }
      default: return nil
      }
    }
  }

  /// Prints a line, at once: it is not lost when a later case ends the process.
  private func report(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Runs the chosen targets, and returns whether none failed.
  private func run() -> Bool {
    let chosen = targets.filter { target == nil || target == $0.name }
    // Not allSatisfy: the others run after a failure.
    return chosen.reduce(true) { run($1.name, $1.make, seconds / Double(chosen.count)) && $0 }
  }

  private func run(_ name: String, _ make: (Corpus) throws -> Target, _ seconds: Double) -> Bool {
    do {
      let target = try make(Corpus(root: root))
      return run(name, target, seconds)
    } catch {
      report("\(name): its samples cannot be made: \(error)")
      return false
    }
  }

  private func run(_ name: String, _ target: Target, _ seconds: Double) -> Bool {
    let mutator = Mutator(target)
    let purpose = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let start = ContinuousClock.now
    var number = only ?? 0
    var accepted = 0
    repeat {
      let replay = "--target \(name) --seed \(seed) --case \(number)"
      let stream = CounterStream(key: seed, identity: number, purpose: purpose)
      Watch.start("; replay with \(replay)\n", seconds: target.limits.seconds)
      var input = mutator.input(number, stream)
      if only != nil, let output { write(input.bytes, to: output) }
      if only != nil, let bytes = replacement.flatMap({ try? Corpus(root: root).bytes($0) }) {
        input.bytes = bytes
      }
      let memory = max(Watch.peakMemory, 64 << 20)
      var problem: String?
      do {
        try target.check(input)
        accepted += 1
      } catch let violation as Violation {
        problem = violation.description
      } catch {
        if only != nil { report("\(name): refused: \(error)") }
        if target.areSamplesValid, number < UInt64(target.samples.count), replacement == nil {
          problem = "the sample is refused: \(error)"
        }
      }
      let growth = Watch.peakMemory - memory
      if growth > target.limits.memory {
        problem = "took \(growth >> 20) MiB for \(input.bytes.count) bytes"
      }
      Watch.stop()
      if let problem {
        report("\(name): \(problem.prefix(4000)); replay with \(replay)")
        return false
      }
      number += 1
    } while only == nil && number < cases && start.duration(to: .now) < .seconds(seconds)
    let time = Double(start.duration(to: .now) / .milliseconds(1)) / 1000
    let count = Double(number - (only ?? 0))
    report(
      "\(name): \(Int(count)) cases, \(Int(count / max(time, 0.001))) a second, \(accepted) accepted, "
        + "peak \(Watch.peakMemory >> 20) MiB")
    return true
  }

  private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wbe") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
