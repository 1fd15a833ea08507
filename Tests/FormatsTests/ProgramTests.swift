import Testing
import Text

@testable import Formats

@Test
func `a recipe of Paprika keeps its lines, headings, source and notes, and says what is not used`()
  throws
{
  let text = """
    {"name": "Rolls\\n", "ingredients": "for the dough:\\n2 eggs\\u20281 cup **flour**",
     "directions": "Mix [it](https://a.example).\\nBake:\\n\\nAt 200 °C [photo:x].", "servings": "about 20",
     "prep_time": "1:30", "cook_time": "", "categories": ["Grill", "Snack"], "rating": 4,
     "source": "Eats", "source_url": "https://a.example/r", "notes": "Mine.", "photo_data": "/9j/4AA",
     "image_url": null, "on_favorites": true, "is_pinned": 0, "in_trash": false, "created": "2014-07-03 10:00:00", "hash": "1", "uid": "2", "new_thing": "x"}
    """
  let found = try foreign(text, as: "Paprika").records[0]
  let recipe = found.value
  #expect(recipe["prepTime"] == .number(90))
  #expect(recipe["name"]?.plainText == "Rolls" && recipe["recipeYield"]?.plainText == "about 20")
  #expect(recipe.ingredients == ["for the dough:", "2 eggs", "1 cup flour"])
  #expect(recipe.steps == ["Mix it.", "# Bake", "At 200 °C ."])
  #expect(recipe.texts("keywords") == ["Grill", "Snack"])
  #expect(recipe["url"]?.plainText == "https://a.example/r")
  #expect(recipe["author"]?.plainText == "Eats" && recipe["recipeNotes"]?.plainText == "Mine.")
  #expect(recipe.marks == ["favorite"])
  #expect(found.unused == ["new_thing"] && found.pictures == [.inline("/9j/4AA")])
}

@Test func `step numbers are removed even if one is missing, and other numbers stay`() {
  #expect(stepLines("1. Mix.\n2) Bake.\n\n4. Eat.\nServe.") == ["Mix.", "Bake.", "Eat.", "Serve."])
  #expect(stepLines("2 eggs.\n10 min later, eat.") == ["2 eggs.", "10 min later, eat."])
  #expect(stepLines("1.5 l of water boil.") == ["1.5 l of water boil."])
}

