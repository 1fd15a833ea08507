/// What to type instead of a command that other programs have, by the word in lower case; nil if the word is unknown.
///
/// The command is named and never run: it may do something else than the person expects.
package func commandInstead(of word: String) -> String? { otherWords[word.lowercased()] }

private let otherWords: [String: String] = {
  let groups = [
    "share ITEM prints a recipe for a message; copy ITEM puts it on the clipboard":
      "send mail email message clipboard",
    "Ctrl-L clears the screen; filter clear shows all rows": "clear cls",
    "show ITEM shows a row": "info view details detail recipe read cat display more-info",
    "show ITEM shows the ingredients and steps": "ingredients steps instructions method directions",
    "shop add TEXT puts something on the shopping list": "buy add purchase need",
    "shop shows the shopping list": "shopping groceries grocery basket cart shoppinglist",
    "plan shows the plan of the week": "menu week today tomorrow calendar meals mealplan schedule",
    "a scale comes last: show ITEM for 6, show ITEM x2":
      "scale x2 x3 double halve resize multiply portions serves",
    "set servings 4 shows recipes for four": "servings people",
    "set units metric converts amounts": "unit units metric convert celsius imperial",
    "larder --version prints it": "version about",
    "set lists the settings": "settings config preferences options configure",
    "reload reads the feed again": "update fetch pull upgrade",
    "filter CONDITION narrows the rows, e.g. filter cuisine=Thai": "where select query narrow",
    "search TEXT finds words anywhere": "grep lookup",
    "favorite ITEM makes a row a favorite": "like love bookmark heart",
    "picture ITEM shows the picture": "image img photo photos pic",
    "open video ITEM plays it": "play",
    "random shows any row": "surprise lucky shuffle",
    "suggest proposes what to cook": "propose recommend dinner tonight inspire",
    "list shows the rows": "browse head rows all dir recipes dishes",
    "unsave ITEM removes what you saved": "rm del remove",
    "next shows the next page": "more forward",
    "previous shows the page before; undo takes the last change back": "back",
    "timers stop NAME stops a timer; cook stop finishes a dish": "stop",
    "load ADDRESS reads a feed from the web; prefetch downloads its pictures": "download",
    "quit, or Ctrl-D, leaves": "logout",
    "set plain on prints sentences, for screen readers":
      "accessibility a11y blind screenreader braille speech",
    "feeds lists the feeds that have a name": "cd sources books cookbook cookbooks",
    "larder library export FILE writes all that is yours, at the prompt of your system; import reads it":
      "library backup restore",
    "load FILE reads the recipes of another program; larder library import FILE reads your own library back":
      "import migrate",
    "shop done ENTRY ticks an entry off": "tick check bought",
    "have eggs, rice lists dishes for what is at home": "fridge leftovers",
    "tag ITEM WORD gives a row a tag": "label mark categorize",
    "new writes a recipe of your own": "create compose newrecipe",
    "cook ITEM shows a step at a time": "make start begin",
  ]
  return groups.reduce(into: [:]) { table, group in
    for word in group.value.split(separator: " ") { table[String(word)] = group.key }
  }
}()
