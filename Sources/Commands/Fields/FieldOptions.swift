import ArgumentParser
import FlintSchema

/// What declares the fields that a command records.
package protocol FieldSource {
  static var syntax: FieldSyntax { get }
}

/// The fields of a command that records, as options that its help, its manual page and completions show.
///
/// `FieldSyntax` reads the words of such a command, whose errors know more than the parser's. So the parser knows
/// these options only in a process that describes commands.
package struct FieldOptions<Source: FieldSource>: ParsableArguments, CustomReflectable {
  package init() {}

  package init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: DescribedKey.self)
  }

  /// The options, which the parser finds by reflection.
  package var customMirror: Mirror {
    let syntax = Source.syntax
    let fields = CommandDescription.isWanted ? syntax.fields : []
    return Mirror(
      self,
      children: fields.map { (label: $0.name, value: $0.option(named: syntax.names(of: $0))) })
  }
}

extension FieldSyntax {
  /// Returns the names of a field's option, its own first.
  func names(of field: FieldDeclaration) -> [String] {
    [field.optionName]
      + aliases.filter { $0.value == field.name }.keys.sorted()
      .map { $0.replacing("_", with: "-") }
  }
}

extension FieldDeclaration {
  /// Returns the option of the field for the parser's descriptions.
  fileprivate func option(named names: [String]) -> Any {
    let name = NameSpecification(
      (shortName.map { [.customShort($0)] } ?? []) + names.map { .customLong($0) })
    let names: [String] = if case .choice(let choice) = type { choice.names } else { [] }
    let list =
      names.isEmpty ? type.isList ? " May be repeated." : "" : " One of \(names.alternatives)."
    let help = ArgumentHelp(
      "\(creationSummary)\(list)", valueName: valueName)
    return switch type {
    case .boolean: Flag(wrappedValue: false, name: name, help: help) as Any
    case .list, .ids:
      Option<[String]>(
        wrappedValue: [], name: name, parsing: .unconditionalSingleValue, help: help,
        completion: completion) as Any
    default:
      Option<String?>(name: name, parsing: .unconditional, help: help, completion: completion)
        as Any
    }
  }

  private var valueName: String {
    switch type {
    case .day: "day"
    case .time: "time"
    case .integer, .decimal: "number"
    case .choice: name.replacing("_", with: "-")
    default: "text"
    }
  }

  /// What the shell completes the value with: names of the profile, or the field's choices.
  private var completion: CompletionKind? {
    let subjects: [String: CompletionSubject] = [
      "project": .projects, "category": .categories, "intensity": .intensities, "tags": .tags,
    ]
    guard case .choice(let choice) = type else { return subjects[name].map { .profile($0) } }
    // A rulebook may list other names.
    return choice.isOpen ? subjects[name].map { .profile($0) } : .list(choice.names)
  }
}
