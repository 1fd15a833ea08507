import CEditLine

extension LineEditor {
  /// Starts libedit in a UTF-8 locale, on a terminal that its database knows.
  ///
  /// libedit takes the name from `TERM` alone; commands that run later see the real one again.
  static func start(on terminal: EditorTerminal, named name: TerminalName) -> EditLineHandle? {
    useUTF8()
    let real = unsafe getenv("TERM").map { unsafe String(cString: $0) }
    unsafe setenv("TERM", name.name, 1)
    let handle = EditLineHandle(program: "larder", terminal: terminal)
    if let real { unsafe setenv("TERM", real, 1) } else { unsafe unsetenv("TERM") }
    return handle
  }

  /// Without a UTF-8 locale libedit loses characters and crashes on a prompt.
  private static func useUTF8() {
    for locale in ["", "C.UTF-8", "en_US.UTF-8"] {
      unsafe _ = setlocale(LC_CTYPE, locale)
      if let codeset = unsafe ced_codeset(), unsafe strcmp(codeset, "UTF-8") == 0 { return }
    }
  }

  func configure() {
    let raw = unsafe handle.raw
    unsafe ced_set_client_data(raw, Unmanaged.passUnretained(self).toOpaque())
    unsafe ced_set_prompt(raw, promptForLibedit, CChar(Prompt.marker.value))
    unsafe ced_set_getc(raw, nextCharacterForLibedit)
    unsafe ced_attach_history(raw, pastLines.raw)
    unsafe ced_add_command(raw, ownCommand, runCommandForLibedit)
    followKeys()
  }

  /// Takes over what the person likes now.
  func adoptPreferences() {
    let old = preferences
    preferences = options.preferences()
    if preferences.editMode != old.editMode { followKeys() }
  }

  /// Binds the keys as preferred: first the person's `.editrc`, then what has to be.
  private func followKeys() {
    let raw = unsafe handle.raw
    unsafe ced_set_editor(raw, (preferences.editMode ?? .emacs).rawValue)
    unsafe hasOwnBindings = options.readsBindings && ced_source(raw) == 0
    if let mode = preferences.editMode { unsafe ced_set_editor(raw, mode.rawValue) }
    // The file can turn editing off, or have keys raise signals; neither would work here.
    unsafe ced_set_edit_mode(raw, 1)
    for flag in ["-isig", "-ixon"] { unsafe _ = ced_set_edit_flag(raw, flag) }
    // What is typed while a command runs is for the next line, and would stand in the middle of what it writes.
    unsafe _ = ced_set_command_flag(raw, "-echo")
    // Nor does it go when the command is broken off.
    unsafe _ = ced_set_command_flag(raw, "+noflsh")
    let name = unsafe ced_editor(raw).map { unsafe String(cString: $0) }
    editMode = name.flatMap(EditMode.init) ?? .emacs
    bindKeys()
  }

  private var ownCommand: String { "larder-command" }

  private func bindKeys() {
    bind(EditCommand.own, to: ownCommand)
    for command in EditCommand.builtins { bind(command.character, to: command.builtin ?? "") }
    for key: Unicode.Scalar in ["\u{11}", "\u{13}", "\u{16}", "\u{1C}", "\u{1D}"] {
      bind(key, to: "ed-ignore")
    }
    for key: Unicode.Scalar in ["\r", "\n"] { bind(key, to: "ed-newline") }
    if editMode == .vi { bindViKeys() }
  }

  /// Binds the keys of vi's command mode with which libedit would read more keys, or lose the line, by itself.
  private func bindViKeys() {
    for key in ["k", "j", "K", "J", "G", "\\055", "+", "/", "?", "u", "v"] {
      unsafe _ = ced_bind_alternative(handle.raw, key, ownCommand)
    }
    for key in [":", "n", "N"] {
      unsafe _ = ced_bind_alternative(handle.raw, key, "ed-ignore")
    }
    unsafe _ = ced_bind(handle.raw, "\u{1B}", "vi-command-mode")
    unsafe _ = ced_bind_alternative(handle.raw, "\u{1B}", "ed-ignore")
  }

  private func bind(_ key: Unicode.Scalar, to command: String) {
    unsafe _ = ced_bind(handle.raw, String(key), command)
    unsafe _ = ced_bind_alternative(handle.raw, String(key), command)
  }
}

/// The editor that a libedit handle belongs to.
private func editor(of handle: OpaquePointer?) -> LineEditor? {
  guard let data = unsafe ced_client_data(handle) else { return nil }
  return unsafe Unmanaged<LineEditor>.fromOpaque(data).takeUnretainedValue()
}

private func promptForLibedit(_ handle: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe editor(of: handle)?.promptBox.pointer
}

private func nextCharacterForLibedit(
  _ handle: OpaquePointer?,
  _ character: UnsafeMutablePointer<wchar_t>?
) -> Int32 {
  guard let next = unsafe editor(of: handle)?.nextCharacter() else { return 0 }
  unsafe character?.pointee = wchar_t(bitPattern: next.value)
  return 1
}

private func runCommandForLibedit(_ handle: OpaquePointer?, _ key: Int32) -> UInt8 {
  guard let editor = unsafe editor(of: handle) else { return UInt8(CC_ERROR) }
  return editor.runCommand(forKey: UInt8(truncatingIfNeeded: key)).rawValue
}
