import Catalog
import FeedLoading
import Feeds
import HTTPCache
import Output
import SessionStore
import Terminal
import Text
import World

/// Feeds that are watched, and what is new in them.
extension FeedOpener {
  /// Loads the watched feed again if it is time.
  ///
  /// A server is asked in the background, and what it answers is taken by ``sayRefresh()``; files are read at once.
  package func reloadWatched() {
    guard watch.takeDue() else { return }
    guard let loaded = session.feed else { return watch.schedule() }
    // The last question has no answer yet.
    if loader.isRefreshOver == false { return watch.schedule(afterFailure: true) }
    if loader.compareInBackground(loaded) { return watch.schedule() }
    do {
      let new = try read(loaded.request, .noCache)
      let changes = try FeedChanges(from: loaded, to: new, isStopped: { false })
      if !changes.isEmpty {
        adopt(new, .carrying(isReload: true), isAsked: false)
        output.say("\(new.name): \(changes.summary)", .good)
      }
      watch.schedule()
    } catch {
      // It is tried again; `reload` says why it fails.
      watch.schedule(afterFailure: true)
    }
  }

  /// Finds the rows that are new since the last look at the feed.
  ///
  /// - Parameters:
  ///   - new: The feed.
  ///   - isSaid: Whether to say how many there are; a reload says what has changed.
  func noteNewRows(of new: LoadedFeed, isSaid: Bool) {
    guard options.isInteractive, !options.isEphemeral, let scope = new.scope,
      let hashes = seen.hashes(of: new)
    else { return session.noteNew(RowSet(capacity: new.catalog.count)) }
    let present = Set(hashes)
    if lastLook?.scope != scope {
      // The first look marks nothing.
      lastLook = (scope, seen.stored(of: scope) ?? present)
      saidNew = 0
    }
    let known = lastLook?.hashes ?? []
    let rows = RowSet(capacity: hashes.count) { row in
      !known.contains(hashes[row])
        && !(new.feed.file(of: row).map { directory.collection.added.contains($0) } ?? false)
    }
    session.noteNew(rows)
    seen.store(present, of: scope)
    if isSaid, rows.count > 0, rows.count != saidNew {
      output.say("\(counted(rows.count, "row")) new since the last look: filter is:new")
    }
    saidNew = rows.count
  }
}
