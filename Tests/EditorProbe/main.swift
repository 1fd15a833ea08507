import Foundation
import Interpreter
import LineEditor
import LiveWorld
import Terminal
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Says what came of every line, until the input ends.
@MainActor func run(_ editor: LineEditor) {
  while true {
    var wasInterrupted = false
    defer { editor.commandsEnded(status: 0, wasInterrupted: wasInterrupted) }
    switch editor.readLine(prompt: prompt, draft: "") {
    case .line("exit"): exit(3)
    case .line("quit"): return
    case .line("sleep"):
      sleepUntilInterrupted()
      wasInterrupted = true
    case .line("load"):
      Console.live(environment: [:]).withoutEcho { sleepUntilInterrupted() }
      wasInterrupted = true
    case .line("open"): openUntilInterrupted()
    case .line("end"): raise(SIGTERM)
    case .line("hang up"): raise(SIGHUP)
    case .line("list"): assistant.next = "show 1"
    case .line("news"): tellLater(editor)
    case .line("pause"): askBack()
    case .line("patience"): say("the terminal \(isPatient() ? "waits" : "does not wait")")
    case .line("ask"): askTerminal(for: editor)
    case .line("ask and pause"):
      askTerminal(for: editor)
      askBack()
    case .line(let line): say("read: \(line.debugDescription)")
    case .garbled(let line): say("garbled: \(line.debugDescription)")
    case .interrupted: say("interrupted")
    case .endOfInput: return say("end")
    }
  }
}

/// Has something said above the line that is typed next, each time that SIGUSR1 comes.
func tellLater(_ editor: LineEditor) {
  editor.onNews = {
    say("a feed has come")
    return "news ❯ "
  }
  let wake = editor.wake
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, SIGUSR1)
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  let waited = signals
  Thread.detachNewThread {
    var (waited, signal) = (waited, Int32(0))
    while unsafe sigwait(&waited, &signal) == 0 { wake() }
  }
}

func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// Acts as a command that asks a question.
func askBack() {
  say("pausing")
  say("paused until: \(readLine() ?? "the end")")
}

/// Acts as a command that queries the terminal.
func askTerminal(for editor: LineEditor) {
  let console = Console.live(environment: [:])
  let size = console.size()
  let cell = size.cellWidth.flatMap { width in
    size.cellHeight.map { PixelSize(width: width, height: $0) }
  }
  let support = PictureSupport(environment: ["TERM": "xterm"], cell: cell)
  say("asking")
  let bytes = console.query(support.query, support.isComplete, 300)
  let answers = PictureAnswers(bytes)
  say("shown by: \(answers.display(on: support).mode)")
  editor.typeAhead(answers.rest)
}

/// Acts as a long command: it ends when Ctrl-C raises its signal.
func sleepUntilInterrupted() {
  var interrupts = sigset_t()
  unsafe sigemptyset(&interrupts)
  unsafe sigaddset(&interrupts, SIGINT)
  unsafe sigprocmask(SIG_BLOCK, &interrupts, nil)
  say("sleeping")
  var signal: Int32 = 0
  unsafe sigwait(&interrupts, &signal)
  unsafe sigprocmask(SIG_UNBLOCK, &interrupts, nil)
  say("woken by \(signal == SIGINT ? "SIGINT" : "\(signal)")")
}

/// Acts as a command that lends the terminal to a program, which ends when it receives ^C.
func openUntilInterrupted() {
  // A ^C that comes between two commands of the shell ends it, too, as soon as it has the next one's end.
  let program =
    "/bin/sh -c 'trap \"echo woken by SIGINT; exit\" INT; echo sleeping; while :; do sleep 1; done'"
  signal(SIGINT, SIG_IGN)
  _ = Opener.live(environment: environment()).open("link", program)
  signal(SIGINT, SIG_DFL)
}

/// The few pairs that the tests type.
func compose(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
  switch (base, mark) {
  case ("e", "\u{301}"): "é"
  case ("n", "\u{303}"): "ñ"
  case ("か", "\u{3099}"): "が"
  default: nil
  }
}

func environment() -> [String: String] {
  var result: [String: String] = [:]
  for name in ["TERM", "TERMINFO", "TERMINFO_DIRS", "HOME"] {
    result[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
  }
  return result
}

/// Whether who writes to the terminal waits until it has room.
func isPatient() -> Bool { fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK == 0 }

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("impatient") { _ = fcntl(STDOUT_FILENO, F_SETFL, O_RDWR | O_NONBLOCK) }
let preferences = LineEditor.Preferences(
  editMode: arguments.contains("vi") ? .vi : nil, usesColor: !arguments.contains("plain"),
  suggests: !arguments.contains("quiet"), marks: arguments.contains("marks"))
/// The text after `prompt=` in an argument, or else the usual prompt.
let prompt =
  arguments.first { $0.hasPrefix("prompt=") }.map { String($0.dropFirst("prompt=".count)) }
  ?? "\u{1B}[1;36mprobe\u{1B}[0m \u{1B}[32m❯\u{1B}[0m "
FixedAssistant.holdSignal()
let assistant = FixedAssistant()
let history = MemoryHistory(seed: ["first line", "search Pie", "料理 を探す"])
do throws(LineEditorError) {
  let editor = try LineEditor(
    assistant: assistant,
    history: history,
    options: LineEditor.Options(
      environment: environment(), compose: compose, preferences: { preferences }))
  run(editor)
} catch {
  say("\(error)")
  exit(1)
}
