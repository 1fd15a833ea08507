import Assistance
import Catalog
import FeedLoading
import HTTPCache
import Interpreter
import Output
import PictureViews
import Recordings
import SessionStore
import World

/// The owners of the shell's state, for commands.
package struct CommandContext: Assisted {
  package let session: Session
  package let library: Library
  package let history: HistoryFile
  package let loader: FeedLoader
  package let directory: FeedDirectory
  package let feeds: FeedOpener
  package let output: Output
  package let views: ViewPrinter
  package let pictures: PictureViews
  package let assistance: Assistance
  package let timers: KitchenTimers
  package let trace: RequestTrace
  package let world: World
  package let options: RunOptions
  /// All commands.
  package let table: CommandTable<CommandContext>
  /// Writes the script of this run; nil unless it is recorded.
  package let recorder: Recorder?
  /// Collects the question for a streaming query; nil while a command runs.
  package var question: StreamedQuestion?

  package init(
    session: Session, library: Library, history: HistoryFile, loader: FeedLoader,
    directory: FeedDirectory, feeds: FeedOpener, output: Output, views: ViewPrinter,
    pictures: PictureViews, assistance: Assistance, timers: KitchenTimers, trace: RequestTrace,
    world: World,
    options: RunOptions, table: CommandTable<CommandContext>, recorder: Recorder?
  ) {
    (self.session, self.library, self.history) = (session, library, history)
    (self.loader, self.directory, self.feeds) = (loader, directory, feeds)
    (self.output, self.views, self.pictures) = (output, views, pictures)
    self.timers = timers
    (self.assistance, self.trace, self.world) = (assistance, trace, world)
    (self.options, self.table, self.recorder) = (options, table, recorder)
  }

  package var catalog: Catalog { session.catalog }
  package var fetcher: Fetcher { loader.fetcher }
}

/// A question for a streaming query: a view, and the answer to print about its rows.
package final class StreamedQuestion {
  /// The kinds of answers.
  package enum Answer {
    case rows(Range<Int>)
    case count
    case counts(field: Int)
  }

  package private(set) var view: View
  package private(set) var answer: Answer?

  package init(_ view: View) { self.view = view }

  /// Narrows or orders the view.
  ///
  /// - Returns: Whether that is possible: the answer was not chosen yet, and the body returns true.
  func change(_ body: (inout View) -> Bool) -> Bool {
    var changed = view
    guard answer == nil, body(&changed) else { return false }
    view = changed
    return true
  }

  /// Chooses the answer.
  ///
  /// - Returns: Whether the answer was not chosen yet, and is not nil.
  func ask(for answer: Answer?) -> Bool {
    guard self.answer == nil, let answer else { return false }
    self.answer = answer
    return true
  }
}

extension Arguments {
  /// The argument of a parameter; nil if it was left out.
  subscript(_ parameter: Parameter<CommandContext>) -> Word? { word(of: parameter) }

  /// The arguments of a parameter.
  func all(_ parameter: Parameter<CommandContext>) -> [Word] { words(of: parameter) }
}
