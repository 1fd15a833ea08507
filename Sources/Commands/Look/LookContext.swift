import Assistance
import Catalog
import Interpreter
import Output
import PictureViews
import SessionStore
import World

/// The owners for commands that look at rows.
struct LookContext: Assisted {
  let session: Session
  let library: Library
  let feeds: FeedOpener
  let output: Output
  let views: ViewPrinter
  let pictures: PictureViews
  let assistance: Assistance
  let world: World
  let options: RunOptions
  /// Collects the question for a streaming query; nil while a command runs.
  let question: StreamedQuestion?

  init(_ owners: CommandOwners) {
    session = owners.session
    library = owners.library
    feeds = owners.feeds
    output = owners.output
    views = owners.views
    pictures = owners.pictures
    assistance = owners.assistance
    world = owners.world
    options = owners.options
    question = owners.question
  }

  var catalog: Catalog { session.catalog }

  /// The commands of the group, in the order of help.
  static var commands: [Command<LookContext>] {
    [.list, .next, .previous, .show, .raw, .similar, .open, .random, .discover]
  }
}
