import Terminal

/// The options of the command line that apply to the whole run.
package struct RunOptions: Sendable {
  /// The format of results; nil to follow the setting.
  package var format: Format?
  package var isStrict = false
  /// Whether the network is off; nil to follow the setting.
  package var isOffline: Bool?
  /// Whether the run neither reads nor stores state on disk.
  package var isEphemeral = false
  /// Whether the user types at a prompt.
  package var isInteractive = false
  /// Whether every question is answered with yes.
  package var saysYes = false
  /// Whether commands continue after one that failed.
  package var keepsGoing = false
  package var color: Output.Color?
  /// Whether output is plain, whatever the setting and the terminal.
  package var isPlain = false
  /// Whether the run is played or recorded as a script, in a world of its own.
  ///
  /// Commands then wait without a time limit and show no progress, so that the output of each run is the same.
  package var isStaged = false

  /// Whether standard input has a feed although the user types at a prompt.
  package var hasInput = false
  /// The field of the row that the user chooses for another program; nil for a prompt of its own.
  package var picks: String?

  /// How pictures are shown, whatever the terminal is; nil to find out.
  package var display: PictureDisplay?

  package init() {}
}
