import Diagnostics
import Terminal
import Text
import World

/// Output that is longer than the window.
extension Shell {
  /// Runs a command whose output is shown by the screen where a person looks on.
  func paging(_ run: () throws -> Void) rethrows {
    outputState.gate = newGate()
    defer { endPaging() }
    try run()
  }

  /// Shows the rest of the output, so that what comes next stands below it; the command's later output is not stopped.
  func endPaging() {
    guard let gate = outputState.gate else { return }
    gate.finish(isStopped: isOver || world.interruptions.isRaised)
    outputState.gate = nil
    if let gate = gate as? ViewedOutput {
      if options.isInteractive { world.interruptions.clear() }
      if gate.status != 0 { sayOfViewer("ended with status \(gate.status)", "PAGER names it") }
    }
    let remarks = outputState.remarks
    outputState.remarks = []
    for remark in remarks where !(remark.isAboutOutput && gate.hasLeft) { sayNow(remark.text) }
  }

  /// Whether the output of the present command is stopped where the window ends.
  var isPaging: Bool { outputState.gate != nil }

  /// Whether nobody wants to see more of what the command prints.
  var hasLeftOutput: Bool { outputState.gate?.hasLeft ?? false }

  private func newGate() -> (any OutputGate)? {
    guard options.isInteractive, settings["pager"] == "auto", let pagingKeys = person.pagingKeys,
      world.console.output.isTerminal,
      !["", "dumb"].contains(world.environment["TERM"] ?? "")
    else { return nil }
    let console = world.console
    // It shows texts as they are, and so does the terminal.
    if viewerCommand == "cat" { return nil }
    guard let command = viewerCommand else { return PagedOutput(pagingKeys, on: console) }
    return ViewedOutput(
      on: console, start: { [unowned self] in startViewer(command) },
      replace: { PagedOutput(pagingKeys, on: console) })
  }

  /// The program of the person's that shows long texts.
  private var viewerCommand: String? {
    let command = trimmingSpace(world.environment["PAGER"] ?? "")
    return command.isEmpty ? nil : command
  }

  private func startViewer(_ command: String) -> TextViewer.Running? {
    if let running = world.viewer.start(command) { return running }
    sayOfViewer("cannot be started", "PAGER names it; larder's own is used")
    return nil
  }

  /// Says once what is wrong with the person's pager.
  private func sayOfViewer(_ fault: String, _ hint: String) {
    defer { outputState.hasSaidNoViewer = true }
    guard !outputState.hasSaidNoViewer, let viewerCommand else { return }
    say(
      Diagnostic(
        "the pager `\(harmless(viewerCommand))` \(fault)", hint: hint, severity: .warning))
  }
}
