extension Titles {
  static let decisionCards: [Phrase] = [
    Phrase("Fork in the Path", es: "La bifurcación", it: "Il bivio"),
    Phrase("Coin Toss", es: "Cara o cruz", it: "Testa o croce"),
    Phrase("First Yes", es: "El primer sí", it: "Il primo sì"),
    Phrase("Clean Cut", es: "Corte limpio", it: "Taglio netto"),
    Phrase("Weighing Stone", es: "Piedra de balanza", it: "Pietra da bilancia"),
    Phrase("Compass Rose", es: "Rosa de los vientos", it: "Rosa dei venti"),
    Phrase("Closed Door", es: "Puerta cerrada", it: "Porta chiusa"),
    Phrase("Burned Boat", es: "La nave quemada", it: "La nave bruciata"),
    Phrase("Judge of Embers", es: "Juez de las brasas", it: "Giudice delle braci"),
    Phrase("Crown of Choices", es: "Corona de elecciones", it: "Corona delle scelte"),
  ]

  static let energyCards: [Phrase] = [
    Phrase("Warm Start", es: "Arranque en caliente", it: "Partenza a caldo"),
    Phrase("Quick Match", es: "Fósforo veloz", it: "Fiammifero lesto"),
    Phrase("Second Breath", es: "Segundo aliento", it: "Secondo fiato"),
    Phrase("Morning Run", es: "Carrera al alba", it: "Corsa all'alba"),
    Phrase("Loose Spring", es: "Muelle suelto", it: "Molla impazzita"),
    Phrase("Rolling Thunder", es: "Trueno rodante", it: "Tuono lontano"),
    Phrase("Solar Wind", es: "Viento solar", it: "Vento solare"),
    Phrase("Tidal Pulse", es: "Pulso de marea", it: "Battito di marea"),
    Phrase("Storm Engine", es: "Motor de tormentas", it: "Motore di tempeste"),
    Phrase("Heart of the Furnace", es: "Corazón de la fragua", it: "Cuore della fornace"),
  ]

  static let ideaCards: [Phrase] = [
    Phrase("Napkin Sketch", es: "Boceto en servilleta", it: "Schizzo sul tovagliolo"),
    Phrase("Stray Thought", es: "Pensamiento errante", it: "Pensiero randagio"),
    Phrase("Shower Spark", es: "Chispa de ducha", it: "Scintilla sotto la doccia"),
    Phrase("Margin Note", es: "Nota al margen", it: "Nota a margine"),
    Phrase("Odd Question", es: "Pregunta insólita", it: "Domanda insolita"),
    Phrase("Paper Lantern", es: "Farol de papel", it: "Lanterna di carta"),
    Phrase("Hidden Door", es: "Puerta oculta", it: "Porta nascosta"),
    Phrase("Borrowed Light", es: "Luz prestada", it: "Luce in prestito"),
    Phrase("Cathedral of Glass", es: "Catedral de cristal", it: "Cattedrale di vetro"),
    Phrase("The Unwritten Page", es: "La página no escrita", it: "La pagina non scritta"),
  ]

  static let experimentCards: [Phrase] = [
    Phrase("Test Strip", es: "Tira reactiva", it: "Cartina di tornasole"),
    Phrase("Beaker", es: "Vaso de precipitados", it: "Becher"),
    Phrase("Loose Wire", es: "Cable suelto", it: "Filo scoperto"),
    Phrase("Trial Run", es: "Ensayo general", it: "Giro di prova"),
    Phrase("Control Group", es: "Grupo de control", it: "Gruppo di controllo"),
    Phrase("Odd Result", es: "Resultado extraño", it: "Risultato anomalo"),
    Phrase("Patient Zero Point", es: "Punto cero paciente", it: "Punto zero paziente"),
    Phrase("Double Blind", es: "Doble ciego", it: "Doppio cieco"),
    Phrase("Garden of Prototypes", es: "Jardín de prototipos", it: "Giardino dei prototipi"),
    Phrase("The Lucky Mistake", es: "El error afortunado", it: "L'errore fortunato"),
  ]

  static let challengeCards: [Phrase] = [
    Phrase("Pebble in the Shoe", es: "Piedra en el zapato", it: "Sassolino nella scarpa"),
    Phrase("Steep Stair", es: "Escalera empinada", it: "Scala ripida"),
    Phrase("Cold Plunge", es: "Chapuzón helado", it: "Tuffo gelido"),
    Phrase("Long Queue", es: "La cola interminable", it: "La fila infinita"),
    Phrase("Heavy Door", es: "Puerta pesada", it: "Porta pesante"),
    Phrase("Ridge Line", es: "La cresta", it: "Il crinale"),
    Phrase("Iron Hour", es: "Hora de hierro", it: "Ora di ferro"),
    Phrase("Unlit Tunnel", es: "Túnel sin luz", it: "Galleria buia"),
    Phrase("The Mountain Answers", es: "La montaña responde", it: "La montagna risponde"),
    Phrase("Last One Standing", es: "El último en pie", it: "L'ultimo in piedi"),
  ]
}
