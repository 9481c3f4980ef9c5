package import Commands

/// The commands that import, export, and look after a profile's file.
package enum FileGroups {
  package static let files = SubcommandGroup(
    "Files:",
    [ImportCommand.self, ExportCommand.self, DumpCommand.self, RestoreCommand.self])

  package static let profile = SubcommandGroup(
    "Profile:",
    [
      InitCommand.self, ConfigCommand.self, VerifyCommand.self, BackupCommand.self,
      SalvageCommand.self, DoctorCommand.self,
    ])
}
