package import Rules

// What belongs to one kind of thing agrees with it in Spanish and Italian: rarities are those of cards,
// difficulties and statuses those of missions.

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
    }
  }
}

extension TaskPriority: Translated {
  package var phrase: Phrase {
    switch self {
    case .p0: Phrase("P0", es: "P0", it: "P0")
    case .p1: Phrase("P1", es: "P1", it: "P1")
    case .p2: Phrase("P2", es: "P2", it: "P2")
    case .p3: Phrase("P3", es: "P3", it: "P3")
    }
  }
}

extension TaskType: Translated {
  package var phrase: Phrase {
    switch self {
    case .morning: Phrase("morning", es: "mañana", it: "mattina")
    case .evening: Phrase("evening", es: "tarde", it: "sera")
    case .upcoming: Phrase("upcoming", es: "próximamente", it: "prossimamente")
    case .inbox: Phrase("inbox", es: "bandeja de entrada", it: "in arrivo")
    }
  }
}

extension ActivityKind: Translated {
  package var phrase: Phrase {
    switch self {
    case .open: Phrase("visit", es: "visita", it: "visita")
    case .journal: Phrase("journal", es: "diario", it: "diario")
    case .sos: Phrase("sos", es: "SOS", it: "SOS")
    case .selfCare: Phrase("self-care", es: "autocuidado", it: "cura di sé")
    }
  }
}

extension EntryKind.Name: Translated {
  package var phrase: Phrase {
    switch self {
    case .session: Phrase("session", es: "sesión", it: "sessione")
    case .measurement: Phrase("measurement", es: "medición", it: "misura")
    case .log: Phrase("log", es: "nota", it: "nota")
    case .checklist: Phrase("checklist", es: "casilla", it: "spunta")
    case .rating: Phrase("rating", es: "valoración", it: "voto")
    }
  }
}

extension TrackerCategory: Translated {
  package var phrase: Phrase {
    switch self {
    case .personal: Phrase("personal", es: "personal", it: "personale")
    case .work: Phrase("work", es: "trabajo", it: "lavoro")
    case .health: Phrase("health", es: "salud", it: "salute")
    case .finance: Phrase("finance", es: "finanzas", it: "finanze")
    case .learning: Phrase("learning", es: "aprendizaje", it: "apprendimento")
    case .hobbies: Phrase("hobbies", es: "aficiones", it: "passatempi")
    case .projects: Phrase("projects", es: "proyectos", it: "progetti")
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

extension HabitPeriodStatus: Translated {
  package var phrase: Phrase {
    switch self {
    case .done: Phrase("done", es: "cumplido", it: "riuscito")
    case .missed: Phrase("missed", es: "fallado", it: "mancato")
    case .open: Phrase("open", es: "en curso", it: "in corso")
    case .skipped: Phrase("skipped", es: "omitido", it: "saltato")
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

extension Difficulty: Translated {
  package var phrase: Phrase {
    switch self {
    case .easy: Phrase("easy", es: "fácil", it: "facile")
    case .medium: Phrase("medium", es: "media", it: "media")
    case .hard: Phrase("hard", es: "difícil", it: "difficile")
    case .expert: Phrase("expert", es: "experta", it: "per esperti")
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

extension LadderMetric: Translated {
  package var phrase: Phrase {
    switch self {
    case .days: Phrase("days", es: "días", it: "giorni")
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
    case .mission: Phrase("mission", es: "misión", it: "missione")
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
  package static let sparkLedger = Phrase("sparks", es: "chispas", it: "scintille")
  /// Points from duplicate cards.
  package static let duplicateLedger = Phrase("duplicates", es: "repetidas", it: "doppioni")
  /// Points from missions.
  package static let missionLedger = Phrase("missions", es: "misiones", it: "missioni")
  /// Points from tasks, if the rulebook credits their score.
  package static let taskLedger = Phrase("tasks", es: "tareas", it: "compiti")
  /// Points from other events, by the earning rules of the rulebook.
  package static let earnedLedger = Phrase("earned", es: "otros eventos", it: "altri eventi")

  fileprivate static let monthPeriod = Phrase("month", es: "mes", it: "mese")
}
