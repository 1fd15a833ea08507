import Assistance
import Catalog
import FeedLoading
import HTTPCache
import Interpreter
import Output
import PictureViews
import SessionStore
import World

/// The owners for commands about the shell itself.
struct ShellContext: Assisted {
  let session: Session
  let library: Library
  let collection: RecipeCollection
  let synchronizer: Synchronizer
  let history: HistoryFile
  let loader: FeedLoader
  let feeds: FeedOpener
  let output: Output
  let views: ViewPrinter
  let pictures: PictureViews
  let assistance: Assistance
  let world: World
  let options: RunOptions
  /// All commands.
  let table: CommandTable<CommandOwners>

  init(_ owners: CommandOwners) {
    session = owners.session
    library = owners.library
    collection = owners.collection
    synchronizer = owners.synchronizer
    history = owners.history
    loader = owners.loader
    feeds = owners.feeds
    output = owners.output
    views = owners.views
    pictures = owners.pictures
    assistance = owners.assistance
    world = owners.world
    options = owners.options
    table = owners.table
  }

  var catalog: Catalog { session.catalog }
  var fetcher: Fetcher { loader.fetcher }

  /// The commands of the group, in the order of help.
  static var commands: [Command<ShellContext>] {
    [.set, .alias, .status, .sync, .history, .edit, .help, .quit]
  }
}
