extension Titles {
  /// The missions of days and weeks of `ignition`.
  static let ignitionMissions: [Phrase] = [
    Phrase("Morning Spark", es: "Chispa matutina", it: "Scintilla del mattino"),
    Phrase("Spark Streak", es: "Ráfaga de chispas", it: "Raffica di scintille"),
    Phrase("Idea Generator", es: "Generador de ideas", it: "Generatore di idee"),
    Phrase("Energy Boost", es: "Inyección de energía", it: "Carica di energia"),
    Phrase("High Intensity", es: "Alta intensidad", it: "Alta intensità"),
    Phrase("Weekly Warrior", es: "Guerrero semanal", it: "Guerriero settimanale"),
    Phrase("Challenge Master", es: "Maestro del reto", it: "Maestro di sfide"),
    Phrase("Idea Factory", es: "Fábrica de ideas", it: "Fabbrica di idee"),
    Phrase("Energy Dynamo", es: "Dinamo de energía", it: "Dinamo di energia"),
    Phrase("Consistent Creator", es: "Creador constante", it: "Creatore costante"),
    Phrase("Diversity Champion", es: "Campeón de la variedad", it: "Campione della varietà"),
    Phrase("Decision Week", es: "Semana de decisiones", it: "Settimana delle decisioni"),
    Phrase("Point Collector", es: "Coleccionista de puntos", it: "Collezionista di punti"),
    Phrase("Intensity Champion", es: "Campeón de la intensidad", it: "Campione di intensità"),
    Phrase("Grand Achiever", es: "Gran triunfador", it: "Asso dei traguardi"),
  ]

  /// The lifetime missions of `ignition`.
  static let ignitionAchievements: [Phrase] = [
    Phrase("First Card", es: "Primera carta", it: "Prima carta"),
    Phrase("Rare Collector", es: "Coleccionista de rarezas", it: "Collezionista di rarità"),
    Phrase("Epic Hunter", es: "Cazador épico", it: "Cacciatore epico"),
    Phrase("Legendary Status", es: "Rango de leyenda", it: "Rango leggendario"),
    Phrase("Card Collector", es: "Coleccionista de cartas", it: "Collezionista di carte"),
    Phrase("Master of Decision", es: "Maestro de la decisión", it: "Maestro della decisione"),
    Phrase("Master of Energy", es: "Maestro de la energía", it: "Maestro dell'energia"),
    Phrase("Master of Ideas", es: "Maestro de las ideas", it: "Maestro delle idee"),
    Phrase(
      "Master of Experiments", es: "Maestro de los experimentos", it: "Maestro degli esperimenti"),
    Phrase("Master of Challenges", es: "Maestro de los retos", it: "Maestro delle sfide"),
    Phrase(
      "Legendary Collector", es: "Coleccionista legendario", it: "Collezionista leggendario"),
    Phrase("Completionist", es: "Colección completa", it: "Collezione completa"),
    Phrase("First Steps", es: "Primeros pasos", it: "Primi passi"),
    Phrase("Rising Star", es: "Estrella en ascenso", it: "Stella nascente"),
    Phrase("Spark Veteran", es: "Veterano de las chispas", it: "Veterano delle scintille"),
    Phrase("Spark Master", es: "Maestro de las chispas", it: "Maestro delle scintille"),
    Phrase("Spark Legend", es: "Leyenda de las chispas", it: "Leggenda delle scintille"),
    Phrase("Point Starter", es: "Primeros puntos", it: "Primi punti"),
    Phrase("Point Earner", es: "Cazador de puntos", it: "Cacciatore di punti"),
    Phrase("Point Master", es: "Maestro de los puntos", it: "Maestro dei punti"),
    Phrase("Week Warrior", es: "Guerrero de la semana", it: "Guerriero della settimana"),
    Phrase("Month Champion", es: "Campeón del mes", it: "Campione del mese"),
    Phrase("Unstoppable", es: "Imparable", it: "Inarrestabile"),
    Phrase("First Overload", es: "Primera sobrecarga", it: "Primo sovraccarico"),
    Phrase("Overload Addict", es: "Adicto a la sobrecarga", it: "Patito del sovraccarico"),
    Phrase("Overload Master", es: "Maestro de la sobrecarga", it: "Maestro del sovraccarico"),
    Phrase("Mythical Ascent", es: "Ascenso mítico", it: "Ascesa mitica"),
  ]

  /// The missions that `everyday` adds.
  static let everydayMissions: [Phrase] = [
    Phrase("One Thing Done", es: "Una cosa hecha", it: "Una cosa fatta"),
    Phrase("Checked In", es: "Aquí estoy", it: "Eccomi"),
    Phrase("A Habit Kept", es: "Hábito cumplido", it: "Abitudine mantenuta"),
    Phrase("Tidy Week", es: "Semana en orden", it: "Settimana in ordine"),
    Phrase("A Week in Colours", es: "Una semana en colores", it: "Una settimana a colori"),
    Phrase("Habits at Work", es: "Hábitos en marcha", it: "Abitudini all'opera"),
    Phrase("A Month in Colours", es: "Un mes en colores", it: "Un mese a colori"),
    Phrase("A Steady Fortnight", es: "Quincena constante", it: "Quindicina costante"),
    Phrase("Off the List", es: "Tachado de la lista", it: "Via dalla lista"),
    Phrase("A Hundred Things Done", es: "Cien cosas hechas", it: "Cento cose fatte"),
    Phrase("How Are You?", es: "¿Cómo estás?", it: "Come stai?"),
    Phrase("A Hundred Days in Colours", es: "Cien días en colores", it: "Cento giorni a colori"),
    Phrase("A Beginning", es: "Un comienzo", it: "Un inizio"),
    Phrase("Second Nature", es: "Segunda naturaleza", it: "Seconda natura"),
    Phrase("A Way of Life", es: "Un modo de vida", it: "Uno stile di vita"),
    Phrase("A First Page", es: "La primera página", it: "La prima pagina"),
    Phrase("A Full Notebook", es: "Un cuaderno lleno", it: "Un quaderno pieno"),
    Phrase("Setting Out", es: "En camino", it: "In cammino"),
    Phrase("A Long Road", es: "Un largo camino", it: "Una lunga strada"),
  ]
}
