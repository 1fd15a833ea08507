/// Groceries in English by aisle, as an `aisle.conf`.
let aisleText = """
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
  lime leaf
  kaffir lime leaf
  curry leaf
  vine leaf
  banana leaf
  bean sprout
  sprout
  corn on the cob
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
  ground beef
  ground pork
  ground lamb
  ground turkey
  ground chicken
  ground veal
  ground meat
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
  short rib
  beef fillet
  pork fillet
  lamb fillet
  neck fillet
  veal fillet
  chicken fillet
  turkey fillet
  duck fillet
  lamb rack
  pork rack
  spare rib
  pork rib
  beef rib
  baby back rib
  prime rib
  hot dog
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
  half and half
  fresh cream
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
  fresh yeast
  brown rice
  wild rice
  coconut
  shredded coconut
  baking powder
  baking soda
  almond
  ground almond
  flaked almond
  slivered almond
  ground rice
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
  milk powder
  dry milk
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
  cinnamon stick
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
  ground coriander
  peppercorn
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
  stock cube
  stock pot
  bouillon cube
  chicken cube
  beef cube
  broth
  olive
  sun dried tomato
  roasted red pepper
  caper
  prepared horseradish
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
  hot chili sauce
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
  frozen yogurt
  ice
  """
