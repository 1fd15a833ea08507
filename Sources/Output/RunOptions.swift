/// The options of the command line that hold for the whole run.
package struct RunOptions: Sendable {
  /// The format of results; nil for the one that is set.
  package var format: Format?
  package var isStrict = false
  /// Whether the network is left alone; nil for what is set.
  package var isOffline: Bool?
  /// Whether nothing is read from or left on disk.
  package var isEphemeral = false
  /// Whether a person types at a prompt.
  package var isInteractive = false
  /// Whether every question is answered yes.
  package var saysYes = false
  /// Whether commands go on after one that failed.
  package var keepsGoing = false
  package var color: Output.Color?
  /// Whether it is played by a script, or recorded for one, in a world of its own.
  ///
  /// Commands wait for what they need as long as it takes and show nothing of it then, so that each run is the same.
  package var isStaged = false

  package init() {}
}
