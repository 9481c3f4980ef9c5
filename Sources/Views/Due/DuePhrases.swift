// The texts of due items.

extension Phrase {
  static let moodTitle = Phrase("Mood of {1}", es: "Ánimo del {1}", it: "Umore ({1})")
  static let weekTitle = Phrase("Week {1}", es: "Semana {1}", it: "Settimana {1}")

  static let stillOpen = Phrase("still open", es: "sigue pendiente", it: "ancora da fare")
  static let comingUp = Phrase("coming up", es: "se acerca", it: "si avvicina")
  static let priorityInProject = Phrase("{1} in {2}", es: "{1} en {2}", it: "{1} in {2}")
  static let dueTomorrow = Phrase("due tomorrow", es: "vence mañana", it: "scade domani")
  static let dueInDays = Phrase(
    "due in {1} days", es: "vence en {1} días", it: "scade tra {1} giorni")
  static let noSparkToday = Phrase(
    "no spark today yet", es: "hoy aún no hay chispa", it: "oggi ancora nessuna scintilla")

  static let daysDone = Phrase(
    "{1} of {2} done", es: "hecho {1} de {2}", it: "fatto {1} su {2}")
  static let soFar = Phrase("{1} so far", es: "{1} hasta ahora", it: "finora {1}")
  static let endsStreak = Phrase(
    "ends a streak of {1}", es: "acaba una racha de {1}", it: "finisce una serie di {1}")
  static let streak = Phrase("streak of {1}", es: "racha de {1}", it: "serie di {1}")

  /// The numbers of completed and of all steps, and the title of the next one.
  static let nextStep = Phrase(
    "{1} of {2} steps, next {3}", es: "{1} de {2} pasos; siguiente: {3}",
    it: "{1} passi su {2}; prossimo: {3}")

  /// The progress, the target, what is missing of one thing, and the reward.
  static let oneToGo = Phrase(
    "{1} of {2}: {3} to go, worth {4}", es: "{1} de {2}: falta {3}, vale {4}",
    it: "{1} su {2}: manca {3}, vale {4}")
  /// The progress, the target, what is missing of several things, and the reward.
  static let severalToGo = Phrase(
    "{1} of {2}: {3} to go, worth {4}", es: "{1} de {2}: faltan {3}, vale {4}",
    it: "{1} su {2}: mancano {3}, vale {4}")

  static let closesToday = Phrase("closes today", es: "cierra hoy", it: "chiude oggi")
  static let closesTomorrow = Phrase("closes tomorrow", es: "cierra mañana", it: "chiude domani")
  static let closesInDays = Phrase(
    "closes in {1} days", es: "cierra en {1} días", it: "chiude tra {1} giorni")
  static let towardsExchange = Phrase(
    "{1} of {2} rolls towards an exchange", es: "{1} de {2} tiradas para un canje",
    it: "{1} tiri su {2} per uno scambio")

  static let todayUnrated = Phrase(
    "today is not rated yet", es: "hoy está sin valorar", it: "oggi è ancora senza voto")
  static let yesterdayUnrated = Phrase(
    "yesterday is not rated yet", es: "ayer quedó sin valorar", it: "ieri è rimasto senza voto")

  static let inDays = Phrase("in {1} days", es: "en {1} días", it: "tra {1} giorni")
  /// The moment, and the conditions.
  static let unlocksByItself = Phrase(
    "unlocks by itself {1}, for {2}", es: "{1} se desbloquea por sí solo, gracias a {2}",
    it: "{1} si sblocca da sé, grazie a {2}")
  static let lacksJournal = Phrase(
    "it lacks 1 journal entry", es: "le falta 1 entrada de diario", it: "manca 1 pagina di diario")
  static let lacksSession = Phrase(
    "it lacks 1 sos session", es: "le falta 1 sesión SOS", it: "manca 1 sessione SOS")

  static let meanMood = Phrase("mood {1} of 4", es: "ánimo {1} de 4", it: "umore {1} su 4")
  static let muchAsBefore = Phrase(
    " (much as the week before)", es: " (como la semana anterior)", it: " (come la settimana prima)"
  )
  static let fewer = Phrase(
    " (down {1} %)", es: " (un {1}\u{A0}% menos)", it: " ({1}\u{A0}% in meno)")
  static let more = Phrase(" (up {1} %)", es: " (un {1}\u{A0}% más)", it: " ({1}\u{A0}% in più)")
}

extension CountedPhrase {
  static let streakTitle = CountedPhrase(
    "Spark streak of {n} day", "Spark streak of {n} days",
    es: ("Racha de chispas de {n} día", "Racha de chispas de {n} días"),
    it: ("Serie di scintille di {n} giorno", "Serie di scintille di {n} giorni"))
  static let exchangesReady = CountedPhrase(
    "{n} exchange ready", "{n} exchanges ready",
    es: ("{n} canje disponible", "{n} canjes disponibles"),
    it: ("{n} scambio disponibile", "{n} scambi disponibili"))
  static let rollsAffordable = CountedPhrase(
    "enough for {n} roll", "enough for {n} rolls",
    es: ("te llega para {n} tirada", "te llega para {n} tiradas"),
    it: ("hai quanto basta per {n} tiro", "hai quanto basta per {n} tiri"))
  static let daysLate = CountedPhrase(
    "{n} day late", "{n} days late", es: ("{n} día de retraso", "{n} días de retraso"),
    it: ("{n} giorno di ritardo", "{n} giorni di ritardo"))
}
