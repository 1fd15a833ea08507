// The words around amounts that the parser of ingredients knows, in lower case.

/// Words before an amount that do not change it.
let leadingWords: Set<String> = [
  "about", "approximately", "approx", "around", "roughly", "circa", "ca", "scant", "brimming",
  "heaping", "heaped",
  "generous", "healthy", "good", "the", "optional", "up", "to", "at", "least", "only", "another",
  "additional",
  "nearly", "almost", "just", "over", "rounded", "level", "big", "ungefähr", "etwa", "cirka",
  "environ",
  "unos", "unas", "big", "small", "large", "fat", "tiny", "extra", "cerca", "de", "or", "og", "ev",
  "evt", "exactly", "less", "than", "most", "more", "max", "maximum", "minimum", "min",
  "z", "ze", "kb", "ок", "około",
]

/// Adjectives between a number and its unit.
let measureAdjectives: Set<String> = [
  "generous", "heaping", "heaped", "rounded", "level", "scant", "good", "bonne", "bonnes", "fat",
  "thick", "thin",
  "packed", "overflowing",
  "big", "full", "gestrichene", "gestrichener", "gehäufte", "gehäufter", "bombée", "bombées",
  "rase", "rases",
  "struken", "strukna", "rågad", "rågade", "toppad", "colmado", "colmados", "colma", "rasa",
  "cheia", "cheias",
  "hefty", "afgestreken", "afgestrøget", "afgestrøgne", "tiny", "healthy", "fresh", "imperial",
  "metric",
  "us",
]

let optionalWords: Set<String> = [
  "optional", "optionnel", "facultatif", "facultative", "facultatifs", "opcional", "opzionale",
  "facoltativo",
  "optioneel", "valfritt", "valfri", "eventuellt", "eventuell", "evtl", "任意",
]

let orWords: Set<String> = ["or", "oder", "ou", "o", "eller"]

let rangeWords: Set<String> = [
  "to", "or", "bis", "oder", "à", "a", "ou", "hasta", "o", "tot", "till", "til", "eller", "of",
  "through", "thru",
]

/// Words between the used part of an ingredient and its amount.
let prefaceWords: Set<String> = [
  "of", "from", "de", "von", "van", "di", "av", "af", "fra", "från", "d'un", "d'une", "z", "ze",
  "из",
]

let ofWords: Set<String> = [
  "of", "de", "di", "du", "des", "von", "van", "da", "do", "af", "av", "の",
]

let halfWords: Set<String> = [
  "half", "halbe", "halber", "halbes", "demi", "demie", "media", "medio", "mezzo", "mezza", "meia",
  "meio", "halve",
  "halv", "halva", "halvt",
]

let oneWords: Set<String> = [
  "a", "an", "ein", "eine", "einen", "einer", "un", "une", "una", "uno", "um", "uma", "een", "en",
  "et", "ett",
]

let numberWords: [String: Int] = [
  "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
  "ten": 10,
  "eleven": 11, "twelve": 12, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "acht": 8,
  "deux": 2,
  "trois": 3, "quatre": 4, "cinq": 5, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "due": 2,
  "tre": 3,
  "quattro": 4, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "twee": 2, "drie": 3, "vijf": 5,
  "två": 2,
  "fyra": 4, "fem": 5, "fire": 4,
]

/// Words that begin the purpose of an ingredient.
let purposeWords: Set<String> = [
  "to", "for", "garnish", "optional", "topping", "toppings", "serving", "serve", "accompaniment",
  "zum", "zur", "für", "außerdem", "pour", "para", "per", "til", "till", "voor", "att", "à",
  "opcional", "facultatif", "opzionale", "decoration", "finish", "special",
]

/// Japanese words for "about" after an amount.
let nearWords: Set<String> = ["前後", "程度", "ほど", "くらい", "ぐらい", "強", "弱", "位"]

/// Tens in words.
let tenWords: [String: Int] = [
  "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20,
  "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
]

/// The denominators of fractions in words.
let fractionParts: [String: Int] = [
  "half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "eighth": 8, "eighths": 8,
]

/// Words after `or` that leave the amount as it is.
let moreWords: Set<String> = ["more", "so", "mehr", "más", "plus", "mais", "più"]

let degreeWords: Set<String> = [
  "percent", "degrees", "degree", "grad", "graden", "grader", "prozent", "proof", "ply", "grain",
  "spice",
]

/// Words before a number that counts people, or names a kind.
let kindWords: Set<String> = [
  "for", "serves", "size", "no", "nr", "type", "typ", "tipo", "für", "pour", "para", "per", "voor",
  "number", "omega",
  "grade", "vitamin", "until", "at", "bis", "page", "step", "recipe",
]

/// Words after an amount in parentheses that do not make it something else.
let totalWords: Set<String> = [
  "total", "totally", "in", "by", "weight", "weighed", "drained", "undrained", "altogether", "net",
  "gross", "netto", "brutto", "each", "apiece",
  "per", "or", "plus", "dry", "uncooked", "cooked", "approx", "approximately", "packed", "if",
]

/// Words of units that are part of a name if one of these words follows: `pak` (a Dutch package) in `pak choi`.
let ingredientPhrases: [String: Set<String>] = [
  "pak": ["choi", "choy", "soi"], "pot": ["roast", "barley"], "tin": ["foil"],
]

/// Phrases such as "to taste" in other languages: the possible rests of each phrase, by its first word.
let tastePhrases: [String: [[String]]] = [
  "nach": [["belieben"], ["geschmack"]], "n": [["b"]], "au": [["goût"]], "à": [["volonté"]],
  "al": [["gusto"]], "a": [["gusto"], ["piacere"]], "quanto": [["basta"]], "q": [["b"]],
  "naar": [["smaak"]], "efter": [["smak"], ["smag"]], "etter": [["smak"]], "適量": [[]],
]

/// Words that mark an amount as the size of one piece.
let eachWords: Set<String> = [
  "each", "apiece", "per", "je", "chacun", "chacune", "vardera", "hver", "elk", "ciascuno",
]

let aboutWords: Set<String> = [
  "about", "approximately", "approx", "around", "roughly", "ca", "circa", "or", "scant", "heaping",
  "from", "etwa",
  "environ", "cirka", "ungefähr", "of", "the", "just", "generous", "equals", "equivalent", "to",
  "total", "weighing", "totalling", "totaling", "a", "each",
]

/// Words of tins, pans and shapes: a number before them is their size.
let vesselWords: Set<String> = [
  "pan", "pans", "tin", "dish", "mold", "mould", "skillet", "springform", "round", "square", "ring",
  "casserole",
]
