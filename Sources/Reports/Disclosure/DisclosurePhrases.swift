import Views

// The texts of the page that discloses the probabilities of a rulebook.

extension Phrase {
  static let disclosure = Phrase(
    "Probabilities: {1}", es: "Probabilidades: {1}", it: "Probabilità: {1}")
  static let disclosureLead = Phrase(
    "What the rulebook {1} states on {2}, and what follows from it.",
    es: "Lo que establece el reglamento {1} a fecha de {2}, y lo que se deduce de ello.",
    it: "Ciò che il regolamento {1} stabilisce in data {2}, e ciò che ne consegue.")
  static let disclosureHash = Phrase(
    "Rulebook hash {1}; Flint {2}.", es: "Huella del reglamento: {1}; Flint {2}.",
    it: "Impronta del regolamento: {1}; Flint {2}.")
  static let categorySparks = Phrase(
    "Sparks: {1}", es: "Chispas: {1}", it: "Scintille: {1}")

  // Headings.
  static let raritiesTitle = Phrase("Rarities", es: "Rarezas", it: "Rarità")
  static let cardsTitle = Phrase("Cards", es: "Cartas", it: "Carte")
  static let rollsTitle = Phrase(
    "Rolls that it takes", es: "Tiradas necesarias", it: "Tiri necessari")
  static let sparksTitle = Phrase(
    "Sparks that it takes", es: "Chispas necesarias", it: "Scintille necessarie")
  static let pricesTitle = Phrase(
    "What it costs", es: "Lo que cuesta", it: "Quanto costa")
  static let choicesTitle = Phrase(
    "Effective rates with a card chosen", es: "Probabilidades efectivas con una carta elegida",
    it: "Probabilità effettive con una carta scelta")
  static let packsTitle = Phrase("Packs", es: "Sobres", it: "Bustine")
  static let packCardsTitle = Phrase(
    "Pack {1}: chance of each card, by its place in the pack",
    es: "Sobre {1}: probabilidad de cada carta, según su posición en el sobre",
    it: "Bustina {1}: probabilità di ogni carta, secondo la posizione nella bustina")
  static let stepsTitle = Phrase(
    "Chance of the rarity {1} or better, by the roll since the last one",
    es: "Probabilidad de la rareza {1} o superior, según la tirada desde la última",
    it: "Probabilità della rarità {1} o superiore, secondo il tiro dall'ultima")

  // Columns.
  static let rarityColumn = Phrase("rarity", es: "rareza", it: "rarità")
  static let cardColumn = Phrase("card", es: "carta", it: "carta")
  static let featuredColumn = Phrase("featured", es: "destacada", it: "in evidenza")
  static let nominalColumn = Phrase("nominal", es: "nominal", it: "nominale")
  static let exactColumn = Phrase(
    "as a fraction", es: "como fracción", it: "come frazione")
  static let effectiveColumn = Phrase("effective", es: "efectiva", it: "effettiva")
  static let chosenColumn = Phrase("chosen", es: "elegida", it: "scelta")
  static let otherFeaturedColumn = Phrase(
    "other featured cards of the rarity", es: "otras destacadas de la rareza",
    it: "altre in evidenza della rarità")
  static let otherCardsColumn = Phrase(
    "its other cards", es: "sus demás cartas", it: "sue altre carte")
  static let certainColumn = Phrase("certain at", es: "segura en", it: "certa a")
  static let duplicateColumn = Phrase(
    "a duplicate gives", es: "una repetida da", it: "un doppione dà")
  static let copiesColumn = Phrase("copies", es: "copias", it: "copie")
  static let rollColumn = Phrase("rolls", es: "tiradas", it: "tiri")
  static let chanceColumn = Phrase("chance", es: "probabilidad", it: "probabilità")
  static let wantedColumn = Phrase("for", es: "para", it: "per")
  static let expectedColumn = Phrase("expected", es: "esperadas", it: "attesi")
  static let inPackColumn = Phrase(
    "at least one in a pack", es: "al menos una por sobre", it: "almeno una per bustina")
  static let packColumn = Phrase("pack", es: "sobre", it: "bustina")
  static let slotColumn = Phrase(
    "card of the pack", es: "carta del sobre", it: "carta della bustina")
  static let yes = Phrase("yes", es: "sí", it: "sì")
  static let never = Phrase("never", es: "nunca", it: "mai")
  static let notKnown = Phrase("not known", es: "se desconoce", it: "non noto")

