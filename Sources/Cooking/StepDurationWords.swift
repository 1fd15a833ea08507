// The words of durations in steps, in lower case.

/// The units of time by their words, in seconds.
let secondsOf: [String: Int] = {
  let words = [
    1: """
    second seconds sec secs sekunden sekunde sek secondes seconde segundos secondi secondo seconden sekunder \
    секунд секунды δευτερόλεπτα saniye másodperc másodpercig sekund sekundy
    """,
    60: """
    minute minutes min mins minuten minuti minuto minutos minuut minuter minutter minutt minut minuty minutę \
    mn мин минут минуты минуту λεπτά λεπτό λεπτών dakika dk dakikada perc percig percet percen perces phút \
    minuuttia minuutti
    """,
    3600: """
    hour hours hr hrs h stunde stunden std heure heures horas hora uur uren timme timmar час часа часов ч \
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
    quarto d'ora, un quarto d'ora, kwartier, een kwartier, kvart, en kvart, четверть часа
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

/// Words after a duration that make it a rate: `20 minutes per pound`.
let rateWords: Set<String> = ["per", "pro", "par", "por", "je"]

/// Words after a duration that relate it to another time: `2 hours ahead`.
let relationWords: Set<String> = [
  "ahead", "earlier", "old", "vorher", "zuvor", "avant", "antes", "prima", "tidigare", "innan",
  "tevoren",
  "beforehand", "ago", "apart", "alt",
]

/// Words after a duration that relate it to another step, unless the duration is waited for.
let beforeWords: Set<String> = ["before", "vor", "prior"]

/// Words before a duration that is waited for.
let waitingWords: Set<String> = [
  "for", "rest", "stand", "cool", "sit", "chill", "cook", "bake", "simmer", "marinate", "soak",
  "freeze",
  "refrigerate", "steep", "boil", "fry", "grill", "roast", "rise", "set", "dry", "drain", "wait",
]
