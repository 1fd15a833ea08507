import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Opener {
  /// Creates an opener that uses the user's command, the program in `BROWSER`, or the desktop's.
  package static func live(environment: [String: String]) -> Opener {
    Opener(
      canOpen: { $0 != nil || program(in: environment) != nil },
      open: { link, command in
        guard let words = command.map({ words($0) }) ?? program(in: environment) else {
          return .none
        }
        return run(words, link, environment)
      },
      canRun: { findProgram($0, environment) != nil })
  }

  /// Returns the default command for links.
  private static func program(in environment: [String: String]) -> [String]? {
    for browser in environment["BROWSER"]?.split(separator: ":") ?? [] {
      let words = words(String(browser))
      if let first = words.first, findProgram(first, environment) != nil { return words }
    }
    #if os(macOS)
      let standard = ["open"]
    #else
      let standard = ["xdg-open", "wslview"]
    #endif
    return standard.first { program in
      findProgram(program, environment) != nil
        && (program != "xdg-open" || hasDesktop(environment))
    }.map { [$0] }
  }

  /// Whether there is a desktop.
  ///
  /// Without one, `xdg-open` would start a browser in the terminal, or nothing.
  private static func hasDesktop(_ environment: [String: String]) -> Bool {
    environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
  }

  /// Runs a command and waits for it.
  ///
  /// The link replaces `%s`, or is appended.
  private static func run(
    _ words: [String], _ link: String, _ environment: [String: String]
  ) -> Outcome {
    guard let program = words.first, let path = findProgram(program, environment) else {
      return words.isEmpty ? .none : .failed("`\(words[0])` was not found")
    }
    var arguments = words
    let places = words.indices.dropFirst().filter { words[$0].contains("%s") }
    for place in places { arguments[place] = replacing("%s", in: words[place], with: link) }
    if places.isEmpty { arguments.append(link) }
    return spawn(path, arguments)
  }

  private static func replacing(_ mark: String, in text: String, with link: String) -> String {
    guard let range = text.firstRange(of: mark) else { return text }
    return text.replacingCharacters(in: range, with: link)
  }

  private static func spawn(_ path: String, _ arguments: [String]) -> Outcome {
    let status: Int32
    do throws(Errno) {
      status = try StartedProgram(path, arguments).wait()
    } catch {
      return .failed("\(path): \(error)")
    }
    let code = status >> 8 & 0xFF
    if status & 0x7F != 0 { return .failed("\(path) was ended by signal \(status & 0x7F)") }
    return code == 0 ? .opened : .failed("\(path) ended with status \(code)")
  }
}

/// Splits a command at blanks outside quotes and not after a backslash.
private func words(_ command: String) -> [String] {
  var words: [String] = []
  var word: String?
  var quote: Character?
  var isEscaped = false
  for character in command {
    if isEscaped {
      word = (word ?? "") + String(character)
      isEscaped = false
    } else if character == "\\", quote != "'" {
      isEscaped = true
    } else if character == quote {
      quote = nil
    } else if quote == nil, character == "'" || character == "\"" {
      quote = character
      word = word ?? ""
    } else if quote == nil, character == " " {
      if let done = word.take() { words.append(done) }
    } else {
      word = (word ?? "") + String(character)
    }
  }
  return words + (word.map { [$0] } ?? [])
}

/// Returns the path of a program, by `PATH`; nil if it is not found.
func findProgram(_ name: String, _ environment: [String: String]) -> String? {
  if name.contains("/") { return unsafe access(name, X_OK) == 0 ? name : nil }
  for folder in (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") {
    let path = folder + "/" + name
    if unsafe access(path, X_OK) == 0 { return path }
  }
  return nil
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}

extension TextViewer {
  /// Creates a viewer that starts programs that read from a pipe.
  package static func live(environment: [String: String]) -> TextViewer {
    TextViewer(
      start: { command in
        let words = words(command)
        guard let program = words.first, let path = findProgram(program, environment) else {
          return nil
        }
        var environment = environment
        // The same flags as git's: exit if the text fits, pass colors through, leave the text on the screen. Without R,
        // colors would be shown as escape sequences.
        let flags = environment["LESS"] ?? "FRX"
        environment["LESS"] = flags.contains("R") ? flags : flags + " -R"
        return start(path, words, environment)
      },
      send: { command, text in
        let words = words(command)
        guard let program = words.first, let path = findProgram(program, environment),
          let nothing = try? FileDescriptor.open(
            FilePath("/dev/null"), .writeOnly, options: [.closeOnExec])
        else { return nil }
        defer { close(nothing) }
        let running = start(path, words, environment, output: nothing.rawValue)
        // A program that ends early has its own reason, which its status tells.
        _ = running?.write(text)
        return running?.finish()
      })
  }

  private static func start(
    _ path: String, _ words: [String], _ environment: [String: String], output: Int32? = nil
  ) -> Running? {
    guard let ends = try? FileDescriptor.pipe() else { return nil }  // nil says that it failed
    _ = fcntl(ends.writeEnd.rawValue, F_SETFD, FD_CLOEXEC)
    defer { close(ends.readEnd) }
    let program: StartedProgram
    do throws(Errno) {
      program = try StartedProgram(
        path, words, environment: environment, input: ends.readEnd.rawValue, output: output)
    } catch {
      close(ends.writeEnd)
      return nil
    }
    return Running(
      write: { bytes in
        do { return try ends.writeEnd.writeAll(bytes) == bytes.count } catch { return false }
      },
      finish: {
        close(ends.writeEnd)
        let status = program.wait()
        // A program terminated by a signal was terminated by the user.
        return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : 0
      })
  }

  /// Errors on closing a pipe are ignored.
  private static func close(_ end: FileDescriptor) { try? end.close() }
}
