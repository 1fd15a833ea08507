import Assistance
import Catalog
import Interpreter
import Output
import PictureViews
import SessionStore
import World

/// The owners for commands that show pictures.
struct ImagesContext: Assisted {
  let session: Session
  let output: Output
  let views: ViewPrinter
  let pictures: PictureViews
  let assistance: Assistance
  let world: World

  init(_ owners: CommandOwners) {
    session = owners.session
    output = owners.output
    views = owners.views
    pictures = owners.pictures
    assistance = owners.assistance
    world = owners.world
  }

  var catalog: Catalog { session.catalog }

  /// The commands of the group, in the order of help.
  static var commands: [Command<ImagesContext>] {
    [.picture, .pictures, .prefetch]
  }
}
