package import ArgumentParser

/// What options say that many commands have: each is declared once, so that a name means one thing.
extension ArgumentHelp {
  package static var create: ArgumentHelp {
    "Create the profile given by --db if it does not exist."
  }
  package static var dryRun: ArgumentHelp { "Show what would be done without doing it." }
  package static var quiet: ArgumentHelp { "Leave out notes, progress and confirmations." }
  package static var force: ArgumentHelp {
    "Replace a file that flint may not have written."
  }

  package static var rules: ArgumentHelp {
    ArgumentHelp(
      "The rulebook: a Lua file, ignition, ignition-shipped, everyday, or current, the profile's "
        + "own (the default, if there is a profile).",
      valueName: "rulebook")
  }

  package static var condition: ArgumentHelp {
    ArgumentHelp(
      "Only rows that meet this condition: a column, an operator (=, !=, >=, <=, >, < or ~ for "
        + "contains) and a value; if repeated, all conditions must be satisfied.",
      valueName: "condition")
  }

  package static var limit: ArgumentHelp { "The maximum number of rows; 0 for all." }

  package static var maximumTime: ArgumentHelp {
    ArgumentHelp(
      "The maximum wall time: a number with ms, s, m or h; or none.", valueName: "duration")
  }

  package static var maximumMemory: ArgumentHelp {
    ArgumentHelp("The maximum memory: a number with unit KiB, MiB or GiB.", valueName: "size")
  }
}
