// The words of names of ingredients that the parser knows, in lower case.

/// Preparations that a recipe asks for, and that a shop does not sell.
let preparations: Set<String> = [
  "chopped", "diced", "minced", "sliced", "grated", "shredded", "melted", "softened", "sifted",
  "packed", "cubed",
  "crumbled", "mashed", "squeezed", "beaten", "chilled", "julienned", "snipped", "picked",
  "cracked",
  "drained", "shelled", "peeled", "hard-boiled", "poached", "blanched", "heaped", "boned",
  "cleaned",
  "medium-sized", "thumb-sized", "scooped", "leveled", "levelled", "spooned", "hand-torn",
  "pressed",
  "crushed", "zested", "torn", "halved", "heaping", "warmed", "heated", "shaved", "slivered",
  "toasted",
]

/// Descriptions by which an ingredient is sold.
let keptDescriptions: Set<String> = [
  "boneless", "skinless", "seedless", "unsalted", "salted", "smoked", "dried", "roasted",
  "unsweetened",
  "sweetened", "canned", "pitted", "pickled", "unbleached",
]

/// Preparations that may be inside of a name.
let cuts: Set<String> = [
  "chopped", "diced", "minced", "sliced", "grated", "shredded", "melted", "crumbled", "cubed",
  "julienned", "softened",
]

/// Preparations that may follow a name without a comma.
let ends = cuts.union([
  "juiced", "zested", "peeled", "halved", "quartered", "crushed", "drained", "rinsed", "beaten",
  "divided", "toasted",
  "washed", "pitted", "seeded", "cored", "trimmed", "thawed", "separated", "cooked", "removed",
  "chunked", "sifted", "packed", "chilled", "shelled", "deveined", "torn", "snipped", "sieved",
])

let garlicWords: Set<String> = ["garlic", "knoblauch", "ail", "ajo", "aglio", "alho"]

/// Words that neither begin nor end a name.
let grammarWords: Set<String> = [
  "and", "und", "et", "y", "e", "og", "och", "to", "the", "a", "an", "with", "plus", "in", "for",
  "mit", "con", "avec", "med", "from", "en", "z", "i", "minus",
]

/// Words for an unknown number.
let vagueWords: Set<String> = [
  "few", "some", "several", "einige", "ein paar", "quelques", "algunas", "algunos", "alcune",
  "några",
  "nogle", "enkele", "qualche",
]

/// Abbreviations with a point that stand alone before a name.
let abbreviations: Set<String> = [
  "ev", "evt", "evtl", "alm", "ca", "gr", "kl", "bl", "opt", "approx", "div",
]

/// Abbreviations that begin names, as in `St. Germain`.
let titles: Set<String> = ["st", "dr", "mr", "mrs", "ms", "mt", "jr", "no"]

/// Sizes, also in compounds.
let sizeWords: Set<String> = [
  "small", "medium", "large", "jumbo", "medium-size", "medium-sized", "large-size", "small-size",
  "medium-large", "medium-small", "smallish", "largish",
]

/// Units that may follow the name.
let trailingUnits: Set<String> = [
  "clove", "sprig", "stalk", "head", "bulb", "stem", "slice",
]

/// Nouns that words before `or` may need, such as `oil` in `coconut or vegetable oil`; in the singular.
let sharedNouns: Set<String> = [
  "oil", "stock", "broth", "juice", "pepper", "peppercorn", "mustard", "flour", "sugar", "vinegar",
  "cheese", "wine", "cream", "milk", "rice", "paprika", "lettuce", "cabbage", "onion", "butter",
  "salt", "syrup", "powder", "paste", "sauce", "seed", "nut", "bean", "lentil", "noodle", "pasta",
  "bread", "crumb", "chocolate", "chip", "yogurt", "yoghurt", "leaf", "leave", "zest", "peel",
  "extract", "liqueur", "vermouth", "rum", "sherry", "water", "potato", "tomato", "apple", "pear",
  "chili", "chilli", "chile", "olive", "mushroom", "sausage", "steak", "chop", "breast", "thigh",
  "fillet", "ham", "bacon", "lamb", "beef", "pork", "chicken", "turkey", "fish", "egg", "squash",
  "bouillon", "honey", "ice", "berry", "blueberry", "raspberry", "strawberry", "cherry",
  "cranberry",
  "pea", "corn", "spinach", "radish", "beet", "carrot", "grape", "plum", "peach", "basil", "thyme",
  "parsley", "mint", "oregano", "sage", "dill", "cilantro", "coriander", "chive", "herb", "green",
  "tortilla", "roll", "bun", "shallot", "garlic", "leek", "endive", "raisin", "sultana", "date",
  "almond", "walnut", "pecan", "hazelnut", "molasses", "treacle", "gelatin", "gelatine", "yeast",
  "margarine", "shortening", "lard", "ghee", "dripping", "tamari", "sichuan",
]

/// Words that need the noun after `or`, such as `sweet` in `sweet or hot paprika`.
let attributiveWords: Set<String> = [
  "light", "dark", "sweet", "hot", "smoked", "bread", "all-purpose", "plain", "canola", "vegetable",
  "peanut",
  "sunflower", "olive", "chicken", "beef", "lamb", "pork", "veal", "fish", "turkey", "mushroom",
  "duck", "white", "red", "yellow", "green", "black", "brown",
  "cherry", "grape",
  "whole", "skim", "low-fat", "fresh", "frozen", "salted", "unsalted", "russet", "dijon",
  "granulated", "cider",
  "rice", "boneless", "grainy", "pink", "coarse", "fine", "wholegrain", "raw", "ripe", "cold",
  "warm",
  "dry", "soft", "firm", "thick", "thin", "young", "baby", "mild", "strong", "long", "short",
  "crunchy",
  "smooth", "heavy", "French", "Italian", "lemon", "lime", "orange", "apple", "maple", "almond",
  "coconut", "soy", "oat", "tomato", "goat", "sheep", "seafood", "table", "ground", "grapeseed",
  "safflower", "corn", "wheat", "large", "medium",
  "small", "sea", "kosher",
]
