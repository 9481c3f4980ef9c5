import FlintCalendar

/// The names of months, weekdays and halves of a day, in English, Spanish, Italian, German, French,
/// Portuguese, Dutch and Polish, and the halves also in Korean, Japanese and Chinese.
///
/// Words are in lower case. No name means two months, or two weekdays, in two of the languages.
enum DateWord {
  /// Returns the month of a name in full or abbreviated, 1 to 12.
  static func month(_ word: String) -> Int? { months[word] }

  /// Returns the weekday of a name in full or abbreviated.
  static func weekday(_ word: String) -> Weekday? { weekdays[word] }

  /// The half of a day that a word such as `pm` names.
  struct Half {
    let isAfternoon: Bool
    /// Whether the hour after noon may be written as 0, as in Japanese.
    let allowsZero: Bool

    init?(_ word: String) {
      switch word {
      case "am", "pm":
        (isAfternoon, allowsZero) = (word == "pm", false)
      case "오전", "午前", "上午": (isAfternoon, allowsZero) = (false, true)
      case "오후", "午後", "下午": (isAfternoon, allowsZero) = (true, true)
      default: return nil
      }
    }

    init(isAfternoon: Bool) { (self.isAfternoon, allowsZero) = (isAfternoon, false) }

    /// Returns the hour of the day, 0 to 23; `nil` for an hour that no half has.
    func hour(_ hour: Int) -> Int? {
      guard ((allowsZero ? 0 : 1)...12).contains(hour) else { return nil }
      return hour % 12 + (isAfternoon ? 12 : 0)
    }
  }

  /// Words between the parts of a date, as in `22 de junio de 2026`.
  static let particles: Set<String> = ["of", "de", "del", "di"]

  /// What follows the number of a day, as in `22nd` and `1er`.
  static let ordinals: Set<String> = ["st", "nd", "rd", "th", "er", "e", "ste", "º", "ª"]

  private static let months = table([
    "january jan enero ene gennaio gen januar jänner jän janvier janv janeiro januari styczeń"
      + " stycznia sty",
    "february feb febrero febbraio februar février févr fév fevereiro fev februari luty lutego lut",
    "march mar marzo märz maerz mär mrz mars março maart mrt marzec marca",
    "april apr abril abr aprile avril avr kwiecień kwietnia kwi",
    "may mayo maggio mag mai maio mei maj maja",
    "june jun junio giugno giu juni juin junho czerwiec czerwca cze",
    "july jul julio luglio lug juli juillet juil julho lipiec lipca lip",
    "august aug agosto ago août aoû augustus sierpień sierpnia sie",
    "september sep sept septiembre setiembre settembre set septembre setembro wrzesień września wrz",
    "october oct octubre ottobre ott oktober okt octobre outubro out październik października paź",
    "november nov noviembre novembre novembro listopad listopada lis",
    "december dec diciembre dic dicembre dezember dez décembre déc dezembro grudzień grudnia gru",
  ]).mapValues { $0 + 1 }

  private static let weekdays = table([
    "monday mon lunes lun lunedì montag mo lundi segunda seg maandag ma poniedziałek pon",
    "tuesday tue tues martes mar martedì dienstag di mardi terça ter dinsdag wtorek wt",
    "wednesday wed weds miércoles mié mercoledì mer mittwoch mi mercredi quarta qua woensdag wo środa"
      + " śr",
    "thursday thu thur thurs jueves jue giovedì gio donnerstag do jeudi jeu quinta qui donderdag"
      + " czwartek czw",
    "friday fri viernes vie venerdì ven freitag fr vendredi sexta sex vrijdag vr piątek pt",
    "saturday sat sábado sáb sabato samstag sonnabend sa samedi sam zaterdag za sobota sob",
    "sunday sun domingo dom domenica sonntag so dimanche dim zondag zo niedziela niedz nd",
  ]).compactMapValues { Weekday(rawValue: UInt8($0)) }

  /// Returns the index of the line of each word, which may be written without its diacritics.
  private static func table(_ lines: [String]) -> [String: Int] {
    var table: [String: Int] = [:]
    for (index, line) in lines.enumerated() {
      for word in line.split(separator: " ") {
        table[String(word)] = index
        table[String(word.map { plain[$0] ?? $0 })] = index
      }
    }
    return table
  }

  private static let plain: [Character: Character] = [
    "á": "a", "ä": "a", "ą": "a", "ç": "c", "é": "e", "è": "e", "ì": "i", "ł": "l", "ń": "n",
    "ś": "s", "û": "u", "ź": "z",
  ]
}
