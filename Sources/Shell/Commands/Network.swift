import FeedLoading
import HTTPCache
import Interpreter
import Output
import Pictures
import PictureViews

extension Command<Shell> {
  static var offline: Self {
    Self("offline", summary: "Use no network until told.", examples: ["offline"]) { shell, _ in
      shell.networkOverride = true
      shell.settleFetching()
      shell.loader.dropPending()
      shell.output.say("offline: nothing goes out until online")
    }
  }

  static var online: Self {
    Self("online", summary: "Use the network again.", examples: ["online"]) { shell, _ in
      shell.networkOverride = false
      shell.settleFetching()
      shell.fetcher.store.forgetFailures()
      shell.pictures.forgetFailures()
      shell.output.say("online")
    }
  }
}
