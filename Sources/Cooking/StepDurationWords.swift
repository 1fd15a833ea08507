// The words of durations in steps, in lower case.

/// The units of time by their words, in seconds.
let secondsOf: [String: Int] = {
  let words = [
    1: """
    second seconds sec secs seg segs sekunden sekunde sek secondes seconde segundos secondi secondo seconden sekunder \
    секунд секунды δευτερόλεπτα saniye másodperc másodpercig sekund sekundy
    """,
    60: """
    minute minutes min mins minuten minuutje minuutjes minuti minuto minutos minuut minuter minutter minutt minut minuty minutę \
    mn мин минут минуты минуту λεπτά λεπτό λεπτών dakika dk dakikada perc percig percet percen perces phút \
    minuuttia minuutti
    """,
    3600: """
    hour hours hr hrs h stunde stunden std heure heures horas hora uur uren uurtje uurtjes timme timmar час часа часов ч \
    ώρα ώρες ώρας saat saatte óra órát óráig órán hodina hodiny hodin hodinu godzina godziny godzin godzinę \
    giờ tuntia tunti
    """,
  ]
  return words.reduce(into: [:]) { table, entry in
    for word in entry.value.split(separator: " ") { table[String(word)] = entry.key }
  }
}()

/// Units whose words mean something else in another language: they count in texts of these languages.
let ambiguousUnits: [String: (codes: Set<String>, seconds: Int)] = [
  "time": (["da"], 3600), "timer": (["da"], 3600), "ora": (["it"], 3600), "ore": (["it"], 3600),
  "u": (["nl"], 3600), "st": (["de", "sv"], 3600), "segundo": (["es", "pt"], 1),
]

/// Units without a space after them, which a word begins with; the longest come first.
let attachedUnits: [(String, Int)] = [
  ("時間", 3600), ("小时", 3600), ("小時", 3600), ("个小时", 3600), ("個小時", 3600), ("시간", 3600),
  ("分钟", 60), ("分鐘", 60), ("分間", 60), ("分", 60), ("분", 60), ("秒", 1), ("초", 1),
]

/// Durations in words by their first word: the further words, and the seconds.
let durationPhrases: [String: [(rest: [String], seconds: Int)]] = {
  let phrases = [
    900: """
    a quarter of an hour, quarter of an hour, quarter hour, quarter-hour, viertelstunde, eine viertelstunde, \
    quart d'heure, un quart d'heure, quart d heure, un quart d heure, cuarto de hora, un cuarto de hora, \
    quarto d'ora, un quarto d'ora, kwartier, een kwartier, kwartiertje, een kwartiertje, kvart, en kvart, четверть часа
    """,
    1800: """
    half an hour, half hour, a half hour, halbe stunde, eine halbe stunde, halben stunde, demi heure, \
    une demi heure, mezz'ora, mezz ora, mezzora, mezza ora, half uur, een half uur, halvtimme, en halvtimme, \
    halv timme, en halv timme, halv time, en halv time, halvtime, media hora, meia hora, полчаса, μισή ώρα, \
    yarım saat, fél óra, fél órát, fél óráig, půl hodiny, pół godziny, 半小时, 半時間, 半小時
    """,
    2700: """
    three quarters of an hour, three quarter hour, dreiviertelstunde, eine dreiviertelstunde, \
    trois quarts d'heure, trois quarts d heure, tres cuartos de hora, tre quarti d'ora, drie kwartier
    """,
    5400: "anderthalb stunden, eineinhalb stunden, полтора часа, anderhalf uur, halvanden time",
    30: "half a minute, half minute, halbe minute, eine halbe minute, demi minute",
  ]
  var table: [String: [(rest: [String], seconds: Int)]] = [:]
  for (seconds, texts) in phrases {
    for text in texts.split(separator: ",") {
      let words = text.split { $0 == " " || $0 == "-" || $0 == "\n" }.map(String.init)
      guard let first = words.first else { continue }
      table[first, default: []].append((Array(words.dropFirst()), seconds))
    }
  }
  for first in table.keys { table[first]?.sort { $0.rest.count > $1.rest.count } }
  return table
}()

/// Words between the ends of a range of durations.
let durationRangeWords: Set<String> = [
  "to", "or", "bis", "à", "a", "tot", "till", "til", "oder", "ou", "o", "eller", "al", "do", "до",
  "έως",
  "až", "ila",
]

/// Words between the units of a duration.
let joinWords: Set<String> = [
  "and", "und", "et", "y", "e", "og", "och", "en", "и", "και", "és", "a", "i", "ve",
]

/// Words after a duration that make it a rate, if a weight or a person follows: `20 minutes per pound`.
let rateWords: Set<String> = ["per", "pro", "par", "por", "je"]

/// Words after a duration that relate it to another time: `2 hours ahead`.
let relationWords: Set<String> = [
  "ahead", "earlier", "old", "vorher", "zuvor", "tidigare", "tevoren", "beforehand", "ago", "apart",
  "alt",
]

/// Words before a duration that is repeated.
let everyWords: Set<String> = ["every", "alle", "ogni", "cada", "elke", "var", "hver"]

/// Words after a duration that compare it with another, before one of ``comparisonWords``.
let lessWords: Set<String> = [
  "less", "more", "longer", "shorter", "fewer", "moins", "plus", "meno", "menos", "más", "weniger",
  "minder", "mindre",
]

let comparisonWords: Set<String> = ["than", "que", "als", "dan", "än", "end", "di"]

/// Words after a duration that relate it to another step, unless the duration is waited for.
let beforeWords: Set<String> = [
  "before", "after", "vor", "prior", "avant", "antes", "prima", "innan", "før", "voor",
]

/// Words before a duration that is waited for.
let waitingWords: Set<String> = {
  let words = """
    for rest stand cool sit chill cook bake simmer marinate soak freeze refrigerate steep boil fry grill roast rise \
    set dry drain wait pendant laisser laissez reposer durante por dejar reposar per lasciare lasciate riposare ruhen \
    lassen ziehen kühlen laten rusten gedurende minstens låt vila hvile
    """
  return Set(words.split(separator: " ").map(String.init))
}()

/// Numbers in words of other languages than English that only durations have, since they mean something else elsewhere.
let durationNumbers: [String: Int] = [
  "diez": 10, "doce": 12, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40, "dieci": 10,
  "dodici": 12, "quindici": 15, "venti": 20, "trenta": 30, "quaranta": 40, "dix": 10, "douze": 12,
  "quinze": 15, "vingt": 20, "trente": 30, "quarante": 40, "zehn": 10, "zwölf": 12,
  "fünfzehn": 15, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "dez": 10, "vinte": 20,
  "trinta": 30, "quarenta": 40, "tien": 10, "twaalf": 12, "vijftien": 15, "twintig": 20,
  "dertig": 30, "veertig": 40, "tio": 10, "femton": 15, "tjugo": 20, "trettio": 30, "femten": 15,
  "tyve": 20, "tredive": 30,
]
