import Calendar
import Testing

@Suite struct `Timestamps from bytes` {
  private func read(_ text: String) -> Timestamp? {
    var text = text
    return text.withUTF8 { Timestamp(utf8: $0.span) }
  }

  @Test func `bytes are read like texts, with any one character replaced`() {
    let forms = [
      "2026-03-01T09:30:00Z", "2026-03-01T09:30:00+01:00", "2026-03-01T09:30:00.250-12:30",
      "0001-01-02T23:59:59.999+18:00", "2026-03-01T09:30:00+00:49:56", "2026-03-01",
      "2026-03-01T09:30", "2026-03-01 09:30:00.5", "2026-03-01T09:30:00.1234Z",
    ]
    for form in forms {
      #expect(read(form) == Timestamp(form))
      #expect(read(form) != nil)
      let letters = Array(form)
      for place in letters.indices {
        for letter in "0359:-+.TZ x" {
          var changed = letters
          changed[place] = letter
          let text = String(changed)
          #expect(read(text) == Timestamp(text), "\(text)")
        }
        let cut = String(letters[..<place])
        #expect(read(cut) == Timestamp(cut), "\(cut)")
      }
    }
  }
}
