import Assistance
import Catalog
import FeedLoading
import Interpreter
import Output
import SessionStore
import World

/// The owners for commands that store rows, notes and files.
struct RememberContext: Assisted {
  let session: Session
  let library: Library
  let collection: RecipeCollection
  let loader: FeedLoader
  let directory: FeedDirectory
  let feeds: FeedOpener
  let output: Output
  let assistance: Assistance
  let world: World
  let options: RunOptions

  init(_ owners: CommandOwners) {
    session = owners.session
    library = owners.library
    collection = owners.collection
    loader = owners.loader
    directory = owners.directory
    feeds = owners.feeds
    output = owners.output
    assistance = owners.assistance
    world = owners.world
    options = owners.options
  }

  var catalog: Catalog { session.catalog }

  /// The commands about rows, in the order of help.
  static var commands: [Command<RememberContext>] {
    [
      .favorite, .unfavorite, .favorites, .note, .notes, .tag, .untag, .tags, .rate, .cooked,
    ]
  }

  /// The commands about recipes that are files, in the order of help.
  static var collectionCommands: [Command<RememberContext>] {
    [.save, .unsave, .new, .doubles, .merge]
  }
}
