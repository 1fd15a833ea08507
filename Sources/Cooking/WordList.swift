/// The lists of words that the parser of ingredients knows; a word may be on several.
struct WordList: OptionSet, Sendable {
  let rawValue: UInt64

  /// Words before an amount that do not change it.
  static let leading = WordList(rawValue: 1 << 0)
  /// Adjectives between a number and its unit.
  static let measureAdjective = WordList(rawValue: 1 << 1)
  static let optional = WordList(rawValue: 1 << 2)
  static let or = WordList(rawValue: 1 << 3)
  static let range = WordList(rawValue: 1 << 4)
  /// Words between the used part of an ingredient and its amount.
  static let preface = WordList(rawValue: 1 << 5)
  static let of = WordList(rawValue: 1 << 6)
  static let half = WordList(rawValue: 1 << 7)
  static let one = WordList(rawValue: 1 << 8)
  /// Words that begin the purpose of an ingredient.
  static let purpose = WordList(rawValue: 1 << 9)
  /// Japanese words for "about" after an amount.
  static let near = WordList(rawValue: 1 << 10)
  /// Words after `or` that leave the amount as it is.
  static let more = WordList(rawValue: 1 << 11)
  static let degree = WordList(rawValue: 1 << 12)
  /// Words before a number that counts people, or names a kind.
  static let kind = WordList(rawValue: 1 << 13)
  /// Words after an amount in parentheses that do not make it something else.
  static let total = WordList(rawValue: 1 << 14)
  /// Words that mark an amount as the size of one piece.
  static let each = WordList(rawValue: 1 << 15)
  static let about = WordList(rawValue: 1 << 16)
  /// Words of tins, pans and shapes: a number before them is their size.
  static let vessel = WordList(rawValue: 1 << 17)
  /// Preparations that a recipe asks for, and that a shop does not sell.
  static let preparation = WordList(rawValue: 1 << 18)
  /// Descriptions by which an ingredient is sold.
  static let retainedDescription = WordList(rawValue: 1 << 19)
  /// Preparations that may be inside of a name.
  static let cut = WordList(rawValue: 1 << 20)
  /// Preparations that may follow a name without a comma.
  static let end = WordList(rawValue: 1 << 21)
  /// Words that neither begin nor end a name.
  static let grammar = WordList(rawValue: 1 << 22)
  /// Words for an unknown number.
  static let vague = WordList(rawValue: 1 << 23)
  /// Abbreviations with a point that stand alone before a name.
  static let abbreviation = WordList(rawValue: 1 << 24)
  /// Abbreviations that begin names, as in `St. Germain`.
  static let title = WordList(rawValue: 1 << 25)
  /// Sizes, also in compounds.
  static let size = WordList(rawValue: 1 << 26)
  /// Units that may follow the name.
  static let trailingUnit = WordList(rawValue: 1 << 27)
  /// Nouns that words before `or` may need, such as `oil` in `coconut or vegetable oil`; in the singular.
  static let sharedNoun = WordList(rawValue: 1 << 28)
  /// Words that need the noun after `or`, such as `sweet` in `sweet or hot paprika`.
  static let attributive = WordList(rawValue: 1 << 29)
  static let joining = WordList(rawValue: 1 << 30)
  static let rounding = WordList(rawValue: 1 << 31)
  static let weighing = WordList(rawValue: 1 << 32)
  static let when = WordList(rawValue: 1 << 33)
  static let less = WordList(rawValue: 1 << 34)
  static let remark = WordList(rawValue: 1 << 35)
  static let time = WordList(rawValue: 1 << 36)
  static let shape = WordList(rawValue: 1 << 37)
  /// Words that begin an explanation rather than the name of counted things.
  static let countStop = WordList(rawValue: 1 << 38)
  /// Words after an amount in parentheses that change what it is an amount of.
  static let explaining = WordList(rawValue: 1 << 39)
  static let garlic = WordList(rawValue: 1 << 40)

  /// Words of numbers, such as `two` and `twenty`.
  static let number = WordList(rawValue: 1 << 41)
  /// First words of units.
  static let unit = WordList(rawValue: 1 << 42)
  /// First words of phrases such as `nach Belieben`.
  static let taste = WordList(rawValue: 1 << 43)

  /// Returns the lists that a word in lower case is on.
  static func with(_ word: String) -> WordList { known[word] ?? [] }

  private static let known: [String: WordList] = {
    var known: [String: WordList] = [:]
    for (list, words) in lists {
      for word in words.split(whereSeparator: { $0 == " " || $0.isNewline }) {
        known[String(word), default: []].formUnion(list)
      }
    }
    for word in Array(numberWords.keys) + tenWords.keys { known[word, default: []].insert(.number) }
    for word in UnitTable.standard.phrases.keys { known[word, default: []].insert(.unit) }
    for word in tastePhrases.keys { known[word, default: []].insert(.taste) }
    return known
  }()
}

