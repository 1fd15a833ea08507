import Catalog
import Diagnostics
import FeedLoading
import Formats
import Output
import SessionStore
import Terminal
import Text
import World

/// Lets the user write recipes of the collection in an editor.
struct RecipeEditor {
  private let session: Session
  private let collection: RecipeCollection
  private let feeds: FeedOpener
  private let output: Output
  private let world: World
  private let options: RunOptions

  init(
    session: Session, collection: RecipeCollection, feeds: FeedOpener, output: Output, world: World,
    options: RunOptions
  ) {
    (self.session, self.collection, self.feeds) = (session, collection, feeds)
    (self.output, self.world, self.options) = (output, world, options)
  }

  /// The form of a new recipe, in which the user fills in what there is.
  private static func template(_ title: String) -> String {
    """
    ---
    source: 
    time: 
    ---

    # \(title.isEmpty ? "Title" : title)

    **4 servings**

    ---

    - *200 g* flour
    - salt

    ---

    1. The first step.

    """
  }

  /// Lets the user write a new recipe.
  ///
  /// - Throws: ``Failure`` if there is no editor.
  func create(titled title: String) throws {
    try requirePrompt("new")
    let template = Self.template(title)
    guard
      let text = try edited(
        template, ending: "md", check: { (text) throws(Failure) in _ = try Self.recipe(in: text) })
    else {
      return output.say("nothing was changed, so nothing is saved")
    }
    let (name, recipe) = try Self.recipe(in: text)
    let outcome = try collection.add(recipe, titled: name)
    session.record(outcome.change)
    output.say("\(harmless(name)) is saved in mine (\(outcome.count) in all)")
    try feeds.reloadCollection()
  }

  /// Lets the user edit the file of a row; a row of another feed is saved first.
  func edit(_ row: Int) throws {
    try requirePrompt("edit")
    try feeds.complete([row])
    let loaded = session.feedOfRows
    let name = harmless(loaded.catalog.name(row))
    var saved = try collection.files(of: [row], loaded).first
    if saved == nil, loaded.scope == RecipeCollection.name {
      throw Failure(
        "the file of \(name) is gone since it was loaded", hint: "reload shows what is there now")
    }
    if saved == nil {
      let outcome = try collection.save([row], of: loaded)
      session.record(outcome.change, outcome.marks)
      output.say("\(name) is saved in mine (\(outcome.count) in all)")
      saved = try collection.files(of: [row], loaded).first
    }
    guard let path = saved?.path, let before = try collection.contents(of: path) else {
      throw Failure(
        "\(name) is in an archive, which cannot be edited",
        hint: "unpack it in \(harmless(collection.folder))")
    }
    let ending = String(path.split(separator: ".").last ?? "md")
    let old = String(decoding: before, as: UTF8.self)
    let check = { (text: String) throws(Failure) in
      _ = try Self.name(in: text, named: "recipe." + ending)
    }
    guard let text = try edited(old, ending: ending, check: check) else {
      return output.say("\(name) stays as it was")
    }
    do {
      session.record(try collection.replace(path, before, with: Array(text.utf8)))
    } catch {
      let draft = try saveDraft(text, ending)
      output.say("what you wrote is in \(harmless(draft))", .warning)
      var failure = Failure(catching: error)
      failure.diagnostic.hint =
        "save \(draft) makes it a recipe of its own, and merge keeps one of both"
      throw failure
    }
    output.say("\(name) is changed; undo brings the old text back")
    try feeds.reloadCollection()
  }

  private func requirePrompt(_ command: String) throws {
    guard options.isInteractive else {
      throw Failure("`\(command)` opens an editor, which works at the prompt only")
    }
    if options.isEphemeral { throw Failure("nothing is saved under --ephemeral") }
  }

  /// Lets the user edit a text until it is a recipe.
  ///
  /// - Returns: The text; nil if it was not changed.
  /// - Throws: ``Failure`` if the user gives up on a mistake; the text is in a file then.
  private func edited(
    _ old: String, ending: String, check: (String) throws(Failure) -> Void
  ) throws -> String? {
    var text = old
    while true {
      text = try TextEditor(world: world).edit(text, ending: ending) + "\n"
      if text == old || text.allSatisfy(\.isWhitespace) { return nil }
      do throws(Failure) {
        try check(text)
        return text
      } catch {
        output.say(error.diagnostic)
        if output.confirms("Go back to the editor?") { continue }
        let path = try saveDraft(text, ending)
        throw Failure(
          "it is not saved yet; what you wrote is in \(harmless(path))",
          hint: "correct it and enter: save \(path)")
      }
    }
  }

  /// Returns the name and the text of a new recipe, which may have been written as plain text.
  ///
  /// - Throws: ``Failure`` that names the line of the mistake.
  private static func recipe(in text: String) throws(Failure) -> (name: String, text: String) {
    do throws(Failure) {
      return (try name(in: text, named: "new.md"), text)
    } catch {
      let isMarkdown = text.hasPrefix("---") || text.contains("\n---")
      guard !isMarkdown, let recipe = RecipeText(plain: text) else { throw error }
      return (recipe.title, RecipeCollection.text(of: recipe))
    }
  }

  /// Makes sure that a text is a recipe.
  ///
  /// - Returns: Its name.
  /// - Throws: ``Failure`` that names the line of the mistake.
  private static func name(in text: String, named name: String) throws(Failure) -> String {
    let file = SourceFile(name: name, bytes: Array(text.utf8))
    let source = recordSource(of: file) ?? RecipeMD.self
    do throws(FormatFault) {
      let record = try source.records(of: file).records.first
      guard case .string(let name)? = record?.value["name"] else {
        throw FormatFault("it has no name", line: 1)
      }
      return name
    } catch {
      throw Failure(
        error.message, hint: "a recipe is a # title, --- , a list of ingredients, --- and steps")
    }
  }

  /// The folder of texts that could not be saved.
  static func draftFolder(in world: World) -> String { world.folders.data + "/drafts" }

  /// Stores a text that could not be saved, and returns its path.
  private func saveDraft(_ text: String, _ ending: String) throws -> String {
    let folder = Self.draftFolder(in: world)
    for number in 1... {
      let path = "\(folder)/draft-\(number).\(ending)"
      do throws(FileError) {
        try world.files.write(Array(text.utf8), to: path, replacing: false)
        return path
      } catch {
        guard error.reason == .exists else { throw error }
      }
    }
    preconditionFailure("some number is free")
  }
}
