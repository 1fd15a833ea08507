// What names of goods mean, as data. Words are in lower case and in the singular; a hyphen counts as a space.

/// Words that change neither what is bought nor what is said of it.
let silentWords = """
  a, all, and, or, the, any, additional, remaining, reserved, optional, item, unit, very, such, your, favorite,
  fresh, freshly, large, medium, small, big, jumbo, sized, size, ripe, overripe, organic, good, best, quality, pure, free range,
  cage free, pasture raised, homemade, store bought, shop bought, plain, natural, purpose, all purpose, whole, extra,
  finely, roughly, coarsely, thinly, thickly, lightly, chopped, diced, minced, sliced, grated, shredded, shaved, crumbled, ground,
  melted, softened, squeezed, packed, drained, peeled, beaten, whisked, thick, thin, thick cut, thin cut, heaping,
  heaped, cold, warm, hot, lukewarm, boiling, chilled, etwa, frisch, frische, frischer, bio, lite, farsk, farska, room temperature, room temp, at room temperature, toasted, mashed,
  sifted, cracked, filtered, tap, iodized, ready made, washed, rinsed, pitted, trimmed, fluffy, garnish, for garnish, glug, torn, non stick, nonstick, well,
  and stem, choice, your choice, choosing, your choosing, but firm, or larger, larger, bottled, with juice, with their juice,
  favourite
  """

/// Words that are said beside a sum, because the good is sold with and without them.
let saidWords = """
  salted, unsalted, lightly salted, cooked, raw, uncooked, boneless, skinless, skin on, bone in, skinned, frozen, coarse,
  fine, virgin, extra virgin, low sodium, reduced sodium, reduced salt, low salt, no salt added, no added salt, salt free,
  sodium free, no added sugar, no sugar added, sugar free, low fat, lowfat, reduced fat, full fat, fat free, non fat,
  nonfat, half fat, lean, extra lean, unsweetened, unbleached, unseasoned, day old, stale, sodium reduced, dry, mild, no boil
  """

/// Words that are said of some goods only: the end of the name, and the words.
let saidOfGoodsText = """
  flour | whole wheat, wholewheat, whole grain, wholegrain, wholemeal, white whole wheat, strong, white, wheat
  milk | whole, full cream, skim, skimmed, semi skimmed
  coconut milk | light, lite
  mayonnaise | light, lite
  sour cream | light, lite
  cream cheese | light, lite, philadelphia
  olive oil | light
  yogurt | whole, whole milk, skim, set
  ricotta | whole milk, part skim
  mozzarella | whole milk, part skim, buffalo, low moisture
  butter | soft, european style, cultured, sweet, sweet cream
  salt | fine grain, coarse grain, table, sea, kosher, flaky, flakey, pink, himalayan, maldon, morton, diamond crystal, cooking
  brown sugar | light, dark, soft
  sugar | granulated, white, caster, castor, golden, superfine, super fine, cane
  powdered sugar | golden
  onion | yellow, white, brown, sweet
  spinach | baby, english
  mushroom | button, white, closed cup
  parsley | flat leaf, flat leafed, italian, curly
  cheddar | sharp, extra sharp, mild, mature, extra mature, aged, white, yellow, strong, vintage
  peanut butter | creamy, smooth, crunchy, chunky
  dijon mustard | wholegrain
  brown rice | instant
  rice | instant, white, long grain, medium grain, short grain
  yeast | active, instant, dry, dried, rapid rise, quick, fast action, easy bake
  white wine | dry
  red wine | dry
  breadcrumb | dry, dried, white
  pasta | dried, dry, fresh
  spaghetti | dried, dry, fresh
  noodle | dried, dry
  lasagne sheet | dried, dry, fresh
  lentil | dried, dry
  thyme | fresh
  oregano | fresh
  rosemary | fresh
  sage | fresh
  bay leaf | fresh, dried
  tomato | petite, fire roasted, vine ripened, on vine
  chicken breast | split
  corn syrup | light
  espresso powder | instant
  clove | ground, whole
  sourdough starter | active
  coffee | instant, strong, brewed
  cucumber | english
  paprika | sweet, hot, hungarian
  mustard | hot
  sausage | hot
  italian sausage | hot, sweet
  salsa | hot
  chicken | whole, rotisserie, roasted, barbecued, roaster
  honey | clear, runny, liquid
  chocolate | plain, unsweetened
  chocolate chip | semisweet, mini
  vinegar | distilled
  garlic | smoked
  egg | hard boiled
  """

