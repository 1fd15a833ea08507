/// The singular and plural forms of the words of units and of common things.
struct Plurals: Sendable {
  private var plurals: [String: String] = [:]
  private var singulars: [String: String] = [:]
  /// The words of French, whose plural begins at two; that of the others begins above one.
  private var isFrench: Set<String> = []

  /// The words of units in English, German, French and Spanish, and the nouns of common English groceries.
  static let standard = Plurals()

  private init() {
    for (language, text) in pluralText {
      for pair in text.split(separator: ",") {
        let words = pair.split(whereSeparator: { $0 == " " || $0.isNewline })
        guard let one = words.first, let many = words.last else { continue }
        add(String(one), String(many))
        if language == "fr" { isFrench.formUnion([String(one), String(many)]) }
      }
    }
    for word in countedNouns.split(whereSeparator: { $0 == " " || $0.isNewline }) {
      add(String(word), Self.regular(String(word)))
    }
  }

  private mutating func add(_ one: String, _ many: String) {
    plurals[one] = plurals[one] ?? many
    singulars[many] = singulars[many] ?? one
  }

  /// Returns the singular of a word in lower case; nil if the table does not have it.
  func singular(of word: String) -> String? { singulars[word] }

  /// Returns a word in the form that agrees with a number; the word itself if it is not in the table.
  func agreeing(_ word: String, with number: Rational) -> String {
    let small = word.lowercased()
    let isPlural = isFrench.contains(small) ? number >= Rational(2) : number > .one
    guard let other = isPlural ? plurals[small] : singulars[small] else { return word }
    if let first = word.first, first.isUppercase {
      return String(other.prefix(1)).uppercased() + other.dropFirst()
    }
    return other
  }

  /// The regular English plural.
  private static func regular(_ word: String) -> String {
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    if ["s", "x", "ch", "sh"].contains(where: { word.hasSuffix($0) }) { return word + "es" }
    return word + "s"
  }
}

/// Singular and plural of units and irregular nouns, by language.
private let pluralText = [
  "en": """
  cup cups, teaspoon teaspoons, tablespoon tablespoons, ounce ounces, pound pounds, pint pints, quart quarts,
  gallon gallons, gram grams, liter liters, litre litres, can cans, tin tins, package packages, packet packets,
  jar jars, box boxes, bag bags, bottle bottles, tube tubes, roll rolls, tray trays, punnet punnets, block blocks,
  piece pieces, slab slabs, sheet sheets, ball balls, slice slices, clove cloves, head heads, stalk stalks,
  sprig sprigs, leaf leaves, bunch bunches, handful handfuls, stick sticks, ear ears, fillet fillets, scoop scoops,
  shot shots, loaf loaves, bar bars, batch batches, disk disks, part parts, pair pairs, pinch pinches, dash dashes,
  drop drops, glass glasses, bulb bulbs, stem stems, rib ribs, strip strips, knob knobs, chunk chunks, cube cubes,
  wedge wedges, rasher rashers, envelope envelopes, carton cartons, container containers, serving servings,
  tomato tomatoes, potato potatoes, mango mangoes, half halves, cookie cookies, chilli chillies, chile chiles,
  chili chilies
  """,
  "de": """
  Tasse Tassen, Dose Dosen, Zehe Zehen, Scheibe Scheiben, Prise Prisen, Packung Packungen, Flasche Flaschen,
  Stange Stangen, Kugel Kugeln, Knolle Knollen, Tüte Tüten, Rolle Rollen, Platte Platten, Tafel Tafeln,
  Messerspitze Messerspitzen, Blatt Blätter, Kopf Köpfe, Zweig Zweige, Ei Eier, Zwiebel Zwiebeln,
  Kartoffel Kartoffeln, Karotte Karotten, Möhre Möhren, Tomate Tomaten, Zitrone Zitronen, Knoblauchzehe Knoblauchzehen
  """.lowercased(),
  "fr": """
  tasse tasses, gousse gousses, tranche tranches, pincée pincées, boîte boîtes, bouteille bouteilles,
  feuille feuilles, botte bottes, branche branches, brin brins, sachet sachets, verre verres, tige tiges,
  boule boules, morceau morceaux, poignée poignées, paquet paquets, pot pots, goutte gouttes, œuf œufs, oeuf oeufs,
  oignon oignons, carotte carottes, tomate tomates, citron citrons
  """,
  "es": """
  taza tazas, cucharada cucharadas, cucharadita cucharaditas, diente dientes, lata latas, rebanada rebanadas,
  rodaja rodajas, hoja hojas, pizca pizcas, vaso vasos, manojo manojos, ramita ramitas, puñado puñados, huevo huevos,
  cebolla cebollas, tomate tomates, zanahoria zanahorias, limón limones
  """,
]

/// English nouns that are counted, in the singular, with regular plurals.
private let countedNouns = """
  egg yolk onion shallot carrot lemon lime orange apple banana pear peach plum apricot fig date avocado cucumber
  zucchini courgette eggplant aubergine pepper mushroom leek scallion radish turnip parsnip beet artichoke pumpkin
  squash cabbage lettuce breast thigh drumstick wing leg chop steak sausage burger patty shrimp prawn scallop
  tortilla bagel bun muffin biscuit cracker cake pie brownie bar pancake waffle churro pepperoni olive almond walnut
  strawberry raspberry blueberry blackberry cherry grape melon pineapple chicken duck turkey lobster crab pod seed
  bean roll pretzel donut doughnut cupcake scone dumpling meatball skewer sandwich wrap taco pizza crepe
  """
