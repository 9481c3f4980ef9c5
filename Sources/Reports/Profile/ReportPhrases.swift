import Rules
import Views

// The texts of reports of profiles, by section.

extension Phrase {
  static let reviewTitle = Phrase("Review: {1}", es: "Resumen: {1}", it: "Riepilogo: {1}")
  static let calendar = Phrase("Calendar", es: "Calendario", it: "Calendario")
  /// The days of which something was recorded, where the page has only the latest of them.
  static let otherDays = Phrase(
    "The profile has days from {1} to {2}, which --on and --since choose.",
    es: "El perfil tiene días del {1} al {2}: se eligen con --on y --since.",
    it: "Il profilo ha giorni dal {1} al {2}: si scelgono con --on e --since.")
  static let nothingRecorded = Phrase(
    "Nothing was recorded in this time.", es: "No se registró nada en este periodo.",
    it: "In questo periodo non è stato registrato nulla.")
  static let madeOn = Phrase("Made on {1}.", es: "Página creada el {1}.", it: "Pagina creata {1}.")
  static let rulebookNote = Phrase(
    "Scored by the rulebook {1} ({2}).", es: "Puntuación según el reglamento {1} ({2}).",
    it: "Punteggio secondo il regolamento {1} ({2}).")
  static let leavesTitlesOut = Phrase(
    "This page contains numbers, days, and the names of habits, trackers, tags and projects, and quests with "
      + "their steps and gates. Titles of sparks, names of tasks, texts of the journal, and notes are left out.",
    es:
      "Esta página contiene números, días, los nombres de hábitos, registros, etiquetas y proyectos, y "
      + "las aventuras con sus pasos y requisitos. No contiene títulos de chispas, nombres de tareas, "
      + "textos del diario ni notas.",
    it:
      "Questa pagina contiene numeri, giorni, i nomi di abitudini, registri, etichette e progetti, e "
      + "le avventure con i loro passi e requisiti. Non contiene titoli di scintille, nomi di compiti, "
      + "testi del diario né note.")
  static let containsTitles = Phrase(
    "This page contains numbers, days, names, and also titles of sparks, names of tasks, texts of the "
      + "journal, and notes.",
    es:
      "Esta página contiene números, días, nombres y también títulos de chispas, nombres de tareas, textos "
      + "del diario y notas.",
    it:
      "Questa pagina contiene numeri, giorni, nomi e anche titoli di scintille, nomi di compiti, testi del "
      + "diario e note."
  )

  // MARK: Columns and values

  static let week = Phrase("Week of", es: "Semana del", it: "Settimana")
  static let day = Phrase("Day", es: "Día", it: "Giorno")
  static let days = Phrase("Days", es: "Días", it: "Giorni")
  static let month = Phrase("Month", es: "Mes", it: "Mese")
  static let year = Phrase("Year", es: "Año", it: "Anno")
  static let name = Phrase("Name", es: "Nombre", it: "Nome")
  static let count = Phrase("Number", es: "Número", it: "Numero")
  static let value = Phrase("Value", es: "Valor", it: "Valore")
  static let when = Phrase("When", es: "Cuándo", it: "Quando")
  static let titleName = Phrase("Title", es: "Título", it: "Titolo")
  static let notes = Phrase("Notes", es: "Notas", it: "Note")
  static let points = Phrase("Points", es: "Puntos", it: "Punti")
  static let status = Phrase("Status", es: "Estado", it: "Stato")
  static let progress = Phrase("Progress", es: "Progreso", it: "Progresso")
  static let reward = Phrase("Reward", es: "Recompensa", it: "Ricompensa")
  static let rewards = Phrase("Rewards", es: "Recompensas", it: "Ricompense")
  static let times = Phrase(
    "Times in these days", es: "Veces en estos días", it: "Volte in questi giorni")
  static let firstDay = Phrase("First day", es: "Primer día", it: "Primo giorno")
  static let lastDay = Phrase("Last day", es: "Último día", it: "Ultimo giorno")
  static let missing = Phrase("Missing", es: "Falta", it: "Manca")
  static let heatMapSummary = Phrase(
    "{1}: {2} on {3}.", es: "{1}: {2} en {3}.", it: "{1}: {2} in {3}.")
  static let barsSummary = Phrase(
    "Bars by period: {1}.", es: "Barras por periodo: {1}.", it: "Barre per periodo: {1}.")