/// Spellings of words, wherever they are in a name.
let spellingText = """
  chili: chilli, chile, chilly
  yogurt: yoghurt
  semisweet: semi sweet
  grapeseed: grape seed
  sun dried: sundried
  self raising: self rising
  breadcrumb: bread crumb
  turmeric: tumeric
  mozzarella: mozarella
  canned: tinned
  zucchini: zuccini
  shrimp: prawn
  eggplant: aubergine
  zucchini: courgette
  beet: beetroot
  bell pepper: capsicum
  barbecue: bbq
  vegetable: veggie, veg
  greek: greek style
  wholegrain: whole grain
  """

/// Other names of a good; a name that ends with one of them ends with the first name instead.
let synonymText = """
  spring onion: scallion, green onion, salad onion
  cilantro: coriander leaf, coriander
  cashew: cashew nut
  pecan: pecan nut
  bell pepper: sweet pepper
  powdered sugar: icing sugar, confectioner sugar
  chickpea: garbanzo bean, garbanzo
  arugula: rocket
  baking soda: bicarbonate soda, bicarb soda, bicarb
  cornstarch: cornflour, corn starch
  ground beef: mince beef, beef mince, minced beef, hamburger meat
  ground pork: pork mince, minced pork
  ground lamb: lamb mince, minced lamb
  ground turkey: turkey mince, minced turkey
  ground chicken: chicken mince, minced chicken
  parmesan: parmesan cheese, parmigiano reggiano, parmigiano
  cheddar: cheddar cheese
  mozzarella: mozzarella cheese
  feta: feta cheese
  ricotta: ricotta cheese
  mascarpone: mascarpone cheese
  gruyere: gruyere cheese
  gouda: gouda cheese
  pecorino romano: pecorino romano cheese, romano cheese
  pepper: black pepper
  peppercorn: black peppercorn, whole peppercorn
  heavy cream: whipping cream, double cream, heavy whipping cream, thickened cream
  rutabaga: swede
  chili: chili pepper
  chili flake: red pepper flake, red chili flake, red pepper chili flake, chili pepper flake, red chili pepper flake, crushed red pepper flake, dried chili flake, red flake
  ketchup: tomato ketchup
  soy sauce: soya sauce
  olive oil: oil olive
  oil: vegetable oil, cooking oil, neutral oil, sunflower oil, canola oil, frying oil, canola vegetable oil
  sesame oil: sesame seed oil
  egg yolk: yolk
  vanilla extract: vanilla essence, vanilla
  mustard powder: ground mustard, dry mustard, dry ground mustard
  cinnamon: cinnamon powder
  cumin: cumin powder
  milk powder: dry milk, dry milk powder, powdered milk, dried milk
  turmeric: turmeric powder
  cardamom: cardamom powder
  ground coriander: coriander powder
  ground ginger: ginger powder
  pepper: pepper powder, black pepper powder
  jalapeno: jalapeno pepper, green jalapeno, green jalapeno pepper, pepper jalapeno
  serrano chili: serrano pepper
  lasagne sheet: lasagna noodle, lasagne noodle, lasagna sheet
  romaine lettuce: romaine
  iceberg lettuce: iceberg
  shaoxing wine: shaoxing, shaoxing rice wine
  dill: dill weed
  corn: sweet corn, sweetcorn
  chicken: chicken meat
  rice vinegar: rice wine vinegar
  apple cider vinegar: cider vinegar
  panko: panko breadcrumb
  lemon zest: lemon rind, lemon peel
  lime zest: lime rind, lime peel
  orange zest: orange rind, orange peel
  cream of tartar: cream tartar
  italian seasoning: italian herb seasoning
  worcestershire sauce: worcester sauce, worchestershire sauce
  cocoa powder: cocoa
  salt: salt flake
  garlic powder: granulated garlic, garlic granule, powdered garlic
  onion powder: granulated onion, onion granule, powdered onion
  """

/// Goods that a shop sells prepared: the good, the preparation that recipes put before it, and the good that is bought.
let preparedGoods = [
  "beef": ["minced": "ground beef"], "pork": ["minced": "ground pork"],
  "lamb": ["minced": "ground lamb"], "turkey": ["minced": "ground turkey"],
  "chicken": ["minced": "ground chicken"], "meat": ["minced": "ground meat"],
  "coconut": ["shredded": "shredded coconut", "grated": "shredded coconut"],
  "almond": [
    "flaked": "flaked almond", "sliced": "flaked almond", "slivered": "slivered almond",
  ],
  "red pepper": ["crushed": "chili flake"], "chili": ["crushed": "chili flake"],
  "pineapple": ["crushed": "crushed pineapple"], "ice": ["crushed": "ice"],
]

