import Rules

/// The remarks of each tone, as many of each kind in every language. A mission at half of its target or more
/// counts as close to it.
extension Due.Topic {
  var niceRemarks: [Phrase] {
    switch self {
    case .reminder(_, isPast: false):
      [
        Phrase(
          "You asked to be told.", es: "Pediste que te avisara.", it: "Avevi chiesto un avviso."),
        Phrase(
          "A tap on the shoulder, as agreed.", es: "Un toquecito en el hombro, como quedamos.",
          it: "Un colpetto sulla spalla, come d'accordo."),
        Phrase(
          "Your past self says hello.", es: "Tu yo de antes te manda saludos.",
          it: "Un saluto dal te di ieri."),
      ]
    case .reminder(_, isPast: true):
      [
        Phrase(
          "It has been waiting for you.", es: "Te ha estado esperando.",
          it: "Era qui ad aspettarti."),
        Phrase(
          "The bell rang; nobody minds.", es: "Sonó la campana; nadie se ofende.",
          it: "È suonata la campanella; nessuno si offende."),
        Phrase(
          "Still here, still patient.", es: "Aquí sigue, con toda su paciencia.",
          it: "È ancora qui, e non ha fretta."),
      ]
    case .task(_, days: 0):
      [
        Phrase("Today is its day.", es: "Hoy es su día.", it: "Oggi è il suo giorno."),
        Phrase(
          "One less for tomorrow.", es: "Una menos para mañana.", it: "Uno in meno per domani."),
        Phrase(
          "You will feel lighter tonight.", es: "Esta noche te sentirás mejor.",
          it: "Stasera ti sentirai meglio."),
      ]
    case .task:
      [
        Phrase(
          "Time enough to do it well.", es: "Hay tiempo para hacerlo bien.",
          it: "C'è tempo per farlo bene."),
        Phrase(
          "A head start is free.", es: "Adelantarse sale gratis.",
          it: "Portarsi avanti non costa nulla."),
        Phrase(
          "The early bird may nap later.", es: "Quien madruga se gana la siesta.",
          it: "Chi si porta avanti poi fa il pisolino."),
      ]
    case .overdue:
      [
        Phrase(
          "It is not too late.", es: "Nunca es tarde si la dicha es buena.",
          it: "Meglio tardi che mai."),
        Phrase(
          "Start small; it counts.", es: "Empieza por poco; cuenta igual.",
          it: "Comincia da poco: conta lo stesso."),
        Phrase(
          "Nobody keeps score. Well, Flint does, but kindly.",
          es: "Nadie lleva la cuenta. Bueno, Flint sí, pero con cariño.",
          it: "Nessuno tiene il conto. Be', Flint sì, ma con affetto."),
      ]
    case .streak:
      [
        Phrase(
          "One spark keeps it lit.", es: "Con una chispa sigue encendida.",
          it: "Basta una scintilla per tenerla accesa."),
        Phrase(
          "Feed the fire before the day ends.", es: "Echa leña antes de que acabe el día.",
          it: "Un po' di legna prima che finisca il giorno."),
        Phrase("A small one will do.", es: "Una pequeñita basta.", it: "Ne basta una piccola."),
      ]
    case .habit(let note) where note.isLastChance:
      [
        Phrase("Today is the day for it.", es: "Hoy es el día.", it: "Oggi è il giorno giusto."),
        Phrase(
          "A little counts too.", es: "Un poquito también cuenta.", it: "Anche un pochino conta."),
        Phrase(
          "You know the way by now.", es: "El camino ya te lo sabes.", it: "La strada ormai la sai."
        ),
      ]
    case .habit:
      [
        Phrase(
          "There is room for it today.", es: "Hoy tiene hueco.", it: "Oggi un posticino c'è."),
        Phrase(
          "Or another day; there is time.", es: "O cualquier otro día; hay tiempo.",
          it: "O un altro giorno: c'è tempo."),
        Phrase(
          "It gets easier each time.", es: "Cada vez cuesta menos.", it: "Ogni volta è più facile."),
      ]
    case .mission(let amount, let target, _, _) where amount >= target * 500_000:
      [
        Phrase("So close that it hums.", es: "Ya casi se oye.", it: "È così vicina che si sente."),
        Phrase(
          "A little more and it is yours.", es: "Un poco más y es tuya.",
          it: "Ancora un po' ed è tua."),
        Phrase(
          "Worth the last stretch.", es: "El último tramo vale la pena.",
          it: "L'ultimo tratto vale la pena."),
      ]
    case .mission:
      [
        Phrase("There is still time.", es: "Todavía hay tiempo.", it: "C'è ancora tempo."),
        Phrase("Every bit counts.", es: "Todo suma.", it: "Tutto fa brodo."),
        Phrase(
          "Only if you feel like it.", es: "Solo si te apetece.", it: "Solo se ne hai voglia."),
      ]
    case .quest:
      [
        Phrase(
          "The road is where you left it.", es: "El camino sigue donde lo dejaste.",
          it: "La strada è dove l'hai lasciata."),
        Phrase(
          "Half a story wants an end.", es: "Media historia pide final.",
          it: "Mezza storia vuole un finale."),
        Phrase(
          "The next door is open.", es: "La próxima puerta está abierta.",
          it: "La prossima porta è aperta."),
      ]
    case .pool:
      [
        Phrase(
          "It may come again; nobody knows when.", es: "Quizá vuelva; nadie sabe cuándo.",
          it: "Forse tornerà, ma nessuno sa quando."),
        Phrase(
          "Luck keeps no calendar, but this does.", es: "La suerte no tiene calendario; esto sí.",
          it: "La fortuna non ha calendario, questo sì."),
        Phrase(
          "Keeping your savings is a choice too.", es: "Guardar los ahorros también es una opción.",
          it: "Anche tenersi i risparmi è una scelta."),
      ]
    case .mood(isToday: true):
      [
        Phrase("How was it?", es: "¿Qué tal ha ido?", it: "Com'è andata?"),
        Phrase("One word is enough.", es: "Con una palabra basta.", it: "Basta una parola."),
        Phrase(
          "Horrible is an answer too.", es: "Horrible también es una respuesta.",
          it: "Anche pessimo è una risposta."),
      ]
    case .mood(isToday: false):
      [
        Phrase("Do you remember?", es: "¿Te acuerdas?", it: "Te lo ricordi?"),
        Phrase(
          "It would like to be counted.", es: "Le gustaría salir en la cuenta.",
          it: "Vorrebbe entrare nel conto."),
      ]
    case .rung:
      [
        Phrase(
          "Nothing to do but be here.", es: "Basta con estar aquí.", it: "Basta esserci."),
        Phrase("Just keep breathing.", es: "Tú sigue respirando.", it: "Tu continua a respirare."),
        Phrase(
          "Patience has its prizes.", es: "La paciencia tiene premio.",
          it: "Chi ha pazienza vince un premio."),
      ]
    case .nearRung:
      [
        Phrase(
          "One step, and it is there.", es: "Un paso más y ya está.", it: "Un passo ed è fatta."),
        Phrase(
          "You have come this far.", es: "Con lo lejos que has llegado.",
          it: "Hai fatto tanta strada."),
        Phrase(
          "Today would be a good day.", es: "Hoy sería un buen día.",
          it: "Oggi sarebbe un bel giorno."),
      ]
    case .report:
      [
        Phrase(
          "Well done, whatever it was.", es: "Bien hecho, fuera lo que fuera.",
          it: "Ben fatto, qualunque cosa fosse."),
        Phrase("Put your feet up.", es: "Pon los pies en alto.", it: "Ora piedi sul divano."),
        Phrase(
          "Not every week is a tower.", es: "No todas las semanas son de récord.",
          it: "Non tutte le settimane fanno la storia."),
      ]
    }
  }

