import FlintSchema
import Testing

@testable import FlintRules

struct `Projects` {
  @Test func `Inbox exists from the beginning`() {
    let state = TasksState()
    #expect(state.projects.map(\.name.text) == ["Inbox"])
    #expect(state.project(named: " inBOX")?.name == .inbox)
  }

  @Test func `Inbox can be neither renamed nor removed nor added`() throws {
    var played = PlayedTasks()
    try played.addProject("Work")
    let before = played.state
    #expect(try played.rename("INBOX", "Other").void == .inboxIsFixed)
    #expect(try played.rename("inbox", "Inbox").void == .inboxIsFixed)
    #expect(try played.rename("Work", "inbox").void == .projectExists)
    #expect(try played.removeProject("inbox").void == .inboxIsFixed)
    #expect(try played.addProject("inbox", "Mine").void == .projectExists)
    #expect(played.state == before)
  }

  @Test func `a project that a task names is created, in the spelling first given`() throws {
    var played = PlayedTasks()
    let first = try played.add("a", project: "Work")
    let second = try played.add("b", project: "WORK")
    let third = try played.add("c")
    played.apply(.taskUpdate(third, try TaskChange(["project": .text("ÄRGER")])))
    let fourth = try played.add("d", project: "ärger")
    #expect(played.projectNames == ["Inbox", "Work", "ÄRGER"])
    #expect(played.project(of: first) == "Work")
    #expect(played.project(of: second) == "Work")
    #expect(played.project(of: third) == "ÄRGER")
    #expect(played.project(of: fourth) == "ÄRGER")
  }

  @Test func `project names are unique: a later addition changes the description`() throws {
    var played = PlayedTasks()
    _ = try played.add("a", project: "work")
    #expect(try played.addProject("Work", "Paid").void == nil)
    #expect(played.projectNames == ["Inbox", "work"])
    #expect(played.state.project(named: "WORK")?.description == "Paid")
    #expect(try played.addProject("work").void == nil)
    #expect(played.state.project(named: "work")?.description == "Paid")
    #expect(try played.addProject("work", "Unpaid").void == nil)
    #expect(played.state.project(named: "work")?.description == "Unpaid")
    #expect(played.projectNames == ["Inbox", "work"])
  }

  @Test func `tasks remain in a renamed project`() throws {
    var played = PlayedTasks()
    let inside = try played.add("a", project: "Work")
    let done = try played.add("b", project: "work")
    let outside = try played.add("c", project: "Home")
    played.complete(done)
    try played.addProject("Work", "Paid")
    #expect(try played.rename("WORK", "Office").void == nil)
    #expect(played.project(of: inside) == "Office")
    #expect(played.project(of: done) == "Office")
    #expect(played.project(of: outside) == "Home")
    #expect(played.projectNames == ["Inbox", "Office", "Home"])
    #expect(played.state.project(named: "office")?.description == "Paid")
    #expect(played.state.project(named: "work") == nil)
    // The old name is free again, and is another project.
    let late = try played.add("d", project: "Work")
    #expect(played.project(of: late) == "Work")
    #expect(played.project(of: inside) == "Office")
  }

  @Test func `renaming requires an existing project and an unused name`() throws {
    var played = PlayedTasks()
    try played.addProject("Work")
    try played.addProject("Home")
    let before = played.state
    #expect(try played.rename("Garden", "Yard").void == .unknownProject)
    #expect(try played.rename("Garden", "Home").void == .unknownProject)
    #expect(try played.rename("Work", "HOME").void == .projectExists)
    #expect(played.state == before)
    #expect(try played.rename("work", "WORK").void == nil)
    #expect(try played.rename("Work", "WORK").void == nil)
    #expect(played.projectNames == ["Inbox", "WORK", "Home"])
    let id = try played.add("a", project: "work")
    #expect(played.project(of: id) == "WORK")
  }

  @Test func `removing a project moves its tasks to Inbox permanently`() throws {
    var played = PlayedTasks()
    let inside = try played.add("a", project: "Work")
    let outside = try played.add("b", project: "Home")
    #expect(try played.removeProject("WORK").void == nil)
    #expect(played.project(of: inside) == "Inbox")
    #expect(played.project(of: outside) == "Home")
    #expect(played.projectNames == ["Inbox", "Home"])
    #expect(try played.removeProject("Work").void == .unknownProject)
    #expect(try played.rename("Work", "Office").void == .unknownProject)
    #expect(try played.addProject("work", "Again").void == nil)
    #expect(played.project(of: inside) == "Inbox")
    let late = try played.add("c", project: "Work")
    #expect(played.project(of: late) == "work")
    played.apply(.taskUpdate(inside, try TaskChange(["project": .text("Work")])))
    #expect(played.project(of: inside) == "work")
  }

  @Test func `two projects can swap names`() throws {
    var played = PlayedTasks()
    let first = try played.add("a", project: "A")
    let second = try played.add("b", project: "B")
    try played.rename("A", "C")
    try played.rename("B", "A")
    try played.rename("C", "B")
    #expect(played.project(of: first) == "B")
    #expect(played.project(of: second) == "A")
  }
}
