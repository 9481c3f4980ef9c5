import ArgumentParser
import Commands
import FlintRules
import Sessions
import Views

/// Shows the lists that the profile keeps. What `flint list NAME` stands for is run in its place.
struct ListCommand: Subcommand, PagedCommand {
  static let name = "list"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Show a list that the profile keeps, or all their names.",
    discussion: """
      flint config list.NAME LINE keeps a line that begins with a command that lists,
      such as tasks, log or due. What follows NAME is added, and its options come
      before those of the line.

      Examples:
        flint config list.urgent "tasks --priority P1 --columns name,due"
        flint list urgent --format markdown
        flint list
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Argument(help: "The name of the list.", completion: .profile(.saved(.list))) var name: String?

  func run() throws {
    try profile.reading { session in
      let lists = session.profile.settings.filter { setting in
        if case .saved(let name) = setting { name.kind == .list } else { false }
      }
      if let name, LookGroup.lists.commands.contains(where: { $0.name == name }) {
        throw CommandFailure(
          .failure, "there is no list \(name); the command flint \(name) lists them")
      }
      if let name {
        throw CommandFailure.unknown(
          SavedName.Kind.list.rawValue, name, among: lists.map { $0.name }, listedBy: "flint list")
      }
      let rows = lists.map { SettingRow($0, session.profile, isColored: false) }
      try ResultList.write(
        rows, SettingRow.schema, list.shown, session: session,
        empty: "no lists; flint config list.NAME \"tasks --priority P1\" keeps one")
    }
  }
}

extension ResultOptions {
  /// The options, which show the line of each list unless others are asked for.
  fileprivate var shown: ResultOptions {
    var options = self
    options.columns = options.columns ?? (format.isText ? ["name", "value"] : nil)
    return options
  }
}
