import Foundation
import Sessions
import Testing
import Transfer

/// The location of rejected rows.
struct `A location of a rejects file` {
  @Test func `stays in the same directory if the path changes meanwhile`() throws {
    let scratch = try ImportScratch()
    let input = try scratch.write("in.csv", "title,at,category\n,2026-01-01T10:00:00Z,idea\n")
    try scratch.write("mine/keep", "")
    try scratch.write("other/keep", "")
    let location = try FileLocation(scratch.path("mine/rejects.csv"))
    var options = ImportOptions()
    options.errors.onError = .reject
    let report = try scratch.session { session in
      let job = try ImportJob(
        [input], options, session,
        rejectsLocation: { _ in
          // Between the check of the path and the writing.
          let manager = FileManager.default
          try? manager.moveItem(atPath: scratch.path("mine"), toPath: scratch.path("moved"))
          try? manager.createSymbolicLink(
            atPath: scratch.path("mine"), withDestinationPath: scratch.path("other"))
          return location
        })
      return try job.run()
    }
    #expect(report.total.rejected == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("other")) == ["keep"])
    #expect(try scratch.text("moved/rejects.csv").contains(",2026-01-01T10:00:00Z,idea,"))
  }

  @Test func `is a free name in an existing directory`() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write("mine/file", "")
    func reason(_ path: String) -> String? {
      do {
        try ImportJob.checkRejects(FileLocation(path))
        return nil
      } catch {
        return error.description
      }
    }
    #expect(reason(scratch.path("mine/rejects.csv")) == nil)
    // An existing file matters only once there is a row to write.
    #expect(reason(file) == nil)
    #expect(
      reason(scratch.path("mine"))?.hasSuffix("is a folder; give a file in it with --rejects")
        == true)
    #expect(
      reason(scratch.path("mine/new") + "/")?.hasSuffix("expected a file, got a folder") == true)
    #expect(
      reason(scratch.path("none/rejects.csv"))
        == "\(scratch.path("none/rejects.csv")): cannot be created: \(scratch.path("none")): "
        + "No such file or directory")
    #expect(
      reason(file + "/rejects.csv")
        == "\(file)/rejects.csv: cannot be created: \(file) is not a folder")
  }
}
