import Lua
import FlintRules
import Sessions

/// `args`: the arguments of a script, parsed by a description.
struct ArgsModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "args", "The arguments of the script (those after --), parsed by a description.",
      functions: [parse])
  }

  private var parse: HostFunction {
    HostFunction(
      "parse",
      "Parses the script's arguments. Invalid arguments end the script with status 2 and its "
        + "usage; --help prints the help and ends it with status 0.",
      parameter: HostParameter(
        "description", .any,
        "A list of tables. Each has the name as its first item: \"file\", \"--since\", or with "
          + "a short form {\"--since\", \"-s\"}. Further fields: type, "
          + "which is text (default), integer, number, day, flag, or choice with choices = {…}; "
          + "help; default; optional = true; many = true, for options that may be repeated and "
          + "for the last name without dashes. The list itself may have summary = …, the purpose "
          + "of the script."),
      returns: HostResult(
        "values", "table",
        "The values by name, without the leading dashes and with _ for -; flags are booleans, "
          + "repeatable arguments are lists."),
      example: """
        local given = args.parse{
          summary = "Counts sparks.",
          {"--since", type = "day", default = "2026-01-01", help = "From that day on."},
          {"--verbose", "-v", type = "flag"},
        }
        print(spark.count{since = given.since}, given.verbose)
        """
    ) { [context] call throws(HostFailure) in
      let description = try call.value("description")
      let command: ArgumentDescription
      do throws(ArgumentDescription.Invalid) {
        command = try ArgumentDescription(description, name: context.invocation.name)
      } catch {
        throw .argument("description", expected: error.expected, got: error.found)
      }
      do throws(ArgumentDescription.Exit) {
        call.reply.value(
          try command.values(of: context.invocation.arguments) { try? context.session().dates })
      } catch {
        try call.flushOutput()
        if context.isTest {
          // A test continues after the error, and can examine it.
          guard case .misuse(let text) = error else {
            throw .message("args.parse: the help was requested")
          }
          throw .again("args.parse: \(text)")
        }
        throw .fatal(error == .help ? ScriptEnd.help(command.help) : .usage(command, error))
      }
    }
  }
}

/// The reason for which a script ends before its last statement.
package enum ScriptEnd: Error, CustomStringConvertible {
  /// The help was requested; the text of it.
  case help(String)
  /// The arguments are invalid; the message and the usage.
  case misuse(String)
  /// The script called `fail`; its message.
  case failure(String)

  static func usage(
    _ command: ArgumentDescription, _ exit: ArgumentDescription.Exit
  ) -> ScriptEnd {
    guard case .misuse(let text) = exit else { return .help(command.help) }
    return .misuse("\(text)\n\(command.usage)")
  }

  package var description: String {
    switch self {
    case .help(let text), .misuse(let text), .failure(let text): text
    }
  }
}