  // MARK: Overview

  static let overview = Phrase("Overview", es: "Visión general", it: "Panoramica")
  static let everything = Phrase(
    "Everything recorded", es: "Todo lo registrado", it: "Tutto ciò che è stato registrato")
  static let activeDays = Phrase("Active days", es: "Días activos", it: "Giorni attivi")
  static let habitsDone = Phrase(
    "Habit days done", es: "Días de hábitos cumplidos", it: "Giorni di abitudini completati")
  static let tasksDone = Phrase("Tasks done", es: "Tareas hechas", it: "Compiti svolti")
  static let entriesMade = Phrase("Entries", es: "Entradas", it: "Voci")
  static let ratedDays = Phrase("Rated days", es: "Días valorados", it: "Giorni con un voto")
  static let questSteps = Phrase("Quest steps", es: "Pasos de aventura", it: "Passi di avventura")
  static let cardsGiven = Phrase("Cards received", es: "Cartas recibidas", it: "Carte ricevute")
  static let missionsCompleted = Phrase(
    "Missions completed", es: "Misiones completadas", it: "Missioni completate")
  static let achievements = Phrase("Achievements", es: "Logros", it: "Traguardi")
  static let meanMood = Phrase(
    "Mean mood (0–4)", es: "Ánimo medio (0–4)", it: "Umore medio (0–4)")
  static let pointsByLedger = Phrase(
    "Points by source", es: "Puntos por origen", it: "Punti per origine")
  static let pointsOverTime = Phrase(
    "Points over time, with new levels", es: "Puntos a lo largo del tiempo, con niveles nuevos",
    it: "Punti nel tempo, con i nuovi livelli")
  static let courseSummary = Phrase(
    "From {1} to {2} points, new levels: {3}.", es: "De {1} a {2} puntos, niveles nuevos: {3}.",
    it: "Da {1} a {2} punti, nuovi livelli: {3}.")
  static let records = Phrase("Records", es: "Récords", it: "Primati")
  static let record = Phrase("Record", es: "Récord", it: "Primato")
  static let bestDay = Phrase("Best day", es: "Mejor día", it: "Giorno migliore")
  static let busiestDay = Phrase("Busiest day", es: "Día más activo", it: "Giorno più attivo")
  static let longestSparkStreak = Phrase(
    "Longest spark streak", es: "Racha de chispas más larga", it: "Serie di scintille più lunga")
  static let busiestHour = Phrase(
    "Busiest hour of sparks", es: "Hora con más chispas", it: "Ora con più scintille")
  static let busiestWeekday = Phrase(
    "Busiest weekday of sparks", es: "Día de la semana con más chispas",
    it: "Giorno della settimana con più scintille")
  static let longestRated = Phrase(
    "Longest run of rated days", es: "Serie más larga de días valorados",
    it: "Serie più lunga di giorni con un voto")

  // MARK: Sparks

  static let sparks = Phrase("Sparks", es: "Chispas", it: "Scintille")
  static let byCategory = Phrase("By category", es: "Por categoría", it: "Per categoria")
  static let byIntensity = Phrase("By intensity", es: "Por intensidad", it: "Per intensità")
  static let byHour = Phrase("By hour of the day", es: "Por hora del día", it: "Per ora del giorno")
  static let byHourSummary = Phrase(
    "Sparks of each hour by the local clock.", es: "Chispas de cada hora según el reloj local.",
    it: "Scintille di ogni ora secondo l'orologio locale.")
  static let hour = Phrase("Hour", es: "Hora", it: "Ora")
  static let category = Phrase("Category", es: "Categoría", it: "Categoria")
  static let bestSparks = Phrase(
    "Sparks with the most points", es: "Chispas con más puntos", it: "Scintille con più punti")
  static let daysWithSpark = Phrase(
    "Days with a spark", es: "Días con chispa", it: "Giorni con una scintilla")
  static let meanIntensity = Phrase(
    "Mean intensity (1–4)", es: "Intensidad media (1–4)", it: "Intensità media (1–4)")
  static let minutesName = Phrase("Minutes", es: "Minutos", it: "Minuti")
  static let productivity = Phrase("Productivity", es: "Productividad", it: "Produttività")

