import FlintRules
import Testing

@testable import Transfer

@Suite struct `Habitica's history` {
  @Test func `becomes measurements of a tracker for each task, and completed to-dos`() throws {
    let reading = try read(HabiticaFormat(), try example("habitica.csv"), try appContext())
    let id = "e826ddfa-0001-4000-8000-00000000000"
    #expect(
      reading.words == [
        "2026-03-02T13:26:05 entry of Be Kind: 1 key habitica/\(id)1/2026-03-02T13:26:05",
        "2026-03-03T05:06:55 entry of Be Kind: 1.9747 key habitica/\(id)1/2026-03-03T05:06:55",
        "2026-03-04T18:40:11 entry of Be Kind: 2.925288 key habitica/\(id)1/2026-03-04T18:40:11",
        "2026-03-04T18:40:11 entry of Be Kind: 3.852545 key habitica/\(id)1/2026-03-04T18:40:11/2",
        "2026-03-02T21:00:30 entry of Biting nails :(: -1 "
          + "key habitica/\(id)2/2026-03-02T21:00:30",
        "2026-03-05T22:10:02 entry of Biting nails :(: -2.0259 "
          + "key habitica/\(id)2/2026-03-05T22:10:02",
        "2026-03-06T22:10:02 entry of Biting nails :(: -1 "
          + "key habitica/\(id)2/2026-03-06T22:10:02",
        "2026-03-02T07:15:00 entry of Stretch, ten minutes: 1 "
          + "key habitica/\(id)3/2026-03-02T07:15:00",
        "2026-03-03T03:00:01 entry of Stretch, ten minutes: 0 "
          + "key habitica/\(id)3/2026-03-03T03:00:01",
        "2026-03-04T07:02:44 entry of Stretch, ten minutes: 0.9747 "
          + "key habitica/\(id)3/2026-03-04T07:02:44",
        "2026-03-29T02:30:00 entry of Stretch, ten minutes: 1.9262 "
          + "key habitica/\(id)3/2026-03-29T02:30:00",
        "~2026-03-05T15:45:00Z task {\"name\":\"Renew the library card\"} "
          + "key habitica/\(id)4 & 2026-03-05T15:45:00Z task.complete  "
          + "key habitica/\(id)4/completed",
      ])
    guard case .entry(let entry) = reading.units[0].events[0] else {
      Issue.record("no entry")
      return
    }
    #expect(entry.tracker.key == "habitica/\(id)1")
    #expect(
      entry.tracker.content.description == "A habit of Habitica; the numbers are how it stood.")
  }

  @Test func `becomes two trackers where a habit and a daily have one name`() throws {
    let reading = try read(
      HabiticaFormat(),
      """
      Task Name,Task ID,Task Type,Date,Value
      Be Kind,1,habit,2026-03-02 13:26:05,1
      Be Kind,2,daily,2026-03-02 13:26:05,1
      """, try appContext())
    #expect(
      reading.words == [
        "2026-03-02T13:26:05 entry of Be Kind: 1 key habitica/1/2026-03-02T13:26:05",
        "2026-03-02T13:26:05 entry of Be Kind (2): 1 key habitica/2/2026-03-02T13:26:05",
      ])
  }

  @Test func `of several files has one note about its values`() throws {
    let text = "Task Name,Task ID,Task Type,Date,Value\na,1,habit,2026-03-02 13:26:05,1\n"
    let reading = try read(
      HabiticaFormat(), [appFile("a.csv", text), appFile("b.csv", text)], try appContext())
    #expect(reading.units.count == 2)
    #expect(
      reading.notes == [
        "Values are the state of a task after an event, rounded to six decimals."
      ])
  }

  @Test func `rejects unreadable rows`() throws {
    let long = String(repeating: "n", count: 101)
    let reading = try read(
      HabiticaFormat(),
      """
      Task Name,Task ID,Task Type,Date,Value
      a,1,reward,2026-03-02 13:26:05,1
      a,1,habit,Invalid date,1
      a,1,habit,2026-03-02 13:26:05,NaN
      ,1,habit,2026-03-02 13:26:05,1
      a,,habit,2026-03-02 13:26:05,1
      a,1,habit,2026-03-02 13:26:05,
      a,2,todo,2026-03-02 13:26:05,1
      a,2,todo,2026-03-03 13:26:05,1
      \(long),3,daily,2026-03-02 13:26:05,1e300
      \(long),3,daily,2026-03-02 13:26:05,1
      """, try appContext())
    #expect(
      reading.words.map { $0.prefix(52) } == [
        "rejected: Task Type \"reward\": expected habit, daily ",
        "rejected: Date \"Invalid date\": expected a date such ",
        "rejected: Value \"NaN\": expected a number from -90000",
        "rejected: Task Name \"\": expected a name",
        "rejected: Task ID \"\": expected an ID",
        "rejected: Value \"\": expected a number from -90000000",
        "~2026-03-02T12:26:05Z task {\"name\":\"a\"} key habitica",
        "skipped: another row of a to-do that was completed b",
        "rejected: Value \"1e300\": expected a number from -900",
        "2026-03-02T13:26:05 entry of nnnnnnnnnnnnnnnnnnnnnnn",
      ])
    guard case .entry(let entry) = reading.units[9].events[0] else {
      Issue.record("no entry")
      return
    }
    #expect(entry.tracker.content.name.count == 100)
    #expect(entry.tracker.content.description?.hasPrefix(long + "\n") == true)
  }
}