  var rudeRemarks: [Phrase] {
    switch self {
    case .reminder(_, isPast: false):
      [
        Phrase(
          "You set it yourself, so no complaints.", es: "Lo pusiste tú, así que sin quejas.",
          it: "L'hai messo tu, quindi niente lagne."),
        Phrase(
          "Yes, that. You know exactly what.", es: "Sí, eso. Sabes muy bien qué.",
          it: "Sì, proprio quello. Lo sai benissimo."),
        Phrase(
          "Do not act surprised.", es: "No pongas cara de sorpresa.",
          it: "Non fare quella faccia stupita."),
      ]
    case .reminder(_, isPast: true):
      [
        Phrase(
          "The bell rang. You napped.", es: "Sonó la campana. Tú, de siesta.",
          it: "La campanella è suonata. Tu ronfavi."),
        Phrase(
          "Ignored with real talent.", es: "Pasar de todo también es un arte, y lo dominas.",
          it: "Ignorato con vero talento."),
        Phrase(
          "Setting a bell to ignore it: bold.",
          es: "Poner la alarma para no hacerle caso: qué nivel.",
          it: "Mettere la sveglia per ignorarla: geniale."),
      ]
    case .task(_, days: 0):
      [
        Phrase("Today means today.", es: "Hoy es hoy.", it: "Oggi vuol dire oggi."),
        Phrase(
          "It will not do itself. It has been asked.",
          es: "Sola no se hace. Ya se lo hemos pedido.",
          it: "Da solo non si fa. Gliel'abbiamo chiesto."),
        Phrase(
          "Look around: nobody else is coming.", es: "Mira alrededor: no va a venir nadie más.",
          it: "Guardati intorno: non arriva nessun altro."),
      ]
    case .task:
      [
        Phrase(
          "Plenty of time to dither.", es: "Tiempo de sobra para marear la perdiz.",
          it: "Hai tutto il tempo per tergiversare."),
        Phrase(
          "You will leave it to the last hour, as is tradition.",
          es: "Lo dejarás para el último momento, como manda la tradición.",
          it: "Lo farai all'ultimo minuto, come da tradizione."),
        Phrase(
          "Go on, surprise everybody.", es: "Anda, danos una sorpresa.",
          it: "Dai, stupiscici tutti."),
      ]
    case .overdue:
      [
        Phrase(
          "It can walk and talk by now.", es: "A estas alturas ya anda y habla.",
          it: "Ormai cammina e parla da solo."),
        Phrase(
          "Archaeologists have taken an interest.", es: "Ya han preguntado los arqueólogos.",
          it: "Se ne stanno occupando gli archeologi."),
        Phrase(
          "Even the deadline has moved on.", es: "Hasta el plazo ha rehecho su vida.",
          it: "Persino la scadenza si è rifatta una vita."),
      ]
    case .streak:
      [
        Phrase(
          "Light it or lose it.", es: "O la enciendes o la pierdes.", it: "O la accendi o la perdi."
        ),
        Phrase(
          "All those days for nothing? Suit yourself.", es: "¿Tantos días para nada? Allá tú.",
          it: "Tanti giorni per niente? Fai tu."),
        Phrase(
          "The end of a day does not haggle.", es: "La medianoche no admite regateos.",
          it: "La fine del giorno non fa sconti."),
      ]
    case .habit(let note) where note.isLastChance:
      [
        Phrase(
          "Today, or the streak goes.", es: "O hoy, o adiós racha.", it: "O oggi, o addio serie."),
        Phrase(
          "It was your idea, remember?", es: "Fue idea tuya, ¿recuerdas?",
          it: "È stata un'idea tua, ricordi?"),
        Phrase(
          "No later day will save you.", es: "Ningún otro día te va a salvar.",
          it: "Nessun altro giorno ti salverà."),
      ]
    case .habit:
      [
        Phrase(
          "Putting it off is a habit too.", es: "Dejarlo para luego también es un hábito.",
          it: "Anche rimandare è un'abitudine."),
        Phrase(
          "Tomorrow has heard that before.", es: "Ese cuento mañana ya se lo sabe.",
          it: "Domani l'ha già sentita, questa."),
        Phrase(
          "You could just do it. Imagine.", es: "Podrías hacerlo y ya. Imagínate.",
          it: "Potresti farlo e basta. Pensa un po'."),
      ]
    case .mission(let amount, let target, _, _) where amount >= target * 500_000:
      [
        Phrase(
          "Stopping now would be a classic.", es: "Dejarlo ahora sería muy de tu estilo.",
          it: "Mollare adesso sarebbe un classico."),
        Phrase(
          "A snail would be done.", es: "Un caracol ya habría terminado.",
          it: "Una lumaca avrebbe già finito."),
        Phrase(
          "So near, and yet here you are, reading.", es: "Tan cerca, y tú aquí, leyendo.",
          it: "A un passo dalla fine, e tu qui a leggere."),
      ]
    case .mission:
      [
        Phrase(
          "Optimism is free, at least.", es: "Por lo menos, el optimismo es gratis.",
          it: "Almeno l'ottimismo è gratis."),
        Phrase(
          "Start now, or stop pretending.", es: "Empieza ya, o deja de fingir.",
          it: "Comincia, o smetti di fare finta."),
        Phrase(
          "A miracle would do. Or you, running.", es: "Haría falta un milagro. O verte correr.",
          it: "Ci vorrebbe un miracolo. O tu, di corsa."),
      ]
    case .quest:
      [
        Phrase(
          "Heroes usually finish.", es: "Los héroes suelen terminar.",
          it: "Gli eroi di solito finiscono."),
        Phrase(
          "The dragon has fallen asleep waiting.", es: "El dragón se ha dormido esperando.",
          it: "Il drago si è addormentato ad aspettarti."),
        Phrase(
          "A quest is no museum.", es: "Una aventura no es un museo.",
          it: "Un'avventura non è un museo."),
      ]
    case .pool:
      [
        Phrase(
          "Going, going, and you still count coins.",
          es: "A la una, a las dos… y tú contando monedas.",
          it: "E uno, e due… e tu ancora a contare monete."),
        Phrase(
          "Hoard it, then. Dragons do.", es: "Pues acapáralo. Como los dragones.",
          it: "E allora accumula. Come i draghi."),
        Phrase(
          "The odds do not improve by staring.",
          es: "Mirarlo fijamente no mejora las probabilidades.",
          it: "Le probabilità non migliorano a furia di fissarle."),
      ]
    case .mood(isToday: true):
      [
        Phrase(
          "Feelings. Rumour says you have some.", es: "Sentimientos. Se rumorea que tienes.",
          it: "Sentimenti. Gira voce che tu ne abbia."),
        Phrase(
          "Grunt once for average.", es: "Un gruñido vale por regular.",
          it: "Un grugnito vale così così."),
        Phrase(
          "Even \"meh\" is on the scale.", es: "Hasta «meh» está en la escala.",
          it: "Anche «boh» è nella scala."),
      ]
    case .mood(isToday: false):
      [
        Phrase(
          "You were there, were you not?", es: "Estabas allí, ¿o no?", it: "C'eri anche tu, o no?"),
        Phrase(
          "It happened, with or without your blessing.", es: "Ocurrió, con tu permiso o sin él.",
          it: "È successo, col tuo permesso o senza."),
      ]
    case .rung:
      [
        Phrase(
          "A prize for sitting still. Your sport.", es: "Un premio por no moverse. Tu deporte.",
          it: "Un premio per star fermi. Il tuo sport."),
        Phrase(
          "Awarded for merely existing.", es: "Te lo dan solo por existir.",
          it: "Te lo danno solo perché esisti."),
        Phrase(
          "No effort required. You will love it.", es: "Sin esfuerzo. Te va a encantar.",
          it: "Nessuno sforzo. Ti piacerà."),
      ]
    case .nearRung:
      [
        Phrase(
          "One. Even you can count to one.", es: "Uno. Hasta uno sabes contar.",
          it: "Uno. Fino a uno sai contare."),
        Phrase(
          "The last step, and you sit down.", es: "El último escalón, y tú te sientas.",
          it: "L'ultimo gradino, e tu ti siedi."),
        Phrase(
          "It has been hanging there all week.", es: "Lleva ahí colgado toda la semana.",
          it: "È lì appeso da una settimana."),
      ]
    case .report:
      [
        Phrase(
          "Frame it, or hide it.", es: "Enmárcalo, o escóndelo.", it: "Incornicialo, o nascondilo."),
        Phrase(
          "That was a whole week, apparently.", es: "Y eso ha sido una semana entera, dicen.",
          it: "E questa sarebbe una settimana intera."),
        Phrase(
          "Numbers do not lie. Pity.", es: "Los números no mienten. Qué pena.",
          it: "I numeri non mentono. Peccato."),
      ]
    }
  }
}
