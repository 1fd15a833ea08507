import SessionStore
import Shell
import Testing

@Suite struct TimerCommandTests {
  @Test(arguments: [
    ("timer 8 min eggs", "8 min (eggs) rings at 14:21"), ("timer 90s", "90s rings at 14:14"),
    ("timer 1h30 the roast", "1h30 (the roast) rings at 15:43"),
    ("timer 8-10 minutes rice", "8-10 minutes (rice) rings at 14:21"),
    ("timer 12 hours stock", "12 hours (stock) rings on Tuesday 02:13"),
    ("timer half an hour bread", "half an hour (bread) rings at 14:43"),
    ("timer 5m", "5m rings at 14:18"),
  ])
  func `a timer is started without a dish`(line: String, ringing: String) {
    let shell = ShellUnderTest()
    #expect(shell.run(line) == "")
    #expect(shell.takeErrors() == "The timer \(ringing).\n")
    #expect(shell.run("timers").contains("1"))
    _ = shell.run("timers stop 1")
    #expect(shell.takeErrors().contains("is stopped."))
  }

  @Test(arguments: [
    ("eggs", "The timer 8 min (soft eggs) is stopped.\n"), ("soft", "8 min (soft eggs) is stopped"),
    ("2", "The timer 10 min (rice) is stopped.\n"), ("10 min", "10 min (rice) is stopped"),
    ("", "8 min (soft eggs) is stopped.\nThe timer 10 min (rice) is stopped.\n"),
    ("all", "8 min (soft eggs) is stopped.\nThe timer 10 min (rice) is stopped.\n"),
    ("min", "could be 2 timers"), ("oft", "one of: 1 8 min (soft eggs), 2 10 min (rice)"),
    ("3", "there is no timer 3"),
  ])
  func `a timer is stopped by its number or by words of its name, which is said`(
    typed: String, expected: String
  ) {
    let shell = ShellUnderTest()
    _ = shell.run("timer 8 min soft eggs; timer 10 min rice")
    _ = shell.takeErrors()
    _ = shell.run("timers stop \(typed)")
    let errors = shell.takeErrors()
    #expect(errors.contains(expected), "\(errors)")
  }

  @Test(arguments: ["timer eggs", "timer 3 days", "timer 8", "timer 0 min"])
  func `a timer needs a time`(line: String) {
    let shell = ShellUnderTest()
    #expect(shell.run(line) == "")
    let errors = shell.takeErrors()
    #expect(errors.contains("a time that a timer can have") && errors.contains("^"), "\(errors)")
    _ = shell.run("timers")
    #expect(shell.takeErrors().contains("No timer is running."))
  }

  @Test(arguments: [
    (1, "is over."), (600, "ended 2 minutes ago."), (3 * 3600, "ended at 14:21."),
    (3 * 86_400, "ended on Monday 14:21."), (30 * 86_400, "ended on 2026-09-21 14:21."),
  ])
  func `a timer that is over says when it ended`(later: Int, words: String) {
    let shell = ShellUnderTest()
    _ = shell.run("timer 8 min eggs")
    _ = shell.takeErrors()
    shell.advance(seconds: later + (later == 1 ? 480 : 0))
    shell.shell.sayTimersThatAreOver()
    #expect(shell.takeErrors() == "Timer: 8 min for eggs \(words)\n")
  }

  @Test(arguments: [("bell", 1), ("off", 0)])
  func `a timer that is over rings if timer-sound is bell`(sound: String, rings: Int) {
    let shell = ShellUnderTest()
    _ = shell.run("set timer-sound \(sound); timer 8 min eggs")
    shell.advance(seconds: 481)
    shell.shell.sayTimersThatAreOver()
    #expect(shell.takeErrors().contains("Timer: 8 min for eggs is over.\n"))
    #expect(shell.rings == rings)
  }
}
