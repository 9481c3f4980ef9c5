/// What the name of a column suggests about its part in a table.
extension ColumnName {
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Words for what trackers are of, in English, Spanish, Italian, German and French.
  private static let subjects = words(
    """
    habit habits exercise exercises question activity activities project tracker metric workout
    training counter sport symptom symptoms symptome síntoma sintomo symptôme hábito habito hábitos ejercicio actividad pregunta proyecto abitudine
    abitudini esercizio attività domanda progetto gewohnheit gewohnheiten übung aktivität frage
    projekt sportart habitude exercice activité question projet
    """)
  /// Words for what trackers are of where a day has several rows.
  private static let subjectsOfDays = words(
    """
    medication medicine supplement drug drink language skill subject course instrument plant person
    item name who series measure measurement parameter variable type kind food meal
    medikament getränk sprache fach pflanze person name medicamento bebida idioma planta
    persona nombre farmaco bevanda lingua pianta nome médicament boisson langue
    plante personne nom art tipo label topic thema tema
    """)
  private static let categories = words("category kategorie categoría categoria catégorie")
  private static let genericEnds = words("name names text title label type description")

  /// How likely the name is that of a column with the names of trackers: 0 is not, 1 is if a day has
  /// several rows, and more is in any case.
  var subjectRank: Int {
    let words = words
    guard let last = words.last, let first = words.first else { return 0 }
    if words.contains(where: { ["unit", "units", "id", "count", "goal", "time"].contains($0) }) {
      return 0
    }
    if words.count == 1, Self.subjects.contains(last) { return 6 }
    if words.count == 2, Self.subjects.contains(first), Self.genericEnds.contains(last) {
      return last == "type" ? 4 : 5
    }
    if Self.subjects.contains(last) { return 3 }
    if words.count == 1, Self.categories.contains(last) { return 2 }
    if words.count == 1, Self.subjectsOfDays.contains(last) { return 1 }
    return 0
  }

  private static let items = words(
    """
    title name film movie book game show series episode album song recipe restaurant beer wine podcast
    titel buch spiel título titulo libro película juego titolo film gioco titre livre jeu
    """)
  private static let ratings = words(
    """
    rating stars score grade bewertung sterne note calificación puntuación estrellas valutazione voto
    stelle évaluation étoiles
    """)
  private static let moods = words(
    """
    mood moods feel feeling feelings stimmung laune gefühl ánimo animo humor umore humeur sentiment emotion
    """)
  private static let goals = words(
    """
    goal target bound limit ziel objetivo meta obiettivo objectif budget planned ideal
    """)
  private static let values = words(
    """
    value amount quantity progress actual result total wert menge betrag anzahl valor cantidad
    valore quantità importo valeur quantité montant answered answer done taken completed score
    """)
  private static let notValues = words(
    """
    year jahr año anno année latitude longitude lat lon lng zip isbn isbn13 phone multiplier version
    page owned published index
    """)
  private static let notes = words(
    """
    notes note notiz notizen comment comments commentaire commentaires kommentar nota notas memo remark remarks bemerkung
    description details comentario comentarios appunti descrizione descripción beschreibung review
    verwendungszweck concepto payee merchant empfänger libellé causale else
    """)
  private static let zones = words("timezone zone tz zeitzone")
  private static let units = words("unit units einheit unidad unità unité")
  private static let bed = words("bed bedtime asleep onset went sleep schlafen eingeschlafen")
  private static let wake = words(
    "wake woke up wakeup awake got aufgewacht aufgestanden risen rise")
  private static let finished = words(
    "read finished finish watched completed done seen played beendet gelesen terminado letto lu")
  private static let recorded = words(
    "added created modified updated edited imported exported synced due deadline birth published")

  var suggestsItems: Bool { words.count <= 2 && hasWord(of: Self.items) }
  var suggestsRatings: Bool { hasWord(of: Self.ratings) }
  var suggestsMoods: Bool { hasWord(of: Self.moods) }
  var suggestsGoals: Bool { hasWord(of: Self.goals) }
  var suggestsValues: Bool { hasWord(of: Self.values) }
  var suggestsNoValues: Bool { hasWord(of: Self.notValues) }
  var suggestsNotes: Bool { words.last.map { Self.notes.contains($0) } ?? false }
  var suggestsZones: Bool {
    hasWord(of: Self.zones) || words.suffix(2) == ["time", "zone"]
  }
  var suggestsUnits: Bool { hasWord(of: Self.units) }
  var suggestsBed: Bool { hasWord(of: Self.bed) }
  var suggestsWaking: Bool { hasWord(of: Self.wake) }
  var suggestsFinishing: Bool { hasWord(of: Self.finished) }
  var suggestsRecording: Bool { hasWord(of: Self.recorded) }
  var suggestsAverages: Bool { !["average", "avg", "mean"].allSatisfy { !words.contains($0) } }
  /// Whether the name says nothing about what its values are of.
  var isGeneric: Bool {
    words.count <= 1
      && (text.count < 3 || suggestsValues || Self.notes.contains(plain)
        || [
          "minutes", "hours", "duration", "time", "number", "entry", "column", "text", "words",
          "dauer", "minuten", "duración", "durata", "durée",
        ]
        .contains(plain))
      || plain.hasPrefix("column ")
  }
}
