import Cooking
import Diagnostics
import Formats
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<RememberContext> {
  static var new: Self {
    Self(
      "new", summary: "Write a recipe of your own, in your editor.", needsFeed: false,
      forms: [
        Form("-", summary: "Read a recipe that you paste or type as plain text, until Ctrl-D.") {
          try $0.readPasted()
        },
        Form("", Context.newTitle.optional) { try $0.editor.create(titled: $1 ?? "") },
      ],
      examples: ["new Grandmother's waffles", "new -"],
      details: [
        "The editor is the one that VISUAL or EDITOR names. Plain text is a title, ingredients a "
          + "line each, and steps; `edit ITEM` corrects what was read."
      ])
  }
}

extension RememberContext {
  fileprivate static var newTitle: Parameter<RememberContext, String> {
    Parameter("TITLE", .line) { $1.text }
  }

  fileprivate var editor: RecipeEditor {
    RecipeEditor(
      session: session, collection: collection, feeds: feeds, output: output, world: world,
      options: options)
  }

  /// Saves a recipe that is pasted or typed.
  fileprivate func readPasted() throws {
    try requireStorage()
    let text = try pastedText()
    guard let title = PlainRecipe(text)?.title else {
      throw Failure("there is no recipe", hint: "the first line is its title")
    }
    guard let recipe = RecipeText(plain: text) else {
      throw Failure(
        "\(harmless(title)) has no ingredients and no steps, so it is not saved",
        hint: "a heading such as Ingredients: comes before them")
    }
    let outcome = try collection.add(RecipeCollection.text(of: recipe), titled: recipe.title)
    session.record(outcome.change)
    let parts =
      "\(counted(recipe.ingredients.count, "ingredient")), \(counted(recipe.steps.count, "step"))"
    output.say("\(harmless(recipe.title)) is saved in mine (\(outcome.count) in all): \(parts)")
    try feeds.reloadCollection()
  }

  private static let longestText = 1 << 20

  private func pastedText() throws -> String {
    guard let ask = output.ask else {
      return String(
        decoding: try world.console.readInput(Self.longestText), as: UTF8.self)
    }
    output.say("paste or type the recipe; Ctrl-D on an empty line ends it", .faint)
    var text = ""
    while let line = ask("") {
      text += line + "\n"
      if text.utf8.count > Self.longestText { throw Failure("the text is longer than 1 MB") }
    }
    return text
  }
}

extension RecipeText {
  /// Reads a recipe in plain text; nil if it has neither ingredients nor steps.
  init?(plain text: String) {
    guard let plain = PlainRecipe(text), !plain.ingredients.isEmpty || !plain.steps.isEmpty else {
      return nil
    }
    self.init(title: plain.title)
    description = plain.description
    yield = plain.yield.map { RecipeText.yield($0) ?? $0 }
    (ingredients, steps) = (plain.ingredients, plain.steps)
    others = plain.others
  }
}
