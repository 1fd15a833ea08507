import Testing

@testable import Cooking

@Test func `a pasted recipe with headings is divided at them`() throws {
  let recipe = try #require(
    PlainRecipe(
      """
      Grandmother's Waffles

      From the blue notebook.
      Serves 4

      Ingredients:
      • 250 g flour
      - 3 eggs
      a pinch of salt
      For the top:
      icing sugar

      Method
      1. Mix everything.
      2) Bake until golden.

      Dust with sugar
      """))
  #expect(recipe.title == "Grandmother's Waffles")
  #expect(recipe.description == "From the blue notebook." && recipe.yield == "Serves 4")
  #expect(
    recipe.ingredients == [
      "250 g flour", "3 eggs", "a pinch of salt", "For the top:", "icing sugar",
    ])
  #expect(recipe.steps == ["Mix everything.", "Bake until golden.", "Dust with sugar"])
}

@Test func `a pasted recipe without headings is divided at amounts and sentences`() throws {
  let recipe = try #require(
    PlainRecipe(
      """
      # Dal
      2 cups red lentils
      1 onion, chopped
      salt and pepper
      Rinse the lentils until the water is clear.
      Fry the onion, add 1 l of water and the lentils, and cook for 20 minutes.
      """))
  #expect(recipe.title == "Dal" && recipe.description == nil && recipe.yield == nil)
  #expect(recipe.ingredients == ["2 cups red lentils", "1 onion, chopped", "salt and pepper"])
  #expect(recipe.steps.count == 2 && recipe.steps[1].hasPrefix("Fry the onion"))
}

@Test func `a German recipe is read, too`() throws {
  let recipe = try #require(
    PlainRecipe(
      "Apfelkuchen\nFür 8 Personen\nZutaten\n500 g Äpfel\n1 Prise Salz\nZubereitung\nÄpfel schälen."
    ))
  #expect(recipe.yield == "Für 8 Personen")
  #expect(recipe.ingredients == ["500 g Äpfel", "1 Prise Salz"])
  #expect(recipe.steps == ["Äpfel schälen."])
}

@Test func `notes, facts and addresses of a pasted recipe are no steps`() throws {
  let recipe = try #require(
    PlainRecipe(
      """
      Dal
      Indian · serves 4 · prep 10 min | cook: 1 h 5 · by Ann
      ## Ingredients
      - 2 cups red lentils
      ### For the top
      - 1 onion
      ## Steps
      1. Rinse | drain · wait.
      - Source: <https://a.example/dal>
      - Video: https://a.example/film
      ## Notes
      - Serves 5, rather.
      Keeps.
      """))
  #expect(recipe.description == "Indian" && recipe.yield == "serves 4" && recipe.author == "Ann")
  #expect([recipe.prep, recipe.cook, recipe.total] == ["10 min", "1 h 5", nil])
  #expect(recipe.ingredients == ["2 cups red lentils", "For the top:", "1 onion"])
  #expect(recipe.steps == ["Rinse | drain · wait."])
  #expect(recipe.source == "https://a.example/dal" && recipe.video == "https://a.example/film")
  #expect(recipe.comment == "Serves 5, rather.\n\nKeeps.")
}

@Test func `numbered steps below unnumbered ingredients begin the steps`() throws {
  let recipe = try #require(PlainRecipe("Tea\n1 bag of tea\n1. Boil water\n2. Wait"))
  #expect(recipe.ingredients == ["1 bag of tea"] && recipe.steps == ["Boil water", "Wait"])
}

@Test(arguments: ["", "\n \n", "12 34"])
func `a text without letters is no recipe`(text: String) {
  #expect(PlainRecipe(text) == nil)
}