@Test(arguments: [
  (
    #"{"quantity":3,"unit":null,"food":null,"note":"chopped","display":"3 chopped","originalText":"3 golden potatoes, chopped"}"#,
    "3 golden potatoes, chopped"
  ),
  (
    #"{"quantity":0,"unit":null,"food":null,"note":"","originalText":"olive oil and salt"}"#,
    "olive oil and salt"
  ),
  (
    #"{"quantity":1,"note":"Butter - 30 g","disable_amount":true,"food":null,"unit":null}"#,
    "Butter - 30 g"
  ),
  (#"{"quantity":2,"note":"eggs","food":null,"unit":null}"#, "2 eggs"),
  (#"{"quantity":1,"note":"salt","food":null,"unit":null}"#, "salt"),
  (
    #"{"quantity":1.5,"unit":{"name":"cup","plural_name":"cups"},"food":{"name":"flour"},"note":"sifted"}"#,
    "1 1/2 cups flour, sifted"
  ),
  (
    #"{"quantity":2,"unit":{"name":"tablespoon","abbreviation":"tbsp","use_abbreviation":true},"food":{"name":"oil"},"note":null}"#,
    "2 tbsp oil"
  ),
  (
    #"{"quantity":0.333333,"unit":null,"food":{"name":"onion","plural_name":"onions"},"note":""}"#,
    "1/3 onion"
  ),
])
func `an ingredient of Mealie keeps its text, with or without a parsed food`(
  json: String, line: String
)
  throws
{
  #expect(MealieLine(try #require(JSONValue(json: Array(json.utf8)))).text == line)
}

@Test func `a recipe and a list of Mealie are read in both of its spellings`() throws {
  let snake = """
    {"name": "Bread", "recipe_ingredient": [{"title": "Dough", "note": "1 kg flour", "disable_amount": true}],
     "recipe_instructions": [{"title": "", "text": "Knead."}, {"title": "Oven", "text": "Bake.\\nCool."}],
     "perform_time": "1 hour", "recipe_servings": 4.0, "recipe_yield": "", "tags": [{"name": "bread"}],
     "org_url": "https://a.example/b", "extras": {"k": "v"}}
    """
  let recipe = try records(snake, as: "Mealie")[0]
  #expect(recipe.ingredients == ["Dough:", "1 kg flour"])
  #expect(recipe.steps == ["Knead.", "# Oven", "Bake. Cool."])
  #expect(
    recipe["cookTime"]?.plainText == "1 hour" && recipe["recipeYield"]?.plainText == "4 servings")
  #expect(recipe.texts("keywords") == ["bread"])
  let list = """
    {"page": 1, "per_page": 50, "total": 2, "total_pages": 1, "items": [
      {"name": "A", "slug": "a", "recipeYield": "2 loaves", "totalTime": "10 min"},
      {"name": "B", "slug": "b", "recipeYield": null}], "next": null}
    """
  let found = try foreign(list, as: "Mealie")
  #expect(found.records.map { $0.value["name"]?.plainText } == ["A", "B"])
  #expect(found.records.map(\.line) == [2, 3])
}

@Test
func `a backup of Mealie is joined, whether its ids have dashes or not, and users are not read`()
  throws
{
  let text = """
    {"recipes": [{"id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "slug": "pie", "name": "Pie", "perform_time": "30 min",
      "recipe_yield": "8 slices"}],
     "recipes_ingredients": [
      {"recipe_id": "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9", "position": 1, "note": "", "quantity": 2,
       "unit_id": "1", "food_id": "2", "title": null},
      {"recipe_id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "position": 0, "note": "1 egg", "quantity": null}],
     "recipe_instructions": [{"recipe_id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "position": 0, "text": "Bake."}],
     "ingredient_units": [{"id": "1", "name": "cup"}], "ingredient_foods": [{"id": "2", "name": "flour"}],
     "tags": [{"id": "t1", "name": "sweet"}], "recipes_to_tags": [{"recipe_id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "tag_id": "t1"}],
     "users": [{"password": "secret"}]}
    """
  let found = try foreign(text, as: "Mealie backup")
  let recipe = found.records[0].value
  #expect(recipe.ingredients == ["1 egg", "2 cup flour"])
  #expect(recipe.steps == ["Bake."] && recipe.texts("keywords") == ["sweet"])
  #expect(recipe["recipeYield"]?.plainText == "8 slices")
  #expect(!recipe.text().contains("secret"))
}

@Test func `a recipe of Tandoor has the ingredients of its steps, headings and filled templates`()
  throws
{
  let text = """
    {"name": "Chili", "working_time": 20, "waiting_time": 40, "servings": 4, "servings_text": "bowls",
     "keywords": [{"name": "hot"}], "steps": [
      {"name": "", "order": 0, "instruction": "Fry {{ ingredients[0] }}.  \\n\\n### Later\\nServe {{ ingredients[1].food }}.",
       "ingredients": [
        {"food": {"name": "beef"}, "unit": {"name": "g"}, "amount": 500.0, "note": "diced", "is_header": false, "order": 0},
        {"food": {"name": "beans"}, "unit": null, "amount": 0.5, "note": "", "order": 0},
        {"food": {"name": "For the Sauce:"}, "unit": null, "amount": 0, "note": "", "order": 0},
        {"food": {"name": "salt"}, "unit": null, "amount": 0, "no_amount": true, "note": "", "order": 0}]}]}
    """
  let recipe = try records(text, as: "Tandoor")[0]
  #expect(recipe.ingredients == ["500 g beef, diced", "1/2 beans", "For the Sauce:", "salt"])
  #expect(recipe.steps == ["Fry 500 g beef.", "# Later", "Serve beans."])
  #expect(recipe["recipeYield"]?.plainText == "4 bowls")
  #expect(recipe["totalTime"] == .number(60) && recipe["prepTime"] == .number(20))
}

@Test func `a recipe of Crouton has its units, and is in the order that it says`() throws {
  let text = """
    {"uuid": "1", "name": "Cake", "serves": 8, "duration": 60, "cookingDuration": 70, "tags": [{"name": "sweet"}],
     "ingredients": [
      {"order": 2, "ingredient": {"name": "Eggs"}, "quantity": {"amount": 2, "quantityType": "ITEM"}},
      {"order": 0, "ingredient": {"name": "Batter"}, "quantity": {"quantityType": "SECTION"}},
      {"order": 1, "ingredient": {"name": "Whole milk"}, "quantity": {"amount": 60, "quantityType": "GRAMS"}},
      {"order": 3, "ingredient": {"name": "Salt"}}],
     "steps": [{"order": 1, "step": "Bake."}, {"order": 0, "step": "Oven", "isSection": true}],
     "images": ["AAAA"]}
    """
  let found = try foreign(text, as: "Crouton").records[0]
  #expect(found.value.ingredients == ["Batter:", "60 g Whole milk", "2 Eggs", "Salt"])
  #expect(found.value.steps == ["# Oven", "Bake."])
  #expect(found.value["cookTime"] == .number(70) && found.unused.isEmpty)
}

@Test func `recipes of Mela, KitchenOwl, WP Recipe Maker and the Nextcloud Cookbook are read`()
  throws
{
  let mela = try records(
    ##"{"title":"A","ingredients":"# Dough\n1 egg","instructions":"Mix.\nBake.","yield":"2","link":"grandma","images":[],"date":650827246.5}"##,
    as: "Mela")[0]
  #expect(mela.ingredients == ["Dough:", "1 egg"] && mela.steps == ["Mix.", "Bake."])
  #expect(mela["author"]?.plainText == "grandma" && mela["dateCreated"]?.plainText == "2021-08-16")
  let owl = try records(
    #"{"recipes":[{"name":"B","yields":4,"prep_time":15,"cook_time":0,"items":[{"name":"Rice","description":"200 g","optional":true}],"description":"Cook @Sweet_potato{500 g} and @rice.","source":"https://a.example"}]}"#,
    as: "KitchenOwl")[0]
  #expect(owl.ingredients == ["200 g Rice (optional)"] && owl["prepTime"] == .number(15))
  #expect(owl.steps == ["Cook 500 g Sweet potato and rice."])
  let press = try records(
    #"[{"name":"C","ingredients_flat":[{"type":"group","name":"Top"},{"type":"ingredient","amount":"1","unit":"cup","name":"milk","notes":"warm"}],"instructions_flat":[{"type":"instruction","text":"Add [wprm-ingredient text=\"milk\" uid=\"1\"] at [wprm-temperature value=\"350\" unit=\"F\"]."}],"servings":"4","servings_unit":"people","prep_time":"360","total_time":"0"}]"#,
    as: "WP Recipe Maker")[0]
  #expect(press.ingredients == ["Top:", "1 cup milk (warm)"])
  #expect(press.steps == ["Add milk at 350 °F."])
  #expect(press["prepTime"] == .number(360) && press["totalTime"] == nil)
  let cloud = try records(
    ###"{"@context":"https://schema.org","@type":"Recipe","name":"D","recipeIngredient":["## Base","1 egg"],"recipeInstructions":["## Bake","At 200 °C."],"tool":[],"dateModified":"1","dateCreated":"1607461134","keywords":null,"nutrition":[],"image":"/a/b.jpg"}"###,
    as: "Nextcloud Cookbook")[0]
  #expect(cloud.ingredients == ["Base:", "1 egg"] && cloud.steps == ["# Bake", "At 200 °C."])
  #expect(cloud["dateCreated"]?.plainText == "2020-12-08" && cloud["image"] == nil)
}

@Test(arguments: [
  #"[{"name":"a","url":"https://a.example"}]"#, #"{"recipes":[{"uuid":"1","name":"b"}]}"#, "[]",
  "{}",
  #"{"@type":"Recipe","name":"c","recipeIngredient":[]}"#, #"{"items":[{"id":1}]}"#,
])
func `JSON that is no recipe of a program is left to profiles`(text: String) {
  #expect(recordSource(of: SourceFile(name: "a.json", bytes: Array(text.utf8))) == nil)
}

@Test func `favorite marks, dates and custom fields of other programs become fields`() throws {
  let box = try foreign(
    """
    title,description,preparationTime,cookingTime,inactiveTime,totalTime,quantity,ingredients,instructions,notes,nutrition,favorite
    Rolls,,,,30,,,1 egg,Bake.,,"calories: 100
    transFat: 2 g",true
    Buns,,,,,,,1 egg,Bake.,,,false
    """, as: "MyRecipeBox table"
  ).records
  #expect(box.map(\.value.marks) == [["favorite"], []])
  #expect(box[0].value.properties == ["inactive-time", "marks"] && box[1].value.properties == [])
  #expect(box[0].value["recipeNotes"]?.plainText == "transFat: 2 g")
  let mealie = try foreign(
    """
    {"name":"Rolls","recipe_ingredient":[],"recipe_instructions":[{"text":"Bake."}],"last_made":"2024-05-01T00:00:00",
     "extras":{"oven":"top"},"assets":[{"name":"a.pdf"}]}
    """, as: "Mealie"
  ).records[0]
  #expect(mealie.value.properties == ["last-made", "oven"] && mealie.unused == ["assets"])
}

@Test func `lines below a heading for the source are no steps`() throws {
  let text = """
    {"name":"Chili","working_time":0,"waiting_time":0,"keywords":[],"steps":[{"instruction":
     "Cook it.\\n\\n### Source\\nBeer and Kitchen\\nhttps://a.example/chili","ingredients":[]}]}
    """
  let recipe = try foreign(text, as: "Tandoor").records[0].value
  #expect(recipe.steps == ["Cook it."] && recipe["author"]?.plainText == "Beer and Kitchen")
  #expect(recipe["url"]?.plainText == "https://a.example/chili")
}
