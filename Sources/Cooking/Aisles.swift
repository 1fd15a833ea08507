/// The aisles of a shop in which ingredients are found.
package struct Aisles: Equatable, Sendable {
  /// The names of the aisles, in the order of the walk through the shop.
  package private(set) var names: [String] = []
  private var aisleOf: [String: Int] = [:]
  /// The first name of each ingredient that a file lists under several names.
  private var commonNames: [String: String] = [:]

  /// The name of the aisle of unknown ingredients.
  package static let other = "Other"

  /// The built-in aisles.
  package static let standard = Aisles(cooklang: aisleText)

  /// Reads a Cooklang `aisle.conf`: `[aisle]`, and lines of an ingredient with its other names between `|`.
  package init(cooklang text: String) {
    var aisle: Int?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(
        line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0])
      let words = line.split(separator: " ").joined(separator: " ")
      if words.hasPrefix("["), words.hasSuffix("]") {
        names.append(String(words.dropFirst().dropLast()))
        aisle = names.count - 1
      } else if let aisle, !words.isEmpty {
        let names = words.split(separator: "|").map { IngredientKey(String($0)).text }
        for name in names where !name.isEmpty {
          aisleOf[name] = aisleOf[name] ?? aisle
          if let first = names.first, first != name { commonNames[name] = first }
        }
      }
    }
  }

  /// The key under which an ingredient is listed; files may join several names.
  package func key(of key: IngredientKey) -> IngredientKey {
    commonNames[key.text].map { IngredientKey(stored: $0) } ?? key
  }

  /// The aisle of an ingredient, by its whole name, otherwise by its last words; ``other`` if none is known.
  package func aisle(of key: IngredientKey) -> String {
    var words = key.text.split(separator: " ")[...]
    while !words.isEmpty {
      if let aisle = aisleOf[words.joined(separator: " ")] { return names[aisle] }
      words = words.dropFirst()
    }
    return Self.other
  }

  /// The place of an aisle in the order of the shop.
  package func place(of aisle: String) -> Int { names.firstIndex(of: aisle) ?? names.count }
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
