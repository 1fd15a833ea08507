import Catalog
import Diagnostics
import FeedLoading
import Interpreter
import SessionStore
import Text
import World

/// Helps the user while typing: completion, highlighting, remarks about the effect of a line, and proposals for the
/// next one.
///
/// It reads the owners of the shell's state, and never changes them. It caches results from one key to the next. It
/// belongs to the shell's thread.
package final class Assistance {
  let session: Session
  let library: Library
  let loader: FeedLoader
  let directory: FeedDirectory
  let history: HistoryFile
  let world: World
  /// Whether the user types at a prompt.
  let isInteractive: Bool
  /// The names of all commands.
  let commandNames: () -> Set<String>

  /// The rows of the view, with the state that they depend on.
  var viewed: (stamp: Session.Stamp, count: Int, view: View, rows: RowSet)?
  /// The values of a field with counts of rows, with the state that they depend on.
  var counts: (stamp: Session.Stamp, view: View, field: Int, counts: [ValueCount])?
  /// Whether the history was read since the last line ran.
  private var knowsHistory = false
  /// The command that ran last, and its result; nil before the first typed line.
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

  /// Whether a word is the name of a command.
  package func isCommand(_ word: String) -> Bool { commandNames().contains(word) }

  /// The words and limits that the parser of filters needs.
  package func vocabulary(
    unknownValues: FilterVocabulary.UnknownValues? = nil
  ) -> FilterVocabulary {
    FilterVocabulary(
      marks: Session.markNames, commands: commandNames(),
      unknownValues: unknownValues ?? (isInteractive ? .reject : .warn))
  }
}

/// Learning from the lines that run.
extension Assistance {
  /// Begins a line.
  package func beginLine(isBlank: Bool) {
    knowsHistory = false
    if !isBlank { lastCommand = LastCommand() }
  }

  /// Records the command that runs.
  package func note(_ command: LastCommand) { lastCommand = command }

  /// Records the error of the last command.
  package func note(_ failure: Diagnostic) { lastCommand?.failure = failure }

  /// Forgets the last command, because the user did not type it.
  package func forgetCommand() { lastCommand = nil }

  /// Reads how often the user typed each word, once for each line.
  package func readHistory() {
    guard isInteractive, !knowsHistory else { return }
    history.refresh()
    knowsHistory = true
  }

  /// How often the user typed the words of a text; always 0 outside of prompts, where results must not depend on the
  /// user.
  package func usage(of text: String) -> Int { isInteractive ? history.usage(of: text) : 0 }
}
