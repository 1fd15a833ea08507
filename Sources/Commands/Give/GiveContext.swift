import Assistance
import Catalog
import Interpreter
import Kitchen
import Output
import PictureViews
import SessionStore
import World

/// The owners for commands that give recipes to people and to other programs.
struct GiveContext: Assisted {
  let session: Session
  let library: Library
  let feeds: FeedOpener
  let output: Output
  let views: ViewPrinter
  let pictures: PictureViews
  let kitchen: Kitchen
  let assistance: Assistance
  let world: World
  let options: RunOptions

  init(_ owners: CommandOwners) {
    session = owners.session
    library = owners.library
    feeds = owners.feeds
    output = owners.output
    views = owners.views
    pictures = owners.pictures
    kitchen = owners.kitchen
    assistance = owners.assistance
    world = owners.world
    options = owners.options
  }

  var catalog: Catalog { session.catalog }

  /// The commands of the group, in the order of help.
  static var commands: [Command<GiveContext>] { [.export, .share, .copy, .print, .pick] }
}
