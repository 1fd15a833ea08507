import Catalog
import Diagnostics
import FeedLoading
import Interpreter
import SessionStore
import Text
import World

/// Helps while a line is typed: what Tab offers, what words mean, what a line would do, what to do next.
///
/// It reads the owners of the shell's state and never changes them. It remembers what it found out from one key to the
/// next. It belongs to the shell's thread.
package final class Assistance {
  let session: Session
  let library: Library
  let loader: FeedLoader
  let directory: FeedDirectory
  let history: HistoryFile
  let world: World
  /// Whether a person types at a prompt.
  let isInteractive: Bool
  /// The names of all commands.
  let commandNames: () -> Set<String>

  /// The rows of the view, and what they depended on.
  var viewed: (stamp: Session.Stamp, count: Int, view: View, rows: RowSet)?
  /// The values of a field and how many rows each leaves, and what that depended on.
  var counts: (stamp: Session.Stamp, view: View, field: Int, counts: [ValueCount])?
  /// Whether the history was read since the last line ran.
  private var knowsHistory = false
  /// The command that ran last, and how it went; nil before a typed line ran.
  private(set) var lastCommand: LastCommand?

  package init(
    session: Session, library: Library, loader: FeedLoader, directory: FeedDirectory,
    history: HistoryFile, world: World, isInteractive: Bool,
    commandNames: @escaping () -> Set<String>
  ) {
    (self.session, self.library, self.loader) = (session, library, loader)
    (self.directory, self.history, self.world) = (directory, history, world)
    (self.isInteractive, self.commandNames) = (isInteractive, commandNames)
  }

  var catalog: Catalog { session.catalog }

  /// The words and limits that the parser of filters needs.
  package func vocabulary(
    unknownValues: FilterVocabulary.UnknownValues? = nil
  ) -> FilterVocabulary {
    FilterVocabulary(
      marks: ["favorite", "noted", "cookable"], commands: commandNames(),
      unknownValues: unknownValues ?? (isInteractive ? .reject : .warn))
  }
}

/// What it learns from the lines that run.
extension Assistance {
  /// Begins a line.
  package func beginLine(isBlank: Bool) {
    knowsHistory = false
    if !isBlank { lastCommand = LastCommand() }
  }

  /// Notes which command runs.
  package func note(_ command: LastCommand) { lastCommand = command }

  /// Notes why the last command failed.
  package func note(_ failure: Diagnostic) { lastCommand?.failure = failure }

  /// Forgets the last command, which nobody typed.
  package func forgetCommand() { lastCommand = nil }

  /// Reads which words a person uses, once for each line that is typed.
  package func readHistory() {
    guard isInteractive, !knowsHistory else { return }
    history.refresh()
    knowsHistory = true
  }

  /// How often a person typed the words of a text; other programs get the same answers whoever runs them.
  package func usage(of text: String) -> Int { isInteractive ? history.usage(of: text) : 0 }
}

/// A context whose commands get assistance.
package protocol Assisted: SendableMetatype {
  var assistance: Assistance { get }
}