  // MARK: Habits

  static let habit = Phrase("Habit", es: "Hábito", it: "Abitudine")
  static let daysDone = Phrase("Days done", es: "Días cumplidos", it: "Giorni completati")
  static let completion = Phrase("Completion", es: "Cumplimiento", it: "Completamento")
  static let streakAndBest = Phrase("Streak / best", es: "Racha / mejor", it: "Serie / migliore")
  static let strength = Phrase("Strength", es: "Fuerza", it: "Forza")
  static let strengthSummary = Phrase(
    "Strength of each habit over time, from 0 to 100 %.",
    es: "Fuerza de cada hábito a lo largo del tiempo, del 0 al 100\u{A0}%.",
    it: "Forza di ogni abitudine nel tempo, dallo 0 al 100\u{A0}%.")
  static let streaksOf = Phrase(
    "Longest streaks: {1}, in {2}", es: "Rachas más largas: {1}, en {2}",
    it: "Serie più lunghe: {1}, in {2}")
  static let streaksSummary = Phrase(
    "The longest has {1} and began on {2}.", es: "La más larga tiene {1} y empezó el {2}.",
    it: "La più lunga ha {1}; inizio: {2}.")

  // MARK: Moods

  static let meansNote = Phrase(
    "In parentheses: the number of rated days, from 0, horrible, to 4, great.",
    es: "Entre paréntesis, el número de días valorados, de 0, horrible, a 4, genial.",
    it: "Tra parentesi il numero di giorni con un voto, da 0, pessimo, a 4, ottimo.")

  static let moods = Phrase("Moods", es: "Estados de ánimo", it: "Umore")
  static let median = Phrase("Median", es: "Mediana", it: "Mediana")
  static let mean = Phrase("Mean", es: "Media", it: "Media")
  static let moodCounts = Phrase("Days by mood", es: "Días por ánimo", it: "Giorni per umore")
  static let moodByWeekday = Phrase(
    "Mean mood by weekday", es: "Ánimo medio por día de la semana",
    it: "Umore medio per giorno della settimana")
  static let moodByMonth = Phrase(
    "Mean mood by month", es: "Ánimo medio por mes", it: "Umore medio per mese")
  static let weekday = Phrase("Weekday", es: "Día de la semana", it: "Giorno della settimana")
  static let yearInPixels = Phrase(
    "Year in pixels, {1}", es: "El año en píxeles, {1}", it: "L'anno in pixel, {1}")
  static let pixelsSummary = Phrase(
    "{1}: the moods of {2}.", es: "{1}: el ánimo de {2}.", it: "{1}: l'umore di {2}.")
  static let moodRelations = Phrase(
    "Mood on days with something, less days without",
    es: "Ánimo de los días con algo, menos el de los días sin ello",
    it: "Umore dei giorni con qualcosa, meno quello dei giorni senza")
  static let relationsSummary = Phrase(
    "Differences of the mean mood with 95 % intervals.",
    es: "Diferencias del ánimo medio, con intervalos del 95\u{A0}%.",
    it: "Differenze dell'umore medio, con intervalli al 95\u{A0}%.")
  static let relationsNote = Phrase(
    "A relation is not a cause. An interval that includes 0 may be a coincidence.",
    es: "Una relación no es una causa. Un intervalo que incluye el 0 puede ser casualidad.",
    it: "Una relazione non è una causa. Un intervallo che include lo 0 può essere un caso.")
  static let factor = Phrase("With", es: "Con", it: "Con")
  static let difference = Phrase("Difference", es: "Diferencia", it: "Differenza")
  static let low = Phrase("From", es: "Desde", it: "Da")
  static let high = Phrase("To", es: "Hasta", it: "A")