  // What one may want.
  static let anyFeatured = Phrase(
    "any featured card", es: "cualquier carta destacada", it: "una carta in evidenza qualsiasi")
  static let anyOfRarity = Phrase(
    "any card of the rarity {1}", es: "cualquier carta de rareza {1}",
    it: "una carta qualsiasi di rarità {1}")

  // Rules.
  static let alwaysOpen = Phrase(
    "Without a time limit.", es: "Sin límite de tiempo.", it: "Senza limiti di tempo.")
  static let openFrom = Phrase("Open from {1}.", es: "Abierto desde {1}.", it: "Aperto dal {1}.")
  static let openUntil = Phrase(
    "Open until {1}, inclusive.", es: "Abierto hasta {1} inclusive.",
    it: "Aperto fino al {1} compreso.")
  static let openBetween = Phrase(
    "Open from {1} until {2}, inclusive.", es: "Abierto desde {1} hasta {2} inclusive.",
    it: "Aperto dal {1} al {2} compreso.")
  static let notOpen = Phrase(
    "Not open on the day of this page.", es: "No está abierto en la fecha de esta página.",
    it: "Non è aperto alla data di questa pagina.")
  static let rollPrice = Phrase(
    "A roll costs {1}.", es: "Una tirada cuesta {1}.", it: "Un tiro costa {1}.")
  static let tokenPrice = Phrase(
    "A roll costs a roll token.", es: "Una tirada cuesta una ficha.",
    it: "Un tiro costa un gettone.")
  static let bundlePrice = Phrase(
    "{1} rolls together cost {2}.", es: "{1} tiradas juntas cuestan {2}.",
    it: "{1} tiri insieme costano {2}.")
  static let bundleSize = Phrase(
    "{1} rolls can be bought together.", es: "Se pueden comprar {1} tiradas juntas.",
    it: "Si possono comprare {1} tiri insieme.")
  static let bundleCertain = Phrase(
    "Rolls that are bought together have at least one card of the rarity {1} or better.",
    es: "Las tiradas compradas juntas contienen al menos una carta de rareza {1} o superior.",
    it: "I tiri comprati insieme contengono almeno una carta di rarità {1} o superiore.")
  static let featuredShare = Phrase(
    "Of the cards of its rarity, {1} are featured ones ({2}).",
    es: "De las cartas de su rareza, {1} son destacadas ({2}).",
    it: "Tra le carte della stessa rarità, {1} sono in evidenza ({2}).")
  static let featuredGuarantee = Phrase(
    "After a card of that rarity that is not featured, the next one is featured for certain.",
    es: "Tras una carta de esa rareza que no sea destacada, la siguiente lo es con seguridad.",
    it: "Dopo una carta di quella rarità non in evidenza, la successiva lo è con certezza.")
  static let featuredPath = Phrase(
    "A featured card that the player has chosen is certain after {1} other cards of its rarity.",
    es: "La carta destacada que elija el jugador es segura tras {1} otras cartas de su rareza.",
    it: "La carta in evidenza scelta dal giocatore è certa dopo {1} altre carte della sua rarità.")
  static let featuredHard = Phrase(
    "Roll {1} since the last featured card gives one for certain.",
    es: "La tirada {1} desde la última carta destacada da una con seguridad.",
    it: "Il tiro {1} dall'ultima carta in evidenza ne dà una con certezza.")
  static let featuredOnce = Phrase(
    "Roll {1} gives a featured card for certain if none has come before, and only then.",
    es:
      "La tirada {1} da una carta destacada con seguridad si antes no salió ninguna, y solo entonces.",
    it:
      "Il tiro {1} dà con certezza una carta in evidenza se prima non ne è uscita alcuna, e solo allora."
  )
  static let featuredWaits = Phrase(
    "A rarer card that is certain in that roll comes first, and the featured card in the next.",
    es:
      "Una carta más rara que sea segura en esa tirada va primero, y la destacada en la siguiente.",
    it:
      "Una carta più rara che sia certa in quel tiro viene prima, e quella in evidenza nel successivo."
  )
  static let firstCertain = Phrase(
    "As long as no card of the rarity {1} or better has come, roll {2} gives one for certain.",
    es:
      "Mientras no haya salido una carta de rareza {1} o superior, la tirada {2} da una con seguridad.",
    it:
      "Finché non è uscita una carta di rarità {1} o superiore, il tiro {2} ne dà una con certezza."
  )
  static let exchangeFeatured = Phrase(
    "{1} rolls can be exchanged for a featured card.",
    es: "{1} tiradas se pueden canjear por una carta destacada.",
    it: "{1} tiri si possono scambiare con una carta in evidenza.")
  static let exchangeAny = Phrase(
    "{1} rolls can be exchanged for any card.",
    es: "{1} tiradas se pueden canjear por cualquier carta.",
    it: "{1} tiri si possono scambiare con una carta qualsiasi.")
  static let exchangeLimit = Phrase(
    "The number of exchanges of a player is limited to {1}.",
    es: "El número de canjes por jugador se limita a {1}.",
    it: "Il numero di scambi per giocatore è limitato a {1}.")
  static let rollLimit = Phrase(
    "The number of rolls of a player is limited to {1}.",
    es: "El número de tiradas por jugador se limita a {1}.",
    it: "Il numero di tiri per giocatore è limitato a {1}.")
  static let withinLimit = Phrase(
    "Chance within them: {1}.", es: "Probabilidad dentro de ellas: {1}.",
    it: "Probabilità entro questi: {1}.")
  static let carried = Phrase(
    "Counters and guarantees are shared by all pools of the name {1}.",
    es: "Los contadores y garantías se comparten entre todos los sorteos de nombre {1}.",
    it: "Contatori e garanzie sono condivisi tra tutti i banner di nome {1}.")
  static let boxNever = Phrase(
    "Cards are drawn without replacement from a box of {1}, which is never filled again.",
    es: "Las cartas se extraen sin reposición de una caja de {1}, que no se vuelve a llenar.",
    it: "Le carte si estraggono senza reinserimento da una scatola di {1}, che non si riempie più.")
  static let boxEmpty = Phrase(
    "Cards are drawn without replacement from a box of {1}, which is filled again when it is empty.",
    es:
      "Las cartas se extraen sin reposición de una caja de {1}, que se llena de nuevo al vaciarse.",
    it:
      "Le carte si estraggono senza reinserimento da una scatola di {1}, che si riempie quando è vuota."
  )
  static let boxFeatured = Phrase(
    "Cards are drawn without replacement from a box of {1}, which is filled again when the featured cards are out.",
    es:
      "Las cartas se extraen sin reposición de una caja de {1}, que se llena de nuevo al salir las destacadas.",
    it:
      "Le carte si estraggono senza reinserimento da una scatola di {1}, che si riempie quando sono uscite quelle in evidenza."
  )
  static let boxRates = Phrase(
    "Nominal rates are those of the first roll of a full box.",
    es: "Las probabilidades nominales son las de la primera tirada de una caja llena.",
    it: "Le probabilità nominali sono quelle del primo tiro da una scatola piena.")
  static let packRates = Phrase(
    "A roll opens a pack: the rates of rarities and cards are expected numbers per pack.",
    es: "Una tirada abre un sobre: las cifras de rarezas y cartas son números esperados por sobre.",
    it: "Un tiro apre una bustina: i valori di rarità e carte sono numeri attesi per bustina.")
  static let packChances = Phrase(
    "The chance of at least one in a pack follows from the rates of its cards as stated, without pity, guarantees "
      + "and protection from duplicates.",
    es:
      "La probabilidad de al menos una por sobre se deduce de las probabilidades establecidas para sus cartas, sin "
      + "garantías, contadores ni protección contra repetidas.",
    it:
      "La probabilità di almeno una per bustina segue dalle probabilità stabilite per le sue carte, senza garanzie, "
      + "contatori né protezione dai doppioni.")
  static let protected = Phrase(
    "Cards of which a player has fewer than {1} precede others of their rarity.",
    es: "Las cartas de las que un jugador tiene menos de {1} preceden a otras de su rareza.",
    it: "Le carte di cui un giocatore ha meno di {1} precedono le altre della loro rarità.")
  static let canRepeat = Phrase(
    "A card can come more than once.", es: "Una carta puede salir más de una vez.",
    it: "Una carta può uscire più di una volta.")
  static let cannotRepeat = Phrase(
    "No card can come more than once.", es: "Ninguna carta puede salir más de una vez.",
    it: "Nessuna carta può uscire più di una volta.")
  static let emptyDemote = Phrase(
    "A rarity without a card gives a card of the next commoner rarity that has one.",
    es: "Una rareza sin cartas da una carta de la siguiente rareza más común que las tenga.",
    it: "Una rarità senza carte dà una carta della successiva rarità più comune che ne abbia.")
  static let emptyNone = Phrase(
    "A rarity without a card gives no card.", es: "Una rareza sin cartas no da ninguna carta.",
    it: "Una rarità senza carte non dà alcuna carta.")
  static let emptyReroll = Phrase(
    "A rarity without a card is drawn again.", es: "Una rareza sin cartas se vuelve a sortear.",
    it: "Una rarità senza carte viene estratta di nuovo.")
  static let dropChance = Phrase(
    "A spark gives a card with a chance of {1}.",
    es: "Una chispa da una carta con una probabilidad de {1}.",
    it: "Una scintilla dà una carta con una probabilità di {1}.")
  static let unknownRates = Phrase(
    "The effective rates are not known: {1}.",
    es: "Las probabilidades efectivas se desconocen: {1}.",
    it: "Le probabilità effettive non sono note: {1}.")
  static let exchangeLeftOut = Phrase(
    "The effective rates are those of rolls: cards taken in exchange are not counted in them.",
    es: "Las probabilidades efectivas son las de las tiradas: no cuentan las cartas canjeadas.",
    it: "Le probabilità effettive sono quelle dei tiri: non contano le carte ottenute in scambio.")
  static let estimatedCost = Phrase(
    "Estimated, with a 95 % interval: {1}; {2}.",
    es: "Estimación, con un intervalo del 95\u{A0}%: {1}; {2}.",
    it: "Stima, con un intervallo del 95\u{A0}%: {1}; {2}.")
  static let noCost = Phrase("{1}: {2}.", es: "{1}: {2}.", it: "{1}: {2}.")

