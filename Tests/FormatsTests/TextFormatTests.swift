import Testing
import Text

@testable import Formats

@Test
func `a recipe in the Open Recipe Format keeps the first amount and drops empty values`()
  throws
{
  let found = try foreign(
    """
    recipe_uuid: None
    recipe_name: Banana bread
    source_authors: Ada
    source_url: none
    source_book: none
    oven_temp:
      - amount: 350
        unit: F
    oven_fan: Off
    oven_time: 50 - 60 minutes
    yields:
      - servings: 4
      - servings: 10
    ingredients:
      - Flour:
          usda_num: '09003'
          amounts:
            - amount: 3 1/2
              unit: cups
            - amount: 7
              unit: cups
          processing:
            - sifted
          substitutions:
            - Oat flour:
                amounts:
                  - amount: 3
                    unit: cups
      - Bananas:
          amounts:
            - amount: 6
              unit: each
    steps:
      - step: Mash the bananas.
        notes:
          - Some lumps are fine.
      - step: Bake.
    notes:
      - For high altitudes.
    shelf_life: 3 days
    """, named: "bread.yaml", as: "Open Recipe Format")
  let recipe = found.records[0].value
  #expect(recipe["name"]?.plainText == "Banana bread")
  #expect(recipe.ingredients == ["3 1/2 cups Flour, sifted or 3 cups Oat flour", "6 Bananas"])
  #expect(recipe.steps == ["Mash the bananas. (Some lumps are fine.)", "Bake."])
  #expect(recipe["recipeYield"]?.plainText == "4 servings")
  #expect(recipe.texts("author") == ["Ada"] && recipe["url"] == nil && recipe["@id"] == nil)
  #expect(
    recipe["recipeNotes"]?.plainText == "Oven: 350 °F, 50 - 60 minutes\n\nFor high altitudes.")
  #expect(found.records[0].unused == ["shelf_life"])
}

@Test
func `a recipe of Meal-Master in two columns has both columns, sections, and paragraphs as steps`()
  throws
{
  let text = """
    A letter to the reader.
    MMMMM----- Recipe via Meal-Master (tm) v8.02

          Title: Stuffed chiles
     Categories: Appetizers, Cheese
          Yield: 2 servings

          2    Chiles; roast & peel                1    Eggs; separated
      1 1/3 oz Cheese, monterey                 3/16 c  Flour, all purpose
               Oil; for frying
          1 T  Butter, at
               -room temperature

    MMMMM------------------------TOMATO SAUCE-----------------------------
        1/3 tb Oil, vegetable

      Prepare the sauce;
      keep it warm.

      Fry in hot oil.

    MMMMM
    """
  let found = try foreign(text, named: "a.mmf", as: "Meal-Master").records
  #expect(found.map(\.line) == [2])
  let recipe = found[0].value
  #expect(recipe["name"]?.plainText == "Stuffed chiles")
  #expect(recipe.texts("keywords") == ["Appetizers", "Cheese"])
  #expect(
    recipe.ingredients == [
      "2 Chiles, roast & peel", "1 1/3 oz Cheese, monterey", "Oil, for frying",
      "1 tbsp Butter, at room temperature", "1 Eggs, separated", "3/16 cup Flour, all purpose",
      "TOMATO SAUCE:", "1/3 tbsp Oil, vegetable",
    ])
  #expect(recipe.steps == ["Prepare the sauce; keep it warm.", "Fry in hot oil."])
}

@Test func `two recipes of RezKonv in a file are read with their sections and sources`() throws {
  let one = """
    ========== REZKONV-Rezept - RezkonvSuite v0.97.1

         Titel:  Kekse
    Kategorien:  Snacks, Gebäck
         Menge:  2-3 Dutzend

      3/4-1         c. Zucker
          2          Tas. Mehl, gesiebt
    ============================== Fett ==============================
          1            Ei

    ============================== QUELLE ==============================
                       A. Bäcker

    Alles mischen.

    Backen.
    =====

    """
  let found = try foreign(one + "\n" + one, named: "a.rk", as: "RezKonv").records
  #expect(found.count == 2 && found[1].line > found[0].line)
  let recipe = found[0].value
  #expect(recipe.ingredients == ["3/4-1 c. Zucker", "2 Tas. Mehl, gesiebt", "Fett:", "1 Ei"])
  #expect(recipe.steps == ["Alles mischen.", "Backen."])
  #expect(recipe["recipeYield"]?.plainText == "2-3 Dutzend")
  #expect(recipe["recipeNotes"]?.plainText == "A. Bäcker")
}

