import Catalog
import FeedLoading
import HTTPCache
import Output
import Pictures
import SessionStore
import Terminal
import Text

/// Pictures that were shown as they were kept, while their servers are asked whether they have changed.
struct PictureChecks {
  struct Check {
    let request: PictureRequest
    let row: Int
    /// What was shown, by ``PictureRequest/number(of:)``.
    let shown: UInt64
  }

  let loader: PictureLoader
  let checks: [Check]
  let task: Task<Void, Never>
}

extension Shell {
  /// Has changes of pictures said that come when a command no longer waits for them, if a person looks on.
  func watchChecks(of pictures: [(request: PictureRequest, row: Int)]) {
    dropChecks()
    let loader = self.pictures
    let checks = pictures.compactMap { request, row -> PictureChecks.Check? in
      guard case .ready(let facts, isChecking: true)? = loader.phase(of: request) else {
        return nil
      }
      return .init(request: request, row: row, shown: request.number(of: facts))
    }
    guard options.isInteractive, !checks.isEmpty else { return }
    let wake = person.wake
    let task = Task {
      await loader.finish(checks.map(\.request))
      if !Task.isCancelled { wake() }
    }
    pictureState.checks = PictureChecks(loader: loader, checks: checks, task: task)
  }

  /// Says, once, which pictures have changed since they were shown.
  func sayChangedPictures() {
    guard let checking = pictureState.checks else { return }
    let phases = checking.checks.map { checking.loader.phase(of: $0.request) }
    // What is wanted no more is not followed any longer.
    guard phases.allSatisfy({ $0?.isSettled ?? true }) else { return }
    pictureState.checks = nil
    let changed = zip(checking.checks, phases).filter { check, phase in
      guard case .ready(let facts, _)? = phase else { return false }
      return check.request.number(of: facts) != check.shown
    }
    guard let first = changed.first?.0 else { return }
    let item = session.number(of: first.row).map { "\($0)" } ?? session.shortHandle(first.row)
    output.say(
      changed.count == 1
        ? "the picture of \(harmless(catalog.name(first.row))) has changed · picture \(item) shows the new one"
        : "\(changed.count) pictures have changed · pictures shows the new ones", .good)
  }

  /// Forgets which pictures were shown, as of a feed that is not here any more.
  func dropChecks() {
    pictureState.checks?.task.cancel()
    pictureState.checks = nil
  }
}
