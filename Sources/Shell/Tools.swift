import Diagnostics
import Dispatch
import FeedAudit
import FetchTool
import HTTPCache
import PictureViews

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
    sayCacheNotice()
  }
}