@Test func `a MasterCook recipe is read from its columns and the Read Me section is skipped`()
  throws
{
  let text = """
    * Exported from  MasterCook *

    !Read Me!

    * Exported from  MasterCook *

                             Cookies

    Recipe By     : A. Baker
    Serving Size  : 2    Preparation Time :0:45
    Categories    : Snacks                          Cookies & Squares

      Amount  Measure       Ingredient -- Preparation Method
    --------  ------------  --------------------------------
       3/4      c.        \tgranulated sugar
       1        c.          shortening -- softened,at room
                            temperature
                            ***SYRUP***
       2                    eggs

    Drop by spoonful.

    Nutr. Assoc. : 0 1374

    - - - -
    """
  let found = try foreign(text, named: "a.mxp", as: "MasterCook").records
  #expect(found.count == 1)
  let recipe = found[0].value
  #expect(recipe["name"]?.plainText == "Cookies" && recipe["prepTime"] == .number(45))
  #expect(recipe.texts("keywords") == ["Snacks", "Cookies & Squares"])
  #expect(
    recipe.ingredients == [
      "3/4 c. granulated sugar", "1 c. shortening, softened,at room temperature", "SYRUP:",
      "2 eggs",
    ])
  #expect(recipe.steps == ["Drop by spoonful."])
}

@Test
func `recipes of Chowdown and Umami are read, and a value that YAML would change stays a text`()
  throws
{
  let chowdown = try records(
    """
    ---

    layout: recipe
    title:  "Bread"
    tags: breakfast, baking
    image: bread.jpg

    ingredients:
    - 2 eggs: beaten
    - no salt # none

    directions:
    - Bake 1:20

    ---

    From mom
    """, named: "a.md", as: "Chowdown")[0]
  #expect(chowdown.ingredients == ["2 eggs: beaten", "no salt"])
  #expect(chowdown.steps == ["Bake 1:20"] && chowdown["description"]?.plainText == "From mom")
  let umami = try records(
    """
    # Wraps

    Servings: **4 servings**
    Active Time: **20 minutes**

    ## Ingredients
    - 14 oz mushrooms

    ## Directions
    1. Cut.
    2. Grill.

    ## Notes
    Good
    """, named: "a.md", as: "Umami")[0]
  #expect(umami.ingredients == ["14 oz mushrooms"] && umami.steps == ["Cut.", "Grill."])
  #expect(umami["prepTime"]?.plainText == "20 minutes")
}

@Test(arguments: [
  (
    "name,note\nA,\"x, y\"\nB,\"line\none \"\"q\"\"\"\n",
    [["A", "x, y"], ["B", "line\none \"q\""]]
  ),
  ("name;note\r\nA;1,5\r\n\r\nB;2\r\n", [["A", "1,5"], ["B", "2"]]),
  ("name\tnote\nA, b\tc\n", [["A, b", "c"]]),
  ("\u{FEFF}name|note\nA|\n", [["A", ""]]),
])
func `a table is divided at the separator that fits, and quotes protect separators and lines`(
  text: String, rows: [[String]]
) throws {
  let table = try DelimitedTable(Array(text.utf8))
  #expect(table.header == ["name", "note"])
  #expect(table.rows.map(\.cells) == rows)
}

@Test func `cells of a table become numbers and flags as in JSON; codes with zeros stay texts`()
  throws
{
  let found = try foreign("a,b,c,d,\n1.5,007,true,-3,last\n", named: "t.csv", as: "table")
  #expect(found.profile == "records")
  #expect(
    found.records[0].value
      == .object([
        .init("a", .number(1.5)), .init("b", .string("007")), .init("c", .bool(true)),
        .init("d", .number(-3)), .init("column-5", .string("last")),
      ]))
  let spread = try records("sep=;\na;b;c\n4,5;TRUE;1,2,3\n", named: "s.csv")[0]
  #expect(spread["a"] == .number(4.5) && spread["b"] == .bool(true))
  #expect(spread["c"] == .string("1,2,3"))
  #expect(throws: FormatFault("a quote is not closed", line: 2)) {
    try records("a,b\n1,\"x\n", named: "t.csv")
  }
}

@Test func `tables of Plan to Eat and of MyRecipeBox are recipes, also where a column has shifted`()
  throws
{
  let plan = try records(
    """
    Title,Course,Cuisine,Main Ingredient,Ingredients,Directions,Tags,Prep Time,Servings,Url
    Pie,Main,American,Beans,", Dough
    2 eggs
    , Top
    3 apples","Mix.
    Bake.","Cheap, Test",75,7,https://a.example/p
    """, named: "p.csv", as: "Plan to Eat")[0]
  #expect(plan.ingredients == ["Dough:", "2 eggs", "Top:", "3 apples"])
  #expect(plan.steps == ["Mix.", "Bake."] && plan.texts("keywords") == ["Cheap", "Test"])
  #expect(plan["prepTime"] == .number(75) && plan.texts("recipeYield") == ["7"])
  let box = try records(
    """
    title,description,preparationTime,cookingTime,totalTime,ingredients,instructions,categories,tags,video,source,originalPicture,
    Salad,,15,,15,1 apple,1. Cut.,Sides;Cold,Salad,,,https://a.example/s,https://a.example/s.jpg
    """, named: "m.csv", as: "MyRecipeBox table")[0]
  #expect(box["url"]?.plainText == "https://a.example/s")
  #expect(box.texts("image") == ["https://a.example/s.jpg"])
  #expect(box.texts("recipeCategory") == ["Sides", "Cold"])
}
