import Assistance
import Catalog
import FeedLoading
import HTTPCache
import Interpreter
import Output
import PictureViews
import SessionStore
import World

/// The owners for commands that load feeds.
struct SourcesContext: Assisted {
  let session: Session
  let library: Library
  let loader: FeedLoader
  let directory: FeedDirectory
  let feeds: FeedOpener
  let output: Output
  let views: ViewPrinter
  let pictures: PictureViews
  let assistance: Assistance
  let world: World
  let options: RunOptions

  init(_ owners: CommandOwners) {
    session = owners.session
    library = owners.library
    loader = owners.loader
    directory = owners.directory
    feeds = owners.feeds
    output = owners.output
    views = owners.views
    pictures = owners.pictures
    assistance = owners.assistance
    world = owners.world
    options = owners.options
  }

  var catalog: Catalog { session.catalog }
  var fetcher: Fetcher { loader.fetcher }

  /// The commands of the group, in the order of help.
  static var commands: [Command<SourcesContext>] {
    [.load, .reload, .watch, .diff, .feeds, .problems]
  }
}
