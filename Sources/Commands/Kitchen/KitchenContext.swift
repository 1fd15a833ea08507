import Assistance
import Catalog
import Cooking
import Interpreter
import Kitchen
import Output
import SessionStore
import World

/// The owners for commands that shop, plan and cook.
struct KitchenContext: Assisted {
  let session: Session
  let library: Library
  let feeds: FeedOpener
  let output: Output
  let views: ViewPrinter
  let assistance: Assistance
  let kitchen: Kitchen
  let timers: KitchenTimers
  let world: World
  let options: RunOptions

  init(_ owners: CommandOwners) {
    session = owners.session
    library = owners.library
    feeds = owners.feeds
    output = owners.output
    views = owners.views
    assistance = owners.assistance
    kitchen = owners.kitchen
    timers = owners.timers
    world = owners.world
    options = owners.options
  }

  var catalog: Catalog { session.catalog }

  /// The aisles of the file in the setting `aisles`, or the built-in ones.
  func aisles() -> Aisles {
    AisleFile(world: world, output: output).aisles(library.settings["aisles"])
  }

  /// What the amounts and the order of the shopping list depend on.
  func listOptions() throws -> ShoppingList.Options {
    try .init(kitchen, library.settings, aisles())
  }

  /// The commands of the group, in the order of help.
  static var commands: [Command<KitchenContext>] {
    [.cook, .timer, .timers, .shop, .have, .pantry, .plan, .suggest]
  }
}
