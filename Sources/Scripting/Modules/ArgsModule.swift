import Lua
import Rules

/// `args`: what a script is given, by a description of it.
struct ArgsModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "args", "What the script is given behind --, read by a description of it.",
      functions: [parse])
  }

  private var parse: HostFunction {
    HostFunction(
      "parse",
      "Reads the script's arguments. What is wrong with them ends the script with status 2 and says "
        + "how it is used; --help prints the help and ends it well.",
      parameters: [
        HostParameter(
          "description", .any,
          "A list of tables: first the name, \"file\" or \"--since\" (\"-s\" too: {\"--since\", \"-s\"}); "
            + "type = text (if not given), integer, number, day, flag or choice, with choices = {…}; "
            + "help; default; optional = true; many = true for the last without dashes, or for options "
            + "that may be repeated. summary = …: what the script is for.")
      ],
      returns: [
        HostResult(
          "values", "table",
          "By name, without dashes, - within as _; flags are booleans, many are lists.")
      ],
      example: """
        local given = args.parse{
          summary = "Counts sparks.",
          {"--since", type = "day", default = "2026-01-01", help = "From that day on."},
          {"--verbose", "-v", type = "flag"},
        }
        print(spark.count{since = given.since}, given.verbose)
        """
    ) { [context] call throws(HostFailure) in
      let description = try call.value(0)
      let command: ArgumentDescription
      do throws(ArgumentDescription.Fault) {
        command = try ArgumentDescription(description, name: context.scriptName)
      } catch {
        throw .argument(0, expected: error.expected, got: error.found)
      }
      do throws(ArgumentDescription.End) {
        call.reply.value(try command.values(of: context.arguments))
      } catch {
        try call.flushOutput()
        if context.isTest {
          // A test goes on after it, and may look at it.
          guard case .misuse(let text) = error else {
            throw .message("args.parse: the help was asked for")
          }
          throw .again("args.parse: \(text)")
        }
        throw .fatal(error == .help ? ScriptEnd.help(command.help) : .usage(command, error))
      }
    }
  }
}

/// Why a script ends before its own end.
public enum ScriptEnd: Error, CustomStringConvertible {
  /// It was asked for its help.
  case help(String)
  /// It was given something wrong.
  case misuse(String)
  /// It says that it failed, and why.
  case failure(String)

  static func usage(
    _ command: ArgumentDescription, _ end: ArgumentDescription.End
  ) -> ScriptEnd {
    guard case .misuse(let text) = end else { return .help(command.help) }
    return .misuse("\(text)\n\(command.usage)")
  }

  /// What is said.
  public var description: String {
    switch self {
    case .help(let text), .misuse(let text), .failure(let text): text
    }
  }
}
