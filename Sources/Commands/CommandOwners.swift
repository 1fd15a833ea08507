import Assistance
import FeedLoading
import Interpreter
import Kitchen
import Output
import PictureViews
import Recordings
import SessionStore
import World

/// The owners of the shell's state, from which each group of commands takes those that its context declares.
package struct CommandOwners {
  let session: Session
  let library: Library
  let collection: RecipeCollection
  let synchronizer: Synchronizer
  let history: HistoryFile
  let loader: FeedLoader
  let directory: FeedDirectory
  let feeds: FeedOpener
  let output: Output
  let views: ViewPrinter
  let pictures: PictureViews
  let assistance: Assistance
  let kitchen: Kitchen
  let timers: KitchenTimers
  let trace: RequestTrace
  let world: World
  let options: RunOptions
  /// All commands.
  let table: CommandTable<CommandOwners>
  /// Writes the script of this run; nil unless it is recorded.
  let recorder: Recorder?
  /// Collects the question for a streaming query; nil while a command runs.
  var question: StreamedQuestion?

  package init(
    session: Session, library: Library, collection: RecipeCollection,
    synchronizer: Synchronizer, history: HistoryFile,
    loader: FeedLoader,
    directory: FeedDirectory, feeds: FeedOpener, output: Output, views: ViewPrinter,
    pictures: PictureViews, assistance: Assistance, kitchen: Kitchen, timers: KitchenTimers,
    trace: RequestTrace,
    world: World, options: RunOptions, table: CommandTable<CommandOwners>, recorder: Recorder?
  ) {
    (self.session, self.library, self.collection) = (session, library, collection)
    (self.synchronizer, self.history) = (synchronizer, history)
    (self.loader, self.directory, self.feeds) = (loader, directory, feeds)
    (self.output, self.views, self.pictures) = (output, views, pictures)
    (self.assistance, self.trace) = (assistance, trace)
    (self.kitchen, self.timers) = (kitchen, timers)
    (self.world, self.options) = (world, options)
    (self.table, self.recorder) = (table, recorder)
  }

  /// The same owners, for commands that add to a streaming query instead of running.
  package func asking(_ question: StreamedQuestion) -> CommandOwners {
    var owners = self
    owners.question = question
    return owners
  }
}
