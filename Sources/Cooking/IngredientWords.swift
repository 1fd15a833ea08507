// The words around amounts that the parser of ingredients knows, in lower case.

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

/// Tens in words.
let tenWords: [String: Int] = [
  "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20,
  "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
]

/// The denominators of fractions in words.
let fractionParts: [String: Int] = [
  "half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "eighth": 8, "eighths": 8,
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
