import Terminal

/// What the shell remembers of what it wrote, and of the window that it wrote to.
final class OutputState {
  /// What the output of the present command goes through, if not straight to the terminal.
  var gate: (any OutputGate)?
  /// What was said while there was output that was not on the screen yet, and whether it is about that.
  var remarks: [(text: StyledText, isAboutOutput: Bool)] = []
  /// Whether results could not be written.
  var isLost = false
  /// Whether a line already says what is waited for.
  var isShowingProgress = false
  /// Whether the terminal showed nothing of the ^C that ended the last command.
  var hasHiddenStop = false
  /// Whether the window has a title of ours.
  var hasTitledWindow = false
  /// Whether it was said what is wrong with the person's pager.
  var hasSaidNoViewer = false
}