  // MARK: Tasks

  static let score = Phrase("Score", es: "Puntuación", it: "Punteggio")
  static let scoreOf = Phrase("score {1}", es: "puntuación {1}", it: "punteggio {1}")
  static let scorePerDay = Phrase(
    "Score per day", es: "Puntuación por día", it: "Punteggio al giorno")
  static let scoreMeans = Phrase(
    "Mean score per day", es: "Puntuación media por día", it: "Punteggio medio al giorno")
  static let scoreMeansSummary = Phrase(
    "Means of the last 7 and 30 days.", es: "Medias de los últimos 7 y 30 días.",
    it: "Medie degli ultimi 7 e 30 giorni.")
  static let mean7 = Phrase("7 days", es: "7 días", it: "7 giorni")
  static let mean30 = Phrase("30 days", es: "30 días", it: "30 giorni")
  static let openTasks = Phrase("Open tasks", es: "Tareas abiertas", it: "Compiti aperti")
  static let openOverTime = Phrase(
    "Open tasks over time", es: "Tareas abiertas a lo largo del tiempo",
    it: "Compiti aperti nel tempo")
  static let openSummary = Phrase(
    "Open at the beginning: {1}; at the end: {2}.",
    es: "Abiertas al principio: {1}; al final: {2}.",
    it: "Aperti all'inizio: {1}; alla fine: {2}.")
  static let byProject = Phrase(
    "Done by project", es: "Hechas por proyecto", it: "Svolti per progetto")
  static let byPriority = Phrase(
    "Done by priority", es: "Hechas por prioridad", it: "Svolti per priorità")
  static let project = Phrase("Project", es: "Proyecto", it: "Progetto")
  static let priority = Phrase("Priority", es: "Prioridad", it: "Priorità")
  static let latestTasks = Phrase(
    "Latest tasks done", es: "Últimas tareas hechas", it: "Ultimi compiti svolti")
  static let longestScoreStreak = Phrase(
    "Longest streak of days with a score", es: "Racha más larga de días con puntuación",
    it: "Serie più lunga di giorni con punteggio")

  // MARK: Cards

  static let collection = Phrase("Collection", es: "Colección", it: "Collezione")
  static let card = Phrase("Card", es: "Carta", it: "Carta")
  static let owned = Phrase("Owned", es: "Obtenidas", it: "Possedute")
  /// One card of a legend.
  static let ownedCard = Phrase("Owned", es: "Obtenida", it: "Posseduta")
  static let missingCard = Phrase("Missing", es: "Falta", it: "Mancante")
  static let copies = Phrase("Copies", es: "Copias", it: "Copie")
  static let first = Phrase("First time", es: "Primera vez", it: "Prima volta")
  static let duplicatePoints = Phrase(
    "Points from duplicates", es: "Puntos por repetidas", it: "Punti dai doppioni")
  static let removedDraws = Phrase(
    "Draws removed or undone", es: "Tiradas eliminadas o deshechas",
    it: "Estrazioni rimosse o annullate")
  static let boardSummary = Phrase(
    "Cards owned ({3}): {1} of {2}.", es: "Cartas obtenidas de rareza {3}: {1} de {2}.",
    it: "Carte possedute di rarità {3}: {1} su {2}.")
  static let cardsOverTime = Phrase(
    "Distinct cards over time", es: "Cartas distintas a lo largo del tiempo",
    it: "Carte diverse nel tempo")
  static let cardsSummary = Phrase(
    "Cards at the beginning: {1}; at the end: {2}.", es: "Cartas al principio: {1}; al final: {2}.",
    it: "Carte all'inizio: {1}; alla fine: {2}.")

  // MARK: Missions

