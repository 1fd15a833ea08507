import Assistance
import Catalog
import Interpreter
import Kitchen
import Output
import SessionStore
import World

/// The owners for commands that narrow, order and count the view.
struct NarrowContext: Assisted {
  let session: Session
  let library: Library
  let collection: RecipeCollection
  let feeds: FeedOpener
  let output: Output
  let views: ViewPrinter
  let assistance: Assistance
  let timers: KitchenTimers
  let world: World
  /// Collects the question for a streaming query; nil while a command runs.
  let question: StreamedQuestion?

  init(_ owners: CommandOwners) {
    session = owners.session
    library = owners.library
    collection = owners.collection
    feeds = owners.feeds
    output = owners.output
    views = owners.views
    assistance = owners.assistance
    timers = owners.timers
    world = owners.world
    question = owners.question
  }

  var catalog: Catalog { session.catalog }

  /// The commands of the group, in the order of help.
  static var commands: [Command<NarrowContext>] {
    [.filter, .search, .sort, .count, .fields, .undo, .redo]
  }
}