  // Remarks at the end.
  static let ratesNote = Phrase(
    "Nominal rates are those that the rulebook states: the rate of the rarity, times the share of the card in it. "
      + "Effective rates are those in the long run, with pity, guarantees and rarities without cards; that of a card "
      + "that can be chosen is the one with it chosen.",
    es:
      "Las probabilidades nominales son las que establece el reglamento: la de la rareza, por la parte que "
      + "le toca a la carta. Las efectivas son las que resultan a la larga, con garantías y rarezas sin cartas; la de "
      + "una carta que se puede elegir, con ella elegida.",
    it:
      "Le probabilità nominali sono quelle stabilite dal regolamento: quella della rarità, per la quota della "
      + "carta. Le effettive sono quelle a lungo andare, con garanzie e rarità senza carte; quella di una "
      + "carta che si può scegliere, con essa scelta.")
  static let rollsNote = Phrase(
    "Numbers of rolls are those of a new player: the mean, and those that suffice for 50, 90 and 99 % of players.",
    es:
      "Los números de tiradas son los de un jugador nuevo: la media, y los que bastan al 50, 90 y 99\u{A0}% "
      + "de los jugadores.",
    it:
      "I numeri di tiri sono quelli di un giocatore nuovo: la media, e quelli che bastano al 50, 90 e 99\u{A0}% "
      + "dei giocatori.")
  static let moneyNote = Phrase(
    "Prices in money are the lowest for which the offers give at least so much; the expected one is by the offer with "
      + "the lowest price per unit.",
    es:
      "Los precios en dinero son los más bajos por los que las ofertas dan al menos esa cantidad; el esperado, "
      + "según la oferta con el precio por unidad más bajo.",
    it:
      "I prezzi in denaro sono i più bassi a cui le offerte danno almeno quella quantità; quello atteso è secondo "
      + "l'offerta con il prezzo unitario più basso.")
  static let exactNote = Phrase(
    "The numbers are computed exactly from the rules, not simulated, except where they are marked as estimated.",
    es:
      "Los números se calculan de forma exacta a partir de las reglas, sin simulación, salvo donde se indica que "
      + "son estimaciones.",
    it:
      "I numeri sono calcolati esattamente dalle regole, senza simulazione, salvo dove sono indicati come stime."
  )
}