  static let mission = Phrase("Mission", es: "Misión", it: "Missione")
  static let mostOften = Phrase(
    "Completed most often", es: "Completadas más a menudo", it: "Completate più spesso")

  // MARK: Quests

  static let quests = Phrase("Quests", es: "Aventuras", it: "Avventure")
  static let questSets = Phrase(
    "Quest sets", es: "Series de aventuras", it: "Raccolte di avventure")
  static let questSet = Phrase("Quest set", es: "Serie", it: "Raccolta")
  static let nodesDone = Phrase("Steps done", es: "Pasos hechos", it: "Passi fatti")
  static let missionsComplete = Phrase(
    "Missions complete", es: "Misiones completas", it: "Missioni complete")
  static let node = Phrase("Step", es: "Paso", it: "Passo")
  static let graphSummary = Phrase(
    "Steps done: {1} of {2}. Each step is below those that it depends on.",
    es: "Pasos hechos: {1} de {2}. Cada paso está debajo de aquellos de los que depende.",
    it: "Passi fatti: {1} su {2}. Ogni passo sta sotto quelli da cui dipende.")
  static let graphsNote = Phrase(
    "Missions drawn: {1} of {2}, those under way first, with at most 40 steps each.",
    es:
      "Misiones dibujadas: {1} de {2}, primero las que están en curso, con 40 pasos como máximo cada una.",
    it:
      "Missioni disegnate: {1} su {2}, prima quelle in corso, con al massimo 40 passi ciascuna."
  )

  // MARK: Journey

  static let journey = Phrase("Journey", es: "Camino", it: "Cammino")
  static let journeyDays = Phrase(
    "Days of the journey", es: "Días del camino", it: "Giorni del cammino")
  static let journals = Phrase("Journal entries", es: "Entradas de diario", it: "Pagine di diario")
  static let longestActivity = Phrase(
    "Longest activity streak", es: "Racha de actividad más larga",
    it: "Serie più lunga di giorni attivi"
  )
  static let scores = Phrase(
    "Scores over time", es: "Puntuaciones a lo largo del tiempo", it: "Punteggi nel tempo")
  static let scoresSummary = Phrase(
    "Consistency, self-care and stability, from 0 to 100 %.",
    es: "Constancia, autocuidado y estabilidad, del 0 al 100\u{A0}%.",
    it: "Costanza, cura di sé e stabilità, dallo 0 al 100\u{A0}%.")
  static let landscape = Phrase(
    "Emotional landscape of a week", es: "Paisaje emocional de una semana",
    it: "Paesaggio emotivo di una settimana")
  static let landscapeSummary = Phrase(
    "Height of each of seven days, from 0 to 100 %.",
    es: "Altura de cada uno de los siete días, del 0 al 100\u{A0}%.",
    it: "Altezza di ciascuno dei sette giorni, dallo 0 al 100\u{A0}%.")
  static let height = Phrase("Height", es: "Altura", it: "Altezza")
  static let ladders = Phrase("Ladders", es: "Escaleras", it: "Scale")
  static let ladder = Phrase("Ladder", es: "Escalera", it: "Scala")
  static let laddersSummary = Phrase(
    "Rungs unlocked: {1} of {2}.", es: "Peldaños desbloqueados: {1} de {2}.",
    it: "Gradini sbloccati: {1} su {2}.")
  static let unlocked = Phrase("Unlocked", es: "Desbloqueados", it: "Sbloccati")
  static let achievement = Phrase("Achievement", es: "Logro", it: "Traguardo")
  static let nextGoals = Phrase("Next goals", es: "Próximas metas", it: "Prossimi obiettivi")
}

extension CountedPhrase {
  /// The days and what was done in them.
  static let daysDone = CountedPhrase(
    "{1}: {n} day done.", "{1}: {n} days done.",
    es: ("{1}: {n} día cumplido.", "{1}: {n} días cumplidos."),
    it: ("{1}: {n} giorno completato.", "{1}: {n} giorni completati."))
  static let events = CountedPhrase(
    "{n} event", "{n} events", es: ("{n} evento", "{n} eventos"), it: ("{n} evento", "{n} eventi"))
}