private let lists: [(list: WordList, words: String)] = [
  (
    .leading,
    """
    about approximately approx around roughly circa ca scant brimming heaping heaped generous healthy good the
    optional up to at least only another additional nearly almost just over rounded level big ungefähr etwa cirka
    environ unos unas big small large fat tiny extra cerca de or og ev evt exactly less than most more max maximum
    minimum min z ze kb ок około
    """
  ),
  (
    .measureAdjective,
    """
    generous heaping heaped rounded level scant good bonne bonnes fat thick thin packed overflowing big full
    gestrichene gestrichener gehäufte gehäufter bombée bombées rase rases struken strukna rågad rågade toppad
    colmado colmados colma rasa cheia cheias hefty afgestreken afgestrøget afgestrøgne tiny healthy fresh imperial
    metric us
    """
  ),
  (
    .optional,
    """
    optional optionnel facultatif facultative facultatifs opcional opzionale facoltativo optioneel valfritt valfri
    eventuellt eventuell evtl 任意
    """
  ),
  (.or, "or oder ou o eller"),
  (.range, "to or bis oder à a ou hasta o tot till til eller of through thru"),
  (.preface, "of from de von van di av af fra från d'un d'une z ze из"),
  (.of, "of de di du des von van da do af av の"),
  (
    .half,
    """
    half halbe halber halbes demi demie media medio mezzo mezza meia meio halve halv halva halvt
    """
  ),
  (.one, "a an ein eine einen einer un une una uno um uma een en et ett"),
  (
    .purpose,
    """
    to for garnish optional topping toppings serving serve accompaniment zum zur für außerdem pour para per til till
    voor att à opcional facultatif opzionale decoration finish special
    """
  ),
  (.near, "前後 程度 ほど くらい ぐらい 強 弱 位"),
  (.more, "more so mehr más plus mais più"),
  (.degree, "percent degrees degree grad graden grader prozent proof ply grain spice"),
  (
    .kind,
    """
    for serves size no nr type typ tipo für pour para per voor number omega grade vitamin until at bis page step
    recipe
    """
  ),
  (
    .total,
    """
    total totally in by weight weighed drained undrained altogether net gross netto brutto each apiece per or plus
    dry uncooked cooked approx approximately packed if
    """
  ),
  (.each, "each apiece per je chacun chacune vardera hver elk ciascuno"),
  (
    .about,
    """
    about approximately approx around roughly ca circa or scant heaping from etwa environ cirka ungefähr of the just
    generous equals equivalent to total weighing totalling totaling a each
    """
  ),
  (.vessel, "pan pans tin dish mold mould skillet springform round square ring casserole"),
  (
    .preparation,
    """
    chopped diced minced sliced grated shredded melted softened sifted packed cubed crumbled mashed squeezed beaten
    chilled julienned snipped picked cracked drained shelled peeled hard-boiled poached blanched heaped boned
    cleaned medium-sized thumb-sized scooped leveled levelled spooned hand-torn pressed crushed zested torn halved
    heaping warmed heated shaved slivered toasted
    """
  ),
  (
    .retainedDescription,
    """
    boneless skinless seedless unsalted salted smoked dried roasted unsweetened sweetened canned pitted pickled
    unbleached
    """
  ),
  (
    [.cut, .end],
    "chopped diced minced sliced grated shredded melted crumbled cubed julienned softened"
  ),
  (
    .end,
    """
    juiced zested peeled halved quartered crushed drained rinsed beaten divided toasted washed pitted seeded cored
    trimmed thawed separated cooked removed chunked sifted packed chilled shelled deveined torn snipped sieved
    """
  ),
  (
    .grammar,
    """
    and und et y e og och to the a an with plus in for mit con avec med from en z i minus
    """
  ),
  (.vague, "few some several einige quelques algunas algunos alcune några nogle enkele qualche"),
  (.abbreviation, "ev evt evtl alm ca gr kl bl opt approx div"),
  (.title, "st dr mr mrs ms mt jr no"),
  (
    .size,
    """
    small medium large jumbo medium-size medium-sized large-size small-size medium-large medium-small smallish
    largish
    """
  ),
  (.trailingUnit, "clove sprig stalk head bulb stem slice"),
  (
    .sharedNoun,
    """
    oil stock broth juice pepper peppercorn mustard flour sugar vinegar cheese wine cream milk rice paprika lettuce
    cabbage onion butter salt syrup powder paste sauce seed nut bean lentil noodle pasta bread crumb chocolate chip
    yogurt yoghurt leaf leave zest peel extract liqueur vermouth rum sherry water potato tomato apple pear chili
    chilli chile olive mushroom sausage steak chop breast thigh fillet ham bacon lamb beef pork chicken turkey fish
    egg squash bouillon honey ice berry blueberry raspberry strawberry cherry cranberry pea corn spinach radish beet
    carrot grape plum peach basil thyme parsley mint oregano sage dill cilantro coriander chive herb green tortilla
    roll bun shallot garlic leek endive raisin sultana date almond walnut pecan hazelnut molasses treacle gelatin
    gelatine yeast margarine shortening lard ghee dripping tamari sichuan
    """
  ),
  (
    .attributive,
    """
    light dark sweet hot smoked bread all-purpose plain canola vegetable peanut sunflower olive chicken beef lamb
    pork veal fish turkey mushroom duck white red yellow green black brown cherry grape whole skim low-fat fresh
    frozen salted unsalted russet dijon granulated cider rice boneless grainy pink coarse fine wholegrain raw ripe
    cold warm dry soft firm thick thin young baby mild strong long short crunchy smooth heavy french italian greek spanish mexican japanese chinese lemon
    lime orange apple maple almond coconut soy oat tomato goat sheep seafood table ground grapeseed safflower corn
    wheat large medium small sea kosher
    """
  ),
  (.joining, "and und et y og och"),
  (.rounding, "about approximately approx another ca around roughly the"),
  (.weighing, "weighing weighed weight weigh weighs totalling totaling each"),
  (.when, "when before after once"),
  (.less, "minus less"),
  (.remark, "from about approximately minus less roughly around"),
  (
    .time,
    """
    pers pers. guests minute minutes min mins hour hours hr hrs day days seconds times people persons servings years
    year months weeks week minuten stunden
    """
  ),
  (.shape, "thick long wide diameter in high tall deep"),
  (.countStop, "if on at with and or plus in to x more extra each for"),
  (.explaining, "minus less plus for extra"),
  (.garlic, "garlic knoblauch ail ajo aglio alho"),
]
