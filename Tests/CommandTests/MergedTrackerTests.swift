import Testing

/// Two copies of a profile in which a tracker of the same name was created.
struct `A tracker created in two copies` {
  @Test func `is listed with the entries of both after a merge`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db home.db --seed 3 --zone UTC
      flint backup --quiet --db home.db laptop.db
      flint eval --quiet --db home.db --now 2026-03-01T10:00 \
        'tracker.add{name = "Gym"} tracker.add_entry("Gym", {minutes = 30})' > /dev/null
      flint eval --quiet --db laptop.db --now 2026-03-02T10:00 'tracker.add{name = "gym"}
        tracker.add_entry("gym", {minutes = 40})
        task.add{name = "t", key = "k"} tracker.add_entry("gym", {minutes = 5, key = "e"})' > /dev/null
      flint merge --db home.db --now 2026-03-03 laptop.db
      flint trackers --db home.db --now 2026-03-03 --entries --format csv | cut -d, -f2,6
      flint trackers --db home.db --now 2026-03-03 --name gym --entries --format csv | wc -l
      flint eval --db home.db --now 2026-03-03 'tracker.remove("Gym")'
      flint trackers --db home.db --now 2026-03-03
      """, in: scratch.url)
    #expect(
      result.output.hasSuffix(
        """
        tracker,minutes
        Gym,5
        Gym,40
        Gym,30
        4
        true
        no trackers; flint entry NAME 20 --new and flint habit add NAME create one

        """), "\(result.output)")
  }
}