extension SeriesMetric {
  /// The name of the metric.
  var phrase: Phrase {
    switch self {
    case .events: .everything
    case .sparks: .sparks
    case .points: .points
    case .sparkPoints:
      Phrase("Points of sparks", es: "Puntos de chispas", it: "Punti delle scintille")
    case .duplicatePoints: .duplicatePoints
    case .missionPoints:
      Phrase("Points of missions", es: "Puntos de misiones", it: "Punti delle missioni")
    case .taskPoints: Phrase("Points of tasks", es: "Puntos de tareas", it: "Punti dei compiti")
    case .earnedPoints:
      Phrase("Points earned", es: "Puntos por otros eventos", it: "Punti da altri eventi")
    case .cards: .cardsGiven
    case .duplicates: Phrase("Duplicates", es: "Cartas repetidas", it: "Doppioni")
    case .missions: .missionsCompleted
    case .overloads: Phrase("Overloads", es: "Sobrecargas", it: "Sovraccarichi")
    case .tasks: .tasksDone
    case .taskScore: .score
    case .questSteps: .questSteps
    case .moods: .ratedDays
    case .moodMean: .meanMood
    case .activities: Phrase("Activities", es: "Actividades", it: "Attività")
    case .entries: .entriesMade
    case .habits: .habitsDone
    case .minutes: .minutesName
    case .meanIntensity: .meanIntensity
    case .activeDays: .activeDays
    case .sparkDays: .daysWithSpark
    case .achievements: .achievements
    }
  }
}

// MARK: What is compared, listed in part, or on a page

extension Phrase {
  static let comparison = Phrase(
    "Compared with the year before", es: "Comparación con el año anterior",
    it: "Confronto con l'anno precedente")
  static let comparisonSentence = Phrase(
    "{1}, after {2} in the same days of the year before.",
    es: "{1}, tras {2} en los mismos días del año anterior.",
    it: "{1}, dopo {2} negli stessi giorni dell'anno precedente.")
  static let relationsShown = Phrase(
    "{1} of {2} are shown, those with the clearest evidence; {3} lists all.",
    es:
      "Se muestran {1} de {2}, las de indicios más claros; {3} las lista "
      + "todas.",
    it:
      "Ne sono mostrate {1} su {2}, quelle con gli indizi più chiari; {3} le "
      + "elenca tutte.")
  static let someOfAll = Phrase("{1} ({2} of {3})", es: "{1} ({2} de {3})", it: "{1} ({2} su {3})")
  static let journalText = Phrase("Text", es: "Texto", it: "Testo")
  static let numberCalendarContents = Phrase(
    "This page contains a number for each day ({1}). Titles, names of tasks, and notes are left out.",
    es:
      "Esta página contiene un número de cada día ({1}). No contiene títulos, nombres de tareas ni notas.",
    it:
      "Questa pagina contiene un numero per ogni giorno ({1}). Non contiene titoli, nomi di compiti né note."
  )
  static let habitCalendarContents = Phrase(
    "This page contains the name of a habit and the status of each of its days. Notes are left out.",
    es:
      "Esta página contiene el nombre de un hábito y el estado de cada uno de sus días. No contiene notas.",
    it:
      "Questa pagina contiene il nome di un'abitudine e lo stato di ciascuno dei suoi giorni. Non contiene "
      + "note.")
  static let moodCalendarContents = Phrase(
    "This page contains the mood of each rated day. Notes are left out.",
    es: "Esta página contiene el ánimo de cada día valorado. No contiene notas.",
    it: "Questa pagina contiene l'umore di ogni giorno valutato. Non contiene note.")
}

extension CountedPhrase {
  static let thingsDone = CountedPhrase(
    "{n} thing done", "{n} things done", es: ("{n} cosa hecha", "{n} cosas hechas"),
    it: ("{n} cosa fatta", "{n} cose fatte"))
}
