import Assistance
import Cookbook
import Cooking
import Diagnostics
import FeedLoading
import Formats
import Interpreter
import Kitchen
import Output
import PictureViews
import Pictures
import SessionStore
import Terminal
import Text
import World

/// The export of recipes as web pages.
extension GiveContext {
  /// The recipe of a row, and the requests for its pictures, the small one first.
  private typealias Dressed = (recipe: Recipe, pictures: [PictureRequest])

  /// Writes a cookbook of web pages into a folder.
  func exportCookbook(
    to path: Argument, _ items: [Int]?, _ scale: RequestedScale
  ) throws {
    guard views.records.showsRecipes else { throw Self.noRecipes }
    let folder = trimmedFolder(path.text)
    if folder.isEmpty || folder == "-" {
      throw Failure(
        "a cookbook is a folder of pages", hint: "export html FOLDER", at: path.range,
        in: path.line,
        code: .badArguments)
    }
    let rows = items ?? Array(session.presentRows())
    if rows.isEmpty { throw Failure("the view has no rows", hint: "undo goes back") }
    let recipes = try eachRecipe(rows, scale) { row, dish, notes -> Dressed in
      let sizes = [PictureViews.Size.small, .large]
      var places = sizes.compactMap { pictures.picturePlace(row, $0) }
      if places.first?.id == places.last?.id { places = Array(places.prefix(1)) }
      return (
        recipe: views.records.recipe(row, dish, notes: notes),
        pictures: places.map { pictures.pictureRequest($0) }
      )
    }
    let copies = try copies(of: recipes)
    let entries = recipes.enumerated().map { place, dressed in
      Cookbook.Entry(
        dressed.recipe,
        picture: copies.copy(at: place).map {
          Cookbook.Picture(
            bytes: $0.bytes, ending: $0.ending, width: $0.size.width, height: $0.size.height)
        })
    }
    let cookbook = Cookbook(
      title: title(of: folder), entries: entries, shopping: try shoppingGroups(),
      week: try weekGroups())
    let files = cookbook.files()
    if world.interruptions.isRaised { throw Self.nothingWritten }
    let missing = copies.count - entries.count { $0.picture != nil }
    try ExportWriter(world: world, output: output, options: options)
      .write(files, intoFolder: folder, at: path, what: counted(rows.count, "recipe"))
    if missing > 0 {
      output.say(
        "\(counted(missing, "picture")) could not be loaded; these recipes have none", .warning)
    }
  }

  private func trimmedFolder(_ text: String) -> String {
    var folder = world.expandingHome(text)
    while folder.utf8.count > 1, folder.utf8.last == 0x2F { folder.removeLast() }
    return folder
  }

  /// A title made of the name of the folder: `Family cookbook` for `family-cookbook`.
  private func title(of folder: String) -> String {
    let name = world.files.absolute(folder).split(separator: "/").last.map(String.init) ?? ""
    let words = name.split { "-_ ".contains($0) }.joined(separator: " ")
    return words.contains(where: \.isLetter)
      ? words.prefix(1).uppercased() + words.dropFirst() : "Cookbook"
  }

  /// Makes small copies of the pictures, and shows how far that is.
  private func copies(of recipes: [Dressed]) throws -> PictureCopies {
    let copies = PictureCopies(recipes.map(\.pictures), with: pictures.loader)
    if copies.count == 0 { return copies }
    let progress = output.progress("pictures")
    let promise = Promise<Void>()
    let task = Task { await promise.keep { await copies.run() } }
    output.keepingKeys {
      while !promise.isKept(withinMilliseconds: 30) {
        if world.interruptions.isRaised { task.cancel() }
        progress.show(copies.doneCount, of: copies.count)
      }
      progress.clear()
    }
    output.sayPending()
    if world.interruptions.isRaised { throw Self.nothingWritten }
    return copies
  }

  /// The shopping list by aisle.
  private func shoppingGroups() throws -> [Cookbook.Group] {
    let list = try kitchen.shoppingList()
    if list.isEmpty { return [] }
    let aisles = AisleFile(world: world, output: output).aisles(library.settings["aisles"])
    let options = try ShoppingList.Options(kitchen, library.settings, aisles)
    return groups(
      list.entries(options).map {
        ($0.group, $0.name, $0.detailText, $0.isDone)
      })
  }

  /// The planned dishes from today on, by day.
  private func weekGroups() throws -> [Cookbook.Group] {
    groups(
      try kitchen.plan(from: kitchen.today).map { planned in
        (dayTitle(planned.day), planned.dish.name, planned.dish.scale?.description ?? "", false)
      })
  }

  /// Lines in groups of those next to each other with the same title.
  private func groups(
    _ lines: [(group: String, name: String, detail: String, isDone: Bool)]
  ) -> [Cookbook.Group] {
    lines.chunked { $0.group == $1.group }.map { chunk in
      Cookbook.Group(
        title: chunk.first?.group ?? "", lines: chunk.map { ($0.name, $0.detail, $0.isDone) })
    }
  }
}

extension Array {
  /// Divides the array between neighbors that do not belong together.
  fileprivate func chunked(where belongs: (Element, Element) -> Bool) -> [[Element]] {
    var chunks: [[Element]] = []
    for element in self {
      if let last = chunks.last?.last, belongs(last, element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
    return chunks
  }
}
