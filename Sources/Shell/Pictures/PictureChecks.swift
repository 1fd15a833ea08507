import HTTPCache
import Pictures
import Terminal
import Text

/// Pictures that were shown as they were kept, while their servers are asked whether they have changed.
struct PictureChecks {
  struct Check {
    let request: PictureRequest
    /// What the picture is of.
    let name: String
    /// What was shown, by ``PictureRequest/number(of:)``.
    let shown: UInt64
  }

  let loader: PictureLoader
  let checks: [Check]
  let task: Task<Void, Never>
}

extension Shell {
  /// Has changes of pictures said that come when a command no longer waits for them, if a person looks on.
  func watchChecks(of pictures: [(request: PictureRequest, name: String)]) {
    pictureState.checks?.task.cancel()
    pictureState.checks = nil
    let loader = self.pictures
    let checks = pictures.compactMap { request, name -> PictureChecks.Check? in
      guard case .ready(let facts, isChecking: true)? = loader.phase(of: request) else {
        return nil
      }
      return .init(request: request, name: name, shown: request.number(of: facts))
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
    say(
      changed.count == 1
        ? "the picture of \(harmless(first.name)) has changed · picture shows the new one"
        : "\(changed.count) pictures have changed · pictures shows the new ones", .good)
  }
}
