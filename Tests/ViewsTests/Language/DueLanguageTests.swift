import FlintCalendar
import FlintRules
import Testing
import Views

struct `Due items in a language` {
  @Test func `have facts as people say them`() throws {
    var story = try DueStory()
    try story.task("Late", due: "2026-03-01", project: "House")
    try story.task("Later", due: "2026-03-02", priority: .p0)
    try story.task("Now", due: "2026-03-03", reminder: "2026-03-03T09:00")
    try story.task("Next", due: "2026-03-04")
    try story.task("Then", due: "2026-03-05", reminder: "2026-03-04T09:00")
    try story.spark("2026-03-02T13:00")
    try story.mood("2026-02-27", at: "2026-02-27T20:00")
    let dues = try story.dues("2026-03-03T10:00").filter { $0.kind != .mission && $0.kind != .rung }
    func facts(_ language: Language) -> [String] {
      dues.map { due in
        // The remark follows the first full stop.
        let detail = due.detail(in: language)
        return due.title(in: language) + ": " + (detail.split(separator: ". ").first ?? "")
      }
    }
    #expect(
      facts(.english) == [
        "Late: 2 days late, P2 in House", "Later: 1 day late, P0 in Inbox",
        "Mood of 2026-03-02: yesterday is not rated yet", "Now: still open, P2 in Inbox",
        "Now: due today, P2 in Inbox", "Spark streak of 1 day: no spark today yet",
        "Mood of 2026-03-03: today is not rated yet", "Then: coming up, P2 in Inbox",
        "Next: due tomorrow, P2 in Inbox", "Then: due in 2 days, P2 in Inbox",
      ])
    #expect(
      facts(.spanish) == [
        "Late: 2 días de retraso, P2 en House", "Later: 1 día de retraso, P0 en Inbox",
        "Ánimo del 2 mar 2026: ayer quedó sin valorar", "Now: sigue pendiente, P2 en Inbox",
        "Now: vence hoy, P2 en Inbox", "Racha de chispas de 1 día: hoy aún no hay chispa",
        "Ánimo del 3 mar 2026: hoy está sin valorar", "Then: se acerca, P2 en Inbox",
        "Next: vence mañana, P2 en Inbox", "Then: vence en 2 días, P2 en Inbox",
      ])
    #expect(
      facts(.italian) == [
        "Late: 2 giorni di ritardo, P2 in House", "Later: 1 giorno di ritardo, P0 in Inbox",
        "Umore (2 mar 2026): ieri è rimasto senza voto", "Now: ancora da fare, P2 in Inbox",
        "Now: scade oggi, P2 in Inbox",
        "Serie di scintille di 1 giorno: oggi ancora nessuna scintilla",
        "Umore (3 mar 2026): oggi è ancora senza voto", "Then: si avvicina, P2 in Inbox",
        "Next: scade domani, P2 in Inbox", "Then: scade tra 2 giorni, P2 in Inbox",
      ])
  }

  @Test func `name the missions and achievements of the bundled rulebooks`() throws {
    var story = try DueStory()
    // A Sunday, the second day of a journey.
    try story.apply(.journey(.start(day: day("2026-02-28"))), "2026-02-28T09:00")
    for hour in 10..<20 { try story.spark("2026-03-01T\(hour):00", .challenge) }
    let dues = try story.dues("2026-03-01T20:00")
    func detail(_ id: String, _ language: Language) throws -> String {
      let due = try #require(dues.first { $0.id.hasPrefix(id) })
      return due.title(in: language) + ": "
        + (due.detail(in: language).split(separator: ". ").first ?? "")
    }
    #expect(
      try Language.allCases.map { try detail("mission-weekly-warrior", $0) } == [
        "Weekly Warrior: 10 of 15: 5 sparks to go, worth 400 points",
        "Guerrero semanal: 10 de 15: faltan 5 chispas, vale 400 puntos",
        "Guerriero settimanale: 10 su 15: mancano 5 scintille, vale 400 punti",
      ])
    #expect(
      try Language.allCases.map { try detail("rung-time-3", $0) } == [
        "Around the Corner: unlocks by itself in 2 days, for 3 days",
        "A la vuelta de la esquina: en 2 días se desbloquea por sí solo, gracias a 3 días",
        "Dietro l'angolo: tra 2 giorni si sblocca da sé, grazie a 3 giorni",
      ])
  }

  @Test func `have remarks in every tone and language`() throws {
    let dues = try `The tone`.dues()
    for tone in DueTone.allCases {
      for due in dues {
        let remarks = Language.allCases.map { due.detail(tone, in: $0).split(separator: ". ").last }
        #expect(Set(remarks).count == 3, "\(remarks)")
      }
    }
  }
}
