/// The aisles of a shop in which ingredients are found.
package struct Aisles: Equatable, Sendable {
  /// The names of the aisles, in the order of the walk through the shop.
  package private(set) var names: [String] = []
  private var aisleOf: [String: Int] = [:]
  /// The first name of each ingredient that a file lists under several names: its key, and as it is written.
  private var commonNames: [String: (key: String, name: String)] = [:]
  /// The order of the ingredients of a file; empty for the built-in aisles.
  private var order: [String: Int] = [:]
  /// The words of other languages, which also end compounds.
  private var compoundEnds: Set<String> = []

  package static func == (left: Aisles, right: Aisles) -> Bool {
    left.names == right.names && left.aisleOf == right.aisleOf && left.order == right.order
      && left.commonNames.mapValues(\.name) == right.commonNames.mapValues(\.name)
  }

  /// The name of the aisle of unknown ingredients.
  package static let other = "Other"

  /// The built-in aisles, with the commonest groceries in ten languages.
  package static let standard = {
    var aisles = Aisles(cooklang: aisleText)
    aisles.order = [:]
    aisles.addGroceries(groceryText)
    return aisles
  }()

  /// Reads a Cooklang `aisle.conf`: `[aisle]`, and lines of an ingredient with its other names between `|`.
  ///
  /// The first name of a line is that of the ingredient; where it is a synonym in another line, it stays itself.
  package init(cooklang text: String) {
    let lines = Self.lines(of: text)
    let firstKeys = Set(lines.compactMap { $0.items.first.map { IngredientKey($0).text } })
    for (aisle, items) in lines {
      guard let aisle else { continue }
      let number = place(adding: aisle)
      guard let first = items.first else { continue }
      let firstKey = IngredientKey(first).text
      for item in items {
        let key = IngredientKey(item).text
        let isOwnLine = key != firstKey && firstKeys.contains(key)
        guard !key.isEmpty, !isOwnLine, aisleOf[key] == nil else { continue }
        aisleOf[key] = number
        order[key] = order.count
        if key != firstKey { commonNames[key] = (firstKey, first) }
      }
    }
  }

  /// The lines of a file with their aisles; a line without items names an aisle.
  private static func lines(of text: String) -> [(aisle: String?, items: [String])] {
    var aisle: String?
    var lines: [(aisle: String?, items: [String])] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(
        line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0])
      let words = line.split(separator: " ").joined(separator: " ")
      if words.hasPrefix("["), words.hasSuffix("]") {
        aisle = String(words.dropFirst().dropLast())
        lines.append((aisle, []))
      } else if !words.isEmpty {
        let items = words.split(separator: "|").map {
          $0.split(separator: " ").joined(separator: " ")
        }
        lines.append((aisle, items))
      }
    }
    return lines
  }

  private mutating func place(adding aisle: String) -> Int {
    if let known = names.firstIndex(of: aisle) { return known }
    names.append(aisle)
    return names.count - 1
  }

  /// Adds names of groceries that are not synonyms of each other.
  private mutating func addGroceries(_ text: String) {
    for (aisle, items) in Self.lines(of: text) {
      guard let aisle else { continue }
      let number = place(adding: aisle)
      for item in items {
        let key = IngredientKey(item).text
        guard !key.isEmpty, aisleOf[key] == nil else { continue }
        aisleOf[key] = number
        if !key.contains(" "), key.utf8.count >= 4 { compoundEnds.insert(key) }
      }
    }
  }

  /// The key under which an ingredient is listed; files may join several names.
  package func key(of key: IngredientKey) -> IngredientKey {
    commonNames[key.text].map { IngredientKey(stored: $0.key) } ?? key
  }

  /// The name that a file gives to an ingredient; nil unless it lists the ingredient as another name.
  package func commonName(of key: IngredientKey) -> String? { commonNames[key.text]?.name }

  /// The aisle of an ingredient, by its whole name, otherwise by its last words or its first ones; ``other`` if none is
  /// known.
  package func aisle(of key: IngredientKey) -> String {
    let words = key.text.split(separator: " ")
    for start in words.indices {
      if let aisle = aisleOf[words[start...].joined(separator: " ")] { return names[aisle] }
    }
    if let aisle = words.last.flatMap({ aisle(ofCompound: $0) }) { return names[aisle] }
    // Romance languages begin with the noun: `huile d'olive vierge`.
    for end in words.indices.reversed() {
      if let aisle = aisleOf[words[..<end].joined(separator: " ")] { return names[aisle] }
    }
    return words.first.flatMap { aisle(ofCompound: $0) }.map { names[$0] } ?? Self.other
  }

  /// The aisle of the word that ends a compound: `käse` of `Bergkäse`.
  private func aisle(ofCompound word: Substring) -> Int? {
    for start in word.indices.dropFirst(2) {
      let end = String(word[start...])
      if compoundEnds.contains(end) { return aisleOf[end] }
    }
    return nil
  }

  /// The place of an aisle in the order of the shop.
  package func place(of aisle: String) -> Int { names.firstIndex(of: aisle) ?? names.count }

  /// The place of an ingredient in its file; the last one if no file lists it.
  package func place(ofIngredient key: IngredientKey) -> Int { order[key.text] ?? .max }
}

