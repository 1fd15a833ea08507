import Diagnostics
import Terminal
import Text
import World

/// Output that is longer than the window.
extension Shell {
  /// Runs a command whose output is shown by the screen where a person looks on.
  func paging(_ run: () throws -> Void) rethrows {
    gate = newGate()
    defer { endPaging() }
    try run()
  }

  /// Shows the rest of the output, so that what comes next stands below it; the command's later output is not stopped.
  func endPaging() {
    guard let gate else { return }
    gate.finish(isStopped: isOver || world.interruptions.isRaised)
    self.gate = nil
    if gate is ViewedOutput, options.isInteractive { world.interruptions.clear() }
    let remarks = remarks
    self.remarks = []
    for remark in remarks where !(remark.isAboutOutput && gate.hasLeft) { sayNow(remark.text) }
  }

  /// Whether the output of the present command is stopped where the window ends.
  var isPaging: Bool { gate != nil }

  /// Whether nobody wants to see more of what the command prints.
  var hasLeftOutput: Bool { gate?.hasLeft ?? false }

  private func newGate() -> (any OutputGate)? {
    guard options.isInteractive, settings["pager"] == "auto", let pagingKeys,
      world.console.output.isTerminal,
      !["", "dumb"].contains(world.environment["TERM"] ?? "")
    else { return nil }
    let console = world.console
    guard let command = viewerCommand else { return PagedOutput(pagingKeys, on: console) }
    return ViewedOutput(
      on: console, start: { [unowned self] in startViewer(command) },
      replace: { PagedOutput(pagingKeys, on: console) })
  }

  /// The program of the person's that shows long texts; `cat` shows them as they are.
  private var viewerCommand: String? {
    let command = trimmingSpace(world.environment["PAGER"] ?? "")
    return command.isEmpty || command == "cat" ? nil : command
  }

  private func startViewer(_ command: String) -> TextViewer.Running? {
    if let running = world.viewer.start(command) { return running }
    if !hasSaidNoViewer {
      say(
        Diagnostic(
          "the pager `\(harmless(command))` cannot be started",
          hint: "PAGER names it; larder's own is used", severity: .warning))
    }
    hasSaidNoViewer = true
    return nil
  }
}
