/// Where the bytes of keys come from.
protocol KeyInput: AnyObject {
  /// Called on the reading thread when there is something to say or to follow.
  var onWake: () -> Void { get set }
  /// The end of a pipe that wakes the reader; below zero if it need not be woken.
  var wakeDescriptor: Int32 { get }

  /// Learns that the terminal gives keys from now on, as it did not while a command ran.
  func beginKeys()
  /// The next byte; none after the milliseconds given or at the end of the input.
  func nextByte(within milliseconds: Int32?) -> UInt8?
  /// Whether there is a byte, or the end, that a terminal may have shown already.
  var hasBytes: Bool { get }
  /// Whether there is a byte, or the end, so soon that nothing need be drawn before.
  var hasBytesSoon: Bool { get }
  /// Takes the bytes that have come, at most so many, and wakes nobody: there may be no line yet.
  func takeBytes(_ most: Int) -> [UInt8]
  /// Gives back a byte, to be read next.
  func unread(_ byte: UInt8)
  /// Puts bytes behind those that were given back, and before those still to come.
  func putBack(_ bytes: [UInt8])
}
