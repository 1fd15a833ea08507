import Assistance
import Interpreter
import Output
import Recordings
import SessionStore
import World

/// The owners for commands that play and record scripts.
struct ScriptsContext: Assisted {
  let session: Session
  let output: Output
  let assistance: Assistance
  let world: World
  let options: RunOptions
  /// Writes the script of this run; nil unless it is recorded.
  let recorder: Recorder?

  init(_ owners: CommandOwners) {
    session = owners.session
    output = owners.output
    assistance = owners.assistance
    world = owners.world
    options = owners.options
    recorder = owners.recorder
  }

  /// The commands of the group, in the order of help.
  static var commands: [Command<ScriptsContext>] {
    [.run, .record, .tour]
  }
}
