package import Rules

// What belongs to one kind of thing agrees with it in Spanish and Italian: rarities are those of cards,
// statuses those of missions, or of the steps of quests.

extension Mood: Translated {
  package var phrase: Phrase {
    switch self {
    case .horrible: Phrase("horrible", es: "horrible", it: "pessimo")
    case .bad: Phrase("bad", es: "malo", it: "brutto")
    case .average: Phrase("average", es: "regular", it: "così così")
    case .good: Phrase("good", es: "bueno", it: "buono")
    case .great: Phrase("great", es: "genial", it: "ottimo")
    case .missing: Phrase("missing", es: "sin valorar", it: "senza voto")
    case .placeholder: Phrase("no day", es: "sin día", it: "nessun giorno")
    }
  }
}

extension Category: Translated {
  package var phrase: Phrase {
    switch self {
    case .decision: Phrase("decision", es: "decisión", it: "decisione")
    case .energy: Phrase("energy", es: "energía", it: "energia")
    case .idea: Phrase("idea", es: "idea", it: "idea")
    case .experiment: Phrase("experiment", es: "experimento", it: "esperimento")
    case .challenge: Phrase("challenge", es: "reto", it: "sfida")
    // A rulebook's own category: its id in every language.
    default: .unchanged(name)
    }
  }
}

extension Intensity: Translated {
  package var phrase: Phrase {
    switch self {
    case .low: Phrase("low", es: "baja", it: "bassa")
    case .medium: Phrase("medium", es: "media", it: "media")
    case .high: Phrase("high", es: "alta", it: "alta")
    case .extreme: Phrase("extreme", es: "extrema", it: "estrema")
    // A rulebook's own intensity: its id in every language.
    default: .unchanged(name)
    }
  }
}

extension Rarity: Translated {
  package var phrase: Phrase {
    switch self {
    case .common: Phrase("common", es: "común", it: "comune")
    case .rare: Phrase("rare", es: "rara", it: "rara")
    case .epic: Phrase("epic", es: "épica", it: "epica")
    case .legendary: Phrase("legendary", es: "legendaria", it: "leggendaria")
    // A rulebook's own rarity: its id in every language.
    default: .unchanged(name)
    }
  }
}

extension HabitDayStatus: Translated {
  package var phrase: Phrase {
    switch self {
    case .done: Phrase("done", es: "hecho", it: "fatto")
    case .partial: Phrase("partial", es: "a medias", it: "in parte")
    case .notDone: Phrase("not done", es: "sin hacer", it: "non fatto")
    case .unknown: Phrase("unknown", es: "pendiente", it: "da fare")
    case .skipped: Phrase("skipped", es: "omitido", it: "saltato")
    case .paused: Phrase("paused", es: "en pausa", it: "in pausa")
    case .notDue: Phrase("not due", es: "no toca", it: "non previsto")
    }
  }
}

extension Window: Translated {
  package var phrase: Phrase {
    switch self {
    case .day: Phrase("day", es: "día", it: "giorno")
    case .week: Phrase("week", es: "semana", it: "settimana")
    case .life: Phrase("life", es: "sin plazo", it: "senza scadenza")
    }
  }
}

extension MissionView.Status: Translated {
  package var phrase: Phrase {
    switch self {
    case .available: Phrase("available", es: "disponible", it: "disponibile")
    case .inProgress: Phrase("in progress", es: "en curso", it: "in corso")
    case .completed: Phrase("completed", es: "completada", it: "completata")
    case .expired: Phrase("expired", es: "caducada", it: "scaduta")
    }
  }
}

/// The status of a node of a quest, of which there is a masculine word in Spanish and Italian: a step.
extension QuestStatus: Translated {
  package var phrase: Phrase {
    switch self {
    case .completed: HabitDayStatus.done.phrase
    case .available: MissionView.Status.available.phrase
    case .locked: Phrase("locked", es: "bloqueado", it: "bloccato")
    }
  }
}

extension LadderMetric: Translated {
  package var phrase: Phrase {
    switch self {
    case .days: .daysUnit
    case .activityStreak:
      Phrase("activity streak", es: "racha de actividad", it: "serie di giorni attivi")
    case .journals: Phrase("journals", es: "entradas de diario", it: "pagine di diario")
    case .sosSessions: Phrase("sos sessions", es: "sesiones SOS", it: "sessioni SOS")
    case .activeDays: Phrase("active days", es: "días activos", it: "giorni attivi")
    case .consistency: Phrase("consistency", es: "constancia", it: "costanza")
    case .selfCare: Phrase("self-care", es: "autocuidado", it: "cura di sé")
    case .stability: Phrase("stability", es: "estabilidad", it: "stabilità")
    }
  }
}

extension DueKind: Translated {
  package var phrase: Phrase {
    switch self {
    case .overdue: Phrase("overdue", es: "vencida", it: "scaduto")
    case .reminder: Phrase("reminder", es: "recordatorio", it: "promemoria")
    case .task: Phrase("task", es: "tarea", it: "compito")
    case .streak: Phrase("streak", es: "racha", it: "serie")
    case .habit: Phrase("habit", es: "hábito", it: "abitudine")
    case .quest: Phrase("quest", es: "aventura", it: "avventura")
    case .mission: Phrase("mission", es: "misión", it: "missione")
    case .pool: Phrase("pool", es: "banner", it: "banner")
    case .mood: Phrase("mood", es: "ánimo", it: "umore")
    case .rung: Phrase("rung", es: "logro", it: "traguardo")
    case .report: Phrase("report", es: "resumen", it: "resoconto")
    }
  }
}

extension Language {
  /// Returns the name of a mission's period.
  package func name(of period: MissionPeriod) -> String {
    switch period {
    case .window(let window): name(of: window)
    case .month: self[.monthPeriod]
    case .days(let count): counted(count, .days)
    }
  }
}

extension Phrase {
  /// Points from sparks.
  package static let sparkLedger = OccurrenceKind.spark.plural
  /// Points from duplicate cards.
  package static let duplicateLedger = Phrase("duplicates", es: "repetidas", it: "doppioni")
  /// Points from missions.
  package static let missionLedger = OccurrenceKind.mission.plural
  /// Points from tasks, if the rulebook credits their score.
  package static let taskLedger = OccurrenceKind.taskComplete.plural
  /// Points from other events, by the earning rules of the rulebook.
  package static let earnedLedger = Phrase("earned", es: "otros eventos", it: "altri eventi")

  fileprivate static let monthPeriod = Phrase("month", es: "mes", it: "mese")
}
