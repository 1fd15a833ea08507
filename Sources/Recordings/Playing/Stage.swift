import Interpreter

/// The program as a script plays it: one run of it, from its start until it ends.
package protocol Stage: AnyObject {
  /// Runs the program until it is left or has no more keys.
  func run()
  /// The line as it is edited now.
  var glance: LineGlance { get }
  /// What its editor drew since the last time.
  func takeDrawing() -> [UInt8]
  /// Gives its terminal another size.
  func resize(_ size: ScriptSize)
  /// Waits until what goes on behind the prompt is done, or waits for the clock.
  ///
  /// - Returns: Whether there is something to say because of it.
  func settle() -> Bool
}
