package import Commands

/// The commands that import, export, and look after a profile's file.
package enum FileGroups {
  package static let files = SubcommandGroup(
    "Profile and files:",
    [
      InitCommand.self, ConfigCommand.self, ImportCommand.self, ExportCommand.self,
      VerifyCommand.self, DoctorCommand.self,
    ])

  package static let copies = SubcommandGroup(
    "Copies and devices:",
    [BackupCommand.self, RestoreCommand.self, DumpCommand.self, SalvageCommand.self])
}
