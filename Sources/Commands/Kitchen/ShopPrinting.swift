import Interpreter
import Kitchen
import Output
import Text

/// Printing and exporting the shopping list.
extension KitchenContext {
  /// Prints the list, or the entries that are not ticked off, with their numbers in the list.
  func showList(isLeft: Bool = false) throws {
    let list = try kitchen.shoppingList()
    let rows = zip(1..., list.entries(try listOptions())).filter { !isLeft || !$1.isDone }
    if list.isEmpty {
      output.say("The list is empty. shop ITEM adds a dish, shop add TEXT an item.")
    }
    if isLeft, rows.isEmpty, !list.isEmpty { return output.say("Everything is ticked off.") }
    let titles = list.dishes.map { harmless($0.dish.title) }
    if output.format.isStyled {
      output.print(
        output.isPlain
          ? list.sentences(rows, titles: titles)
          : list.lines(rows, titles: titles, width: output.width ?? 80))
    } else if output.format == .markdown {
      output.write(list.text(rows.map(\.1), as: .markdown))
    } else {
      output.print(list.report(rows))
    }
  }

  func exportList(
    as format: ShoppingFormat, to path: Argument?, isLeft: Bool = false
  ) throws {
    let list = try kitchen.shoppingList()
    let entries = list.entries(try listOptions()).filter { !isLeft || !$0.isDone }
    let text = list.text(entries, as: format)
    try ExportWriter(world: world, output: output, options: options)
      .write(Array(text.utf8), to: path, what: "the shopping list is")
  }
}