/// Preparations that are said of tinned goods, since they are sold so.
let tinnedPreparations = ["crushed", "diced", "chopped", "whole", "cubed", "petite"]

/// Goods that are others if they are counted: one pepper is no spice.
let countedGoods = [
  "pepper": "bell pepper", "red pepper": "red bell pepper", "green pepper": "green bell pepper",
  "yellow pepper": "yellow bell pepper", "orange pepper": "orange bell pepper",
]

/// What a bare number of a good counts.
let usualPieces = ["garlic": "clove", "celery": "stalk", "bacon": "slice"]

/// Goods of which the same piece has two names: the good, the other name of the piece, and the usual one.
let pieceSynonyms = [
  "celery": ["stick": "stalk", "stem": "stalk"], "rosemary": ["stem": "sprig"],
  "thyme": ["stem": "sprig"], "bacon": ["piece": "slice"],
]

/// Words after a name that say in which form a good is used, besides the units of parts and packages.
let formWords: Set<String> = [
  "wedge", "floret", "half", "quarter", "ring", "frond", "halve", "needle", "kernel", "segment",
]

/// Words of other languages in the plural, with their singular.
let foreignPlurals = """
  zwiebeln zwiebel, kartoffeln kartoffel, karotten karotte, möhren möhre, tomaten tomate, eier ei, zitronen zitrone,
  knoblauchzehen knoblauchzehe, frühlingszwiebeln frühlingszwiebel, schalotten schalotte, gurken gurke, auberginen aubergine,
  äpfel apfel, bananen banane, birnen birne, orangen orange, erdbeeren erdbeere, limetten limette, paprikaschoten paprikaschote,
  lorbeerblätter lorbeerblatt, kirschtomaten kirschtomate, bohnen bohne, linsen linse, erbsen erbse, mandeln mandel, nüsse nuss,
  walnüsse walnuss, haselnüsse haselnuss, oliven olive, pilze pilz, champignons champignon, nelken nelke, nudeln nudel,
  hähnchenschenkel hähnchenschenkel, chilischoten chilischote, datteln dattel, feigen feige, rosinen rosine, würstchen würstchen,
  semmeln semmel, eigelbe eigelb, garnelen garnele, radieschen radieschen, kräuter kraut,
  uien ui, aardappelen aardappel, aardappels aardappel, wortelen wortel, wortels wortel, eieren ei, sjalotten sjalot,
  citroenen citroen, appels appel, eidooiers eidooier, amandelen amandel, noten noot,
  lökar lök, morötter morot, tomater tomat, äpplen äpple, gurkor gurka, paprikor paprika, vitlöksklyftor vitlöksklyfta,
  citroner citron, potatisar potatis, äggulor äggula, bönor böna, linser lins, mandlar mandel, apelsiner apelsin,
  gulerødder gulerod, kartofler kartoffel, æbler æble, æggeblommer æggeblomme, peberfrugter peberfrugt, bønner bønne,
  løg løg, gulrøtter gulrot, poteter potet, mandler mandel,
  œufs œuf, poireaux poireau, gousses gousse, choux chou,
  cebollas cebolla, huevos huevo, dientes diente, limones limón, pimientos pimiento, champiñones champiñón,
  cipolle cipolla, uova uovo, pomodori pomodoro, limoni limone, carote carota, zucchine zucchina, patate patata, tuorli tuorlo,
  melanzane melanzana, pomodorini pomodorino, mele mela, peperoni peperone, funghi fungo
  """

/// Words of other languages for a piece of a good: the good and the unit.
let piecesOfGoods = [
  "knoblauchzehe": ("Knoblauch", "clove"), "vitloksklyfta": ("vitlök", "clove"),
  "hvidlogsfed": ("hvidløg", "clove"),
]

