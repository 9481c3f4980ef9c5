extension Phrase {
  // Titles of sections and labels of lines.
  package static let level = Phrase("Level", es: "Nivel", it: "Livello")
  package static let mood = Phrase("Mood", es: "Ánimo", it: "Umore")
  package static let streakTitle = Phrase("Streak", es: "Racha", it: "Serie")
  package static let habits = Phrase("Habits", es: "Hábitos", it: "Abitudini")
  package static let missions = Phrase("Missions", es: "Misiones", it: "Missioni")
  package static let tasks = Phrase("Tasks", es: "Tareas", it: "Compiti")

  package static let daysUnit = Phrase("days", es: "días", it: "giorni")
  package static let and = Phrase("and", es: "y", it: "e")
  package static let today = Phrase("today", es: "hoy", it: "oggi")
  package static let tomorrow = Phrase("tomorrow", es: "mañana", it: "domani")
  package static let dueToday = Phrase("due today", es: "vence hoy", it: "scade oggi")
  /// How many more things there are, and the command that lists them.
  package static let andMore = Phrase(
    "… and {1} more: {2}", es: "… y {1} más: {2}", it: "… e ancora {1}: {2}")
}

extension CountedPhrase {
  package static let days = CountedPhrase(
    "{n} day", "{n} days", es: ("{n} día", "{n} días"), it: ("{n} giorno", "{n} giorni"))
  package static let minutes = CountedPhrase(
    "{n} minute", "{n} minutes", es: ("{n} minuto", "{n} minutos"),
    it: ("{n} minuto", "{n} minuti"))
  package static let points = CountedPhrase(
    "{n} point", "{n} points", es: ("{n} punto", "{n} puntos"), it: ("{n} punto", "{n} punti"))
  package static let levels = CountedPhrase(
    "{n} level", "{n} levels", es: ("{n} nivel", "{n} niveles"), it: ("{n} livello", "{n} livelli"))
  package static let overloads = CountedPhrase(
    "{n} overload", "{n} overloads", es: ("{n} sobrecarga", "{n} sobrecargas"),
    it: ("{n} sovraccarico", "{n} sovraccarichi"))
  package static let cards = CountedPhrase(
    "{n} card", "{n} cards", es: ("{n} carta", "{n} cartas"), it: ("{n} carta", "{n} carte"))
  package static let missions = CountedPhrase(
    "{n} mission", "{n} missions", es: ("{n} misión", "{n} misiones"),
    it: ("{n} missione", "{n} missioni"))
  package static let achievements = CountedPhrase(
    "{n} achievement", "{n} achievements", es: ("{n} logro", "{n} logros"),
    it: ("{n} traguardo", "{n} traguardi"))
  package static let sparks = CountedPhrase(
    "{n} spark", "{n} sparks", es: ("{n} chispa", "{n} chispas"),
    it: ("{n} scintilla", "{n} scintille"))
  package static let tasks = CountedPhrase(
    "{n} task", "{n} tasks", es: ("{n} tarea", "{n} tareas"), it: ("{n} compito", "{n} compiti"))
  package static let ratings = CountedPhrase(
    "{n} rating", "{n} ratings", es: ("{n} valoración", "{n} valoraciones"),
    it: ("{n} voto", "{n} voti"))
  package static let ratedDays = CountedPhrase(
    "{n} rated day", "{n} rated days", es: ("{n} día valorado", "{n} días valorados"),
    it: ("{n} giorno con un voto", "{n} giorni con un voto"))
  package static let habitsDone = CountedPhrase(
    "{n} habit done", "{n} habits done", es: ("{n} hábito cumplido", "{n} hábitos cumplidos"),
    it: ("{n} abitudine mantenuta", "{n} abitudini mantenute"))
  package static let entries = CountedPhrase(
    "{n} entry", "{n} entries", es: ("{n} entrada", "{n} entradas"), it: ("{n} voce", "{n} voci"))
  package static let trackerEntries = CountedPhrase(
    "{n} tracker entry", "{n} tracker entries", es: ("{n} entrada", "{n} entradas"),
    it: ("{n} voce", "{n} voci"))
  package static let activities = CountedPhrase(
    "{n} activity", "{n} activities", es: ("{n} actividad", "{n} actividades"),
    it: ("{n} attività", "{n} attività"))
  package static let journals = CountedPhrase(
    "{n} journal", "{n} journals", es: ("{n} entrada de diario", "{n} entradas de diario"),
    it: ("{n} pagina di diario", "{n} pagine di diario"))
  package static let sosSessions = CountedPhrase(
    "{n} sos session", "{n} sos sessions", es: ("{n} sesión SOS", "{n} sesiones SOS"),
    it: ("{n} sessione SOS", "{n} sessioni SOS"))
  package static let activeDays = CountedPhrase(
    "{n} active day", "{n} active days", es: ("{n} día activo", "{n} días activos"),
    it: ("{n} giorno attivo", "{n} giorni attivi"))
  package static let questSteps = CountedPhrase(
    "{n} quest step", "{n} quest steps", es: ("{n} paso de aventura", "{n} pasos de aventura"),
    it: ("{n} passo d'avventura", "{n} passi d'avventura"))
}
