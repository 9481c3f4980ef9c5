import FlintCalendar
import FlintRules
import FlintSchema
import Testing
import Views

@Suite struct `A plan of a habit in a language` {
  private static let schedules: [(HabitSchedule.Period, Int?)] = [
    (.day, 1), (.week, 1), (.week, 2), (.week, 3), (.week, 7), (.month, 1), (.month, 12),
    (.days(1), 1), (.days(10), 1), (.days(10), 2), (.days(10), 10), (.weekdays(.all), nil),
    (.weekdays([Weekdays(.monday)]), nil),
    (.weekdays([Weekdays(.monday), Weekdays(.wednesday), Weekdays(.friday)]), nil),
  ]

  private static func goals() throws -> [HabitGoal] {
    let kinds: [HabitGoal.Kind] = [.atLeastOnDay, .atLeastOverPeriod, .atMost]
    return try kinds.flatMap { kind in
      try HabitGoal.Unit.allCases.flatMap { unit in
        try [1_000_000, 2_500_000, 12_345_000_000].map { millionths in
          try HabitGoal(kind, try #require(DecimalNumber(millionths: millionths)), of: unit)
        }
      }
    }
  }

  @Test func `is in English what it is everywhere else`() throws {
    for (period, times) in Self.schedules {
      let schedule = try HabitSchedule(period, times: times)
      #expect(Language.english.text(schedule) == schedule.description)
      for goal in try Self.goals() {
        let plan = try HabitPlan(
          goal.isOverPeriod ? HabitSchedule(period) : schedule, goal: goal)
        #expect(Language.english.text(plan) == plan.description)
      }
    }
  }

  @Test func `is in other languages as people say it`() throws {
    func expect(
      _ period: HabitSchedule.Period, _ times: Int?, _ goal: HabitGoal?, _ texts: [String]
    ) throws {
      let plan = try HabitPlan(HabitSchedule(period, times: times), goal: goal)
      #expect([Language.spanish, .italian].map { $0.text(plan) } == texts)
    }
    func goal(_ kind: HabitGoal.Kind, _ millionths: Int64, _ unit: HabitGoal.Unit) throws
      -> HabitGoal
    { try HabitGoal(kind, try #require(DecimalNumber(millionths: millionths)), of: unit) }
    try expect(.day, 1, nil, ["cada día", "ogni giorno"])
    try expect(.week, 3, nil, ["3 veces por semana", "3 volte a settimana"])
    try expect(
      .days(10), 2, nil, ["dos veces cada 10 días", "due volte ogni 10 giorni"])
    try expect(
      .weekdays([Weekdays(.monday), Weekdays(.wednesday)]), nil, nil,
      ["los lun y mié", "di lun e mer"])
    try expect(
      .month, 1, goal(.atLeastOnDay, 2_500_000, .minutes),
      ["una vez al mes, al menos 2,5 minutos", "una volta al mese, almeno 2,5 minuti"])
    try expect(
      .week, nil, goal(.atMost, 1_000_000, .entries),
      ["como mucho 1 entrada por semana", "al massimo 1 voce a settimana"])
  }
}

@Suite struct `A metric of a mission in a language` {
  @Test(arguments: [
    (
      Metric.sparks(category: .idea, minIntensity: nil, beforeHour: nil), 2 as Int64,
      ["2 idea sparks", "2 chispas de idea", "2 scintille di idea"]
    ),
    (
      .sparks(category: nil, minIntensity: .high, beforeHour: 12), 1,
      [
        "1 spark of high intensity or more before 12:00",
        "1 chispa de intensidad alta o superior antes de las 12:00",
        "1 scintilla di intensità alta o superiore prima delle 12:00",
      ]
    ),
    (
      .sparks(category: nil, minIntensity: nil, beforeHour: 1), 2,
      ["2 sparks before 1:00", "2 chispas antes de la 1:00", "2 scintille prima dell'1:00"]
    ),
    (
      .cards(category: .challenge, rarity: .epic), 3,
      [
        "3 new epic challenge cards", "3 cartas épicas nuevas de reto",
        "3 carte epiche nuove di sfida",
      ]
    ),
    (.cards(category: nil, rarity: nil), 1, ["1 new card", "1 carta nueva", "1 carta nuova"]),
    (
      .missionsCompleted(window: .day), 2,
      ["2 daily missions", "2 misiones diarias", "2 missioni giornaliere"]
    ),
    (.streak, 0, ["0 days of streak", "0 días de racha", "0 giorni di serie"]),
    (
      .earnedPoints, 1234,
      [
        "1,234 points of sparks and cards", "1234 puntos de chispas y cartas",
        "1.234 punti di scintille e carte",
      ]
    ),
    (
      .events(EventMetric(OccurrenceSelector(.mood), .days)), 5,
      ["5 days with ratings", "5 días con valoraciones", "5 giorni con voti"]
    ),
    (
      .events(EventMetric(OccurrenceSelector(.habitDone), .count)), 1,
      ["1 habit done", "1 hábito cumplido", "1 abitudine mantenuta"]
    ),
  ])
  func `counts`(metric: Metric, count: Int64, texts: [String]) {
    #expect(Language.allCases.map { $0.counted(count, of: metric) } == texts)
  }
}