private let aisleText = """
  [Fruit and vegetables]
  onion
  garlic
  tomato
  potato
  carrot
  celery
  spring onion
  shallot
  leek
  bell pepper
  pepper jalapeño
  jalapeño
  jalapeño pepper
  red pepper
  green pepper
  chili
  cucumber
  zucchini
  eggplant
  cabbage
  cauliflower
  broccoli
  spinach
  kale
  lettuce
  arugula
  salad
  mushroom
  lemon
  lime
  orange
  lemon juice
  lime juice
  lemon zest
  zest
  apple
  banana
  pear
  peach
  plum
  berry
  strawberry
  raspberry
  blueberry
  cherry
  grape
  mango
  pineapple
  avocado
  ginger
  lemongrass
  parsley
  cilantro
  basil
  mint
  dill
  chive
  thyme
  rosemary
  sage
  coriander
  bay leaf
  bean sprout
  sprout
  pumpkin
  squash
  sweet potato
  beet
  radish
  turnip
  fennel
  asparagus
  pea
  corn
  okra
  plantain
  daikon
  celeriac
  herb
  [Meat and fish]
  beef
  mince
  pork
  chicken
  turkey
  lamb
  veal
  duck
  bacon
  ham
  sausage
  chorizo
  pancetta
  guanciale
  prosciutto
  steak
  chicken breast
  breast
  thigh
  drumstick
  shoulder
  belly
  loin
  rib
  bone
  fish
  salmon
  tuna
  cod
  shrimp
  mussel
  clam
  squid
  anchovy
  fillet
  lardon
  [Dairy and eggs]
  milk
  butter
  cream
  heavy cream
  sour cream
  crème fraîche
  yogurt
  egg
  egg yolk
  egg white
  yolk
  cheese
  cream cheese
  parmesan
  mozzarella
  feta
  ricotta
  cheddar
  gruyère
  pecorino
  pecorino romano
  paneer
  halloumi
  buttermilk
  ghee
  tofu
  [Bread and pastry]
  bread
  baguette
  roll
  bun
  tortilla
  pita
  naan
  breadcrumb
  pastry
  puff pastry
  [Dry goods]
  flour
  sugar
  brown sugar
  powdered sugar
  rice
  pasta
  spaghetti
  noodle
  lasagne sheet
  sheet
  oat
  couscous
  bulgur
  quinoa
  lentil
  bean
  black bean
  kidney bean
  chickpea
  cornstarch
  starch
  yeast
  baking powder
  baking soda
  almond
  walnut
  peanut
  hazelnut
  cashew
  pine nut
  nut
  pistachio
  raisin
  chocolate
  cocoa
  cocoa powder
  gelatine
  gelatin
  honey
  syrup
  maple syrup
  masa harina
  semolina
  polenta
  cornmeal
  tapioca
  cracker
  [Spices]
  salt
  pepper
  paprika
  cumin
  turmeric
  cinnamon
  nutmeg
  clove
  cardamom
  star anise
  oregano
  marjoram
  chili powder
  chili flake
  ground chili
  ground chilli
  ground ginger
  ground mustard
  cayenne
  cayenne pepper
  white pepper
  garam masala
  curry powder
  curry paste
  saffron
  vanilla
  vanilla extract
  vanilla bean
  vanilla sugar
  fennel seed
  mustard seed
  sesame seed
  seed
  caraway
  allspice
  [Tins and jars]
  tomato paste
  passata
  tomato passata
  tomato purée
  tomato puree
  coconut milk
  stock
  broth
  olive
  caper
  gherkin
  pickle
  jam
  peanut butter
  kimchi
  sauerkraut
  tahini
  [Oils and sauces]
  oil
  olive oil
  sesame oil
  vinegar
  rice vinegar
  soy sauce
  fish sauce
  oyster sauce
  worcestershire sauce
  hot sauce
  sauce
  ketchup
  mustard
  mayonnaise
  miso
  gochujang
  sriracha
  [Drinks]
  wine
  red wine
  white wine
  beer
  water
  juice
  coffee
  tea
  rum
  brandy
  cognac
  sake
  mirin
  vodka
  [Frozen]
  ice cream
  ice
  """
