import Commands
import Diagnostics
import Dispatch
import FeedAudit
import FeedLoading
import FetchTool
import HTTPCache
import Interpreter
import Output
import PictureViews
import World

/// The tools beside the prompt.
extension Shell {
  /// Audits feeds: `larder lint`.
  package var feedAudit: FeedAudit {
    FeedAudit(world: world, output: output, loader: loader, directory: directory, options: options)
  }

  /// Fetches addresses through the cache: `larder fetch`.
  package var fetchTool: FetchTool { FetchTool(world: world, output: output, fetcher: fetcher) }

  /// Lets what goes on behind the answers come to an end, writes down what was counted, and says what is wrong.
  package func finishFetching() {
    pictures.finish()
    if fetcher.isChecking || fetcher.flightCount > 0 {
      let (fetcher, done) = (fetcher, DispatchSemaphore(value: 0))
      Task {
        await fetcher.finishChecks(within: .seconds(1))
        await fetcher.endFlights()
        done.signal()
      }
      done.wait()
    }
    fetcher.store.flush()
    feeds.sayCacheNotice()
  }

  /// The script of the bundled tour.
  package static var tourScript: [UInt8] { Demo.tour }

  /// The names of the feeds that are part of the program.
  package static var bundledFeeds: [String] { BundledFeed.allCases.map(\.rawValue) }

  /// The digest of a feed that is part of the program, as scripts name it; nil if there is none of that name.
  package static func digest(ofBundledFeed name: String) -> String? {
    // What is part of the program can be read.
    guard let feed = BundledFeed(rawValue: name), case let file = Demo.file(of: feed),
      let bytes = try? CachedContent.file(file).bytes()
    else { return nil }
    return sha256(of: bytes)
  }

  /// The keys at the prompt as a table in Markdown, for the README.
  package static var keysTable: String { PromptKey.keysTable }

  /// The commands as a table in Markdown, for the README.
  package static var commandsTable: String { CommandTable<CommandContext>.commandsTable }

  /// Changes a text in the person's own editor; nil, after reporting why, if that came to nothing.
  package func edited(_ text: String) -> String? {
    do {
      return try TextEditor(world: world).edit(text)
    } catch {
      output.say(Failure(catching: error).diagnostic)
      return nil
    }
  }
}
