import FeedLoading
import HTTPCache
import Interpreter
import Output
import Pictures
import PictureViews

extension Command<CommandContext> {
  static var offline: Self {
    .asking(
      "offline", summary: "Use no network until told.", needsFeed: false, examples: ["offline"]
    ) { context, _ in
      context.loader.dropPending()
      context.output.say("offline: nothing goes out until online")
      return .network(isOffline: true)
    }
  }

  static var online: Self {
    .asking(
      "online", summary: "Use the network again.", needsFeed: false, examples: ["online"]
    ) { context, _ in
      context.fetcher.store.forgetFailures()
      context.pictures.forgetFailures()
      context.output.say("online")
      return .network(isOffline: false)
    }
  }
}
