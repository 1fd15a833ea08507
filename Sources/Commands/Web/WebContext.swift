import Assistance
import FeedLoading
import HTTPCache
import Interpreter
import Output
import PictureViews
import SessionStore
import World

/// The owners for commands that control requests.
struct WebContext: Assisted {
  let session: Session
  let loader: FeedLoader
  let directory: FeedDirectory
  let feeds: FeedOpener
  let output: Output
  let pictures: PictureViews
  let assistance: Assistance
  let trace: RequestTrace
  let world: World
  let options: RunOptions

  init(_ owners: CommandOwners) {
    session = owners.session
    loader = owners.loader
    directory = owners.directory
    feeds = owners.feeds
    output = owners.output
    pictures = owners.pictures
    assistance = owners.assistance
    trace = owners.trace
    world = owners.world
    options = owners.options
  }

  var fetcher: Fetcher { loader.fetcher }

  /// The commands of the group, in the order of help.
  static var commands: [Command<WebContext>] {
    [.cache, .trace, .offline, .online]
  }
}