/// Words after a name of a good that name a cut or a form of it: chicken thighs are chicken, chicken stock is not.
let cutWords: Set<String> = [
  "thigh", "breast", "leg", "wing", "drumstick", "tender", "tenderloin", "fillet", "filet", "loin",
  "chop", "shoulder", "belly", "shank", "rib", "steak", "mince", "chuck", "brisket", "round",
  "rump", "topside", "silverside", "sirloin", "skirt", "neck", "cheek", "cutlet", "escalope",
  "schnitzel", "quarter", "meat",
  "piece", "strip", "roast", "joint", "medallion", "flank", "butt", "hock", "knuckle", "cube",
  "chunk", "bite", "portion", "half", "halve", "leaf", "stalk", "sprig", "stem", "floret", "clove",
  "head", "bulb", "wedge", "slice", "kernel", "cob", "spear",
  "rasher", "lardon", "tail",
]

/// Goods whose last word is a cut or form but that are not a form of the good before it.
let otherForms: Set<String> = [
  "beef cube", "chicken cube", "stock cube", "bouillon cube", "coconut meat", "curry leaf",
  "lime leaf", "vine leaf", "fig leaf", "banana leaf",
]

/// Goods that are a kind or a part of another one though their names differ: who has eggs has yolks.
let kinds: [String: String] = {
  var kinds = ["peppercorn": "pepper"]
  for line in partsOfEggs.split(separator: "\n") {
    let names = line.split(separator: ":")
    for part in names[1].split(separator: ",") {
      kinds[IngredientKey(String(part)).text] = IngredientKey(String(names[0])).text
    }
  }
  return kinds
}()

/// Eggs and their parts in ten languages.
private let partsOfEggs = """
  egg: egg yolk, egg white
  ei: eigelb, eiweiß, eidotter, eidooier, eierdooier, eiwit
  œuf: jaune d'œuf, blanc d'œuf
  oeuf: jaune d'oeuf, blanc d'oeuf
  huevo: yema, yema de huevo, clara, clara de huevo
  uovo: tuorlo, tuorlo d'uovo, albume, albume d'uovo
  ovo: gema, gema de ovo, clara de ovo
  ägg: äggula, äggvita
  æg: æggeblomme, æggehvide
  卵: 卵黄, 卵白
  """

/// Words after which a name says what a good does not have: pasta without egg is no egg.
let negations: Set<String> = [
  "without", "no", "ohne", "sans", "sin", "senza", "sem", "zonder", "utan", "uden", "uten", "bez",
  "без", "χωρίς",
]

/// Words that are such a negation before a preposition, as in `free of egg` and `frei von Ei`.
let freeWords: Set<String> = ["free", "frei", "libre", "libero", "exempt", "livre", "fri", "vrij"]

/// Plain water, which nobody buys.
let water: Set<String> = Set(
  """
  water, pasta water, cooking water, pasta cooking water, ice water, iced water, wasser, lauwarmes wasser, kaltes wasser,
  warmes wasser, heißes wasser, kochendes wasser, eau, eau froide, eau chaude, eau tiède, eau bouillante, agua, agua fría,
  agua tibia, agua caliente, acqua, acqua fredda, acqua tiepida, acqua calda, água, água fria, água morna, água quente,
  água fervente, lauw water, koud water, kokend water, vatten, kallt vatten, varmt vatten, ljummet vatten, vand,
  koldt vand, varmt vand, lunkent vand, kogende vand, vann, 水, お湯, 熱湯, 湯, víz, langyos víz, voda, вода, воды, νερό,
  su
  """.split(separator: ",").map { IngredientKey(String($0)).text })

/// Lines that only say how much of something is needed.
let tasteLines: Set<String> = [
  "taste", "to taste", "as needed", "as required", "as desired", "as you like",
]

/// Liquids, whose cups are millilitres where cups of other goods are grams, by the last word of their name.
let liquids: Set<String> = [
  "water", "milk", "cream", "buttermilk", "oil", "stock", "broth", "wine", "juice", "vinegar",
  "beer", "coffee", "tea", "sauce", "syrup", "rum", "brandy",
]

/// Liquids of other languages, by the first or the last word of their name, without accents.
let foreignLiquids: Set<String> = [
  "milch", "lait", "leche", "latte", "leite", "melk", "mjolk", "maelk", "sahne", "rahm", "creme",
  "nata", "panna", "gradde", "flode", "wasser", "eau", "agua", "acqua", "vatten", "vand", "vann",
  "ol", "huile", "aceite", "olio", "oleo", "olja", "olie", "bruhe", "bouillon", "caldo", "brodo",
  "wein", "vin", "vino", "vinho", "wijn", "essig", "vinaigre", "vinagre", "aceto", "azijn", "saft",
  "jus", "suco", "succo",
]
