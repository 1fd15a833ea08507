/// A sequence wrapped so that tmux hands it to the terminal around it, if it is set to.
///
/// The manual of tmux, `allow-passthrough`.
func passedThrough(_ sequence: [UInt8]) -> [UInt8] {
  var wrapped = Array("\u{1B}Ptmux;".utf8)
  for byte in sequence {
    if byte == 0x1B { wrapped.append(0x1B) }
    wrapped.append(byte)
  }
  wrapped.append(text: "\u{1B}\\")
  return wrapped
}
