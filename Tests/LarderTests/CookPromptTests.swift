import Foundation
import TestSupport
import Testing

@Suite struct CookPromptTests {
  private func prompt(
    _ place: Workplace, rows: Int = 24, columns: Int = 80, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try place.prompt(
      [try place.file("kitchen.json", kitchenFeed)], at: "kitchen 3", environment: environment,
      rows: rows, columns: columns)
  }

  @Test func `cook shows a step at a time with its ingredients`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1 for 4\r")
    try terminal.expect(text: "step 1 of 3")
    try terminal.expect(text: "Stir [200] g of the oats into the milk.")
    try terminal.expect(text: "• 500 ml milk")
    try terminal.write(" ")
    try terminal.expect(text: "step 2 of 3")
    #expect(!terminal.screen.text.contains("step 1 of 3"))
    try terminal.write("\u{1B}[D")
    try terminal.expect(text: "step 1 of 3")
    try terminal.write("\u{1B}[C\u{1B}[C")
    try terminal.expect(text: "step 3 of 3")
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
    // The place and the number are stored.
    try terminal.write("cook 1\r")
    try terminal.expect(text: "You were at step 3, for 4. Home or 0: from the beginning.")
    #expect(terminal.screen.lines.count { $0.contains("step 3 of 3") } == 2)
    try terminal.write("t")
    try terminal.expect(text: "The timer for 2 minutes runs.")
    try terminal.write("0")
    try terminal.expect(text: "Stir [200] g of the oats into the milk.")
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
  }

  @Test func `an unfinished dish goes on in another shell after the terminal was killed`() throws {
    let place = try Workplace()
    let first = try prompt(place)
    try first.write("cook 1 for 8\r")
    try first.expect(text: "step 1 of 3")
    try first.write("  ")
    try first.expect(text: "step 3 of 3")
    first.process.send(SIGKILL)
    let second = try prompt(place)
    try second.write("cook\r")
    try second.expect(text: "You were at step 3, for 8.")
    try second.expect(text: "Porridge for 8")
    try second.write("q")
    try second.expectPrompt("kitchen 3")
    // A typed number keeps the step.
    try second.write("cook 1 for 4\r")
    try second.expect { $0.text.contains("Porridge for 4") && $0.text.contains("step 3 of 3") }
    try second.write("q")
    try second.expectPrompt("kitchen 3")
    try second.enter("cook stop", prompt: "kitchen 3")
    try second.expect(text: "Porridge is finished; it was at step 3.")
    try second.enter("undo", prompt: "kitchen 3")
    try second.expect(text: "\"Porridge\" is being cooked again")
    try second.enter("cook stop Porr", prompt: "kitchen 3")
    try second.enter("cook stop", prompt: "kitchen 3")
    try second.expect(text: "No dish is being cooked.")
  }

  @Test func `a dish is finished behind its last step`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1\r")
    try terminal.expect(text: "step 1 of 3")
    try terminal.write("   ")
    try terminal.expect(text: "Porridge is finished.")
    try terminal.write(" ")
    try terminal.expectPrompt("kitchen 3")
    try terminal.write("clear\r")
    try terminal.expectPrompt("kitchen 3")
    try terminal.write("cook 1\r")
    try terminal.expect(text: "step 1 of 3")
    #expect(!terminal.screen.text.contains("You were"))
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
  }

  @Test func `two dishes are cooked at once, each at its own step`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1 2\r")
    try terminal.expect(text: "1/2 Porridge")
    try terminal.expect(text: "Tab Omelette")
    try terminal.write(" ")
    try terminal.expect(text: "Cook for 1 second.")
    try terminal.write("\t")
    try terminal.expect(text: "2/2 Omelette")
    try terminal.expect(text: "Beat the eggs.")
    try terminal.write(" t")
    try terminal.expect(text: "3 to 4 minutes (Omelette, step 2)")
    try terminal.write("1")
    try terminal.expect(text: "Cook for 1 second.")
    try terminal.write("   ")
    try terminal.expect(text: "2/2 Omelette")
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
    try terminal.write("cook 1,2\r")
    try terminal.expect(text: "Omelette: You were at step 2.")
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
  }

  @Test func `cook goes on with all dishes that were cooked at once`() throws {
    let place = try Workplace()
    let terminal = try prompt(place)
    try terminal.write("cook 1,2\r")
    try terminal.expect(text: "1/2 Porridge")
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
    try terminal.write("cook\r")
    try terminal.expect { $0.lines.count { $0.contains("1/2 Porridge") } == 2 }
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
    let other = try prompt(place)
    try other.write("cook\r")
    try other.expect(text: "1/2 Porridge")
    try other.write("   ")
    try other.expect(text: "Porridge is finished.")
    try other.write("q")
    try other.expectPrompt("kitchen 3")
    try other.write("cook\r")
    try other.expect { $0.lines.contains { $0.hasPrefix("Omelette") && $0.contains("step 1 of") } }
    try other.write("q")
    try other.expectPrompt("kitchen 3")
  }

  @Test func `cook and cook stop name an unfinished dish of another feed, and leave it`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1 for 4\r")
    try terminal.expect(text: "step 1 of 3")
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
    try terminal.enter("load demo", prompt: "demo 64")
    try terminal.enter("cook", prompt: "demo 64")
    try terminal.expect(text: "no dish of this feed is being cooked")
    try terminal.expect(text: "Porridge of the feed")
    try terminal.enter("cook stop", prompt: "demo 64")
    try terminal.expect(text: "Porridge finishes it.")
    try terminal.enter("cook stop Porridge", prompt: "demo 64")
    try terminal.expect(text: "Porridge is finished; it was at step 1.")
  }

  @Test func `a step with two times offers both, and a timer is stopped while cooking`() throws {
    let place = try Workplace()
    let feed = try place.file(
      "kitchen.json",
      #"[{"name":"Eggs","ingredients":["1 egg"],"instructions":["Boil 5 minutes, rest 20 minutes."]}]"#
    )
    let terminal = try place.prompt([feed], at: "kitchen 1")
    try terminal.write("cook 1\r")
    try terminal.expect(text: "1 5 minutes · 2 20 minutes")
    try terminal.write("2")
    try terminal.expect(text: "The timer for 20 minutes runs.")
    try terminal.write("1")
    try terminal.expect(text: "The timer for 5 minutes runs.")
    try terminal.write("s")
    try terminal.expect(
      text: "Stop which timer? 1 5 minutes (Eggs, step 1) · 2 20 minutes (Eggs, step 1)")
    try terminal.write("2")
    try terminal.expect(text: "The timer 20 minutes (Eggs, step 1) is stopped.")
    try terminal.write("s")
    try terminal.expect(text: "The timer 5 minutes (Eggs, step 1) is stopped.")
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 1")
  }

  @Test func `plain steps go back, and from dish to dish`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1,2 --plain\r")
    try terminal.expect(text: "Porridge, step 1 of 3")
    try terminal.write("\r")
    try terminal.expect(text: "Porridge, step 2 of 3")
    try terminal.write("2\r")
    try terminal.expect(text: "Omelette, step 1 of 2")
    try terminal.write("1\r")
    try terminal.expect { $0.lines.count { $0.contains("Porridge, step 2 of 3") } == 2 }
    try terminal.write("b\r")
    try terminal.expect { $0.lines.count { $0.contains("Porridge, step 1 of 3") } == 2 }
    try terminal.write("q\r")
    try terminal.expectPrompt("kitchen 3")
  }

  @Test func `a timer runs on at the prompt, and rings there`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1\r")
    try terminal.expect(text: "step 1 of 3")
    try terminal.write("  ")
    try terminal.expect(text: "t 2 minutes")
    try terminal.write("t")
    try terminal.expect(text: "⏲ ")
    try terminal.write("\u{1B}[D")
    try terminal.expect(text: "t 1 second")
    try terminal.write("tq")
    try terminal.expect(text: "Timer: 1 second for Porridge, step 2 is over.")
    try terminal.expectPrompt("kitchen 3")
    try terminal.enter("cook timers stop 1", prompt: "kitchen 3")
    try terminal.expect(text: "The timer 2 minutes (Porridge, step 3) is stopped.")
    try terminal.enter("cook timers", prompt: "kitchen 3")
    try terminal.expect(text: "No timer is running.")
  }

  @Test func `a timer of a shell that was killed rings in another, once`() throws {
    let place = try Workplace()
    let first = try prompt(place)
    try first.write("cook 1\r")
    try first.expect(text: "step 1 of 3")
    try first.write(" t")
    try first.expect(text: "⏲ ")
    first.process.send(SIGKILL)
    let second = try prompt(place)
    try second.expect(text: "Timer: 1 second for Porridge")
    let third = try prompt(place)
    try third.enter("count", prompt: "kitchen 3")
    #expect(!third.screen.text.contains("Timer:"))
  }

  @Test func `a timer of a shell that was killed rings in one that is open`() throws {
    let place = try Workplace()
    let (first, second) = (try prompt(place), try prompt(place))
    try first.write("cook 1\r")
    try first.expect(text: "step 1 of 3")
    try first.write(" t")
    try first.expect(text: "⏲ ")
    first.process.send(SIGKILL)
    try second.expect(text: "Timer: 1 second for Porridge")
  }

  @Test(arguments: [(5, 20), (8, 40), (4, 24), (40, 200)])
  func `a step fits every window`(rows: Int, columns: Int) throws {
    let terminal = try prompt(Workplace(), rows: rows, columns: columns)
    try terminal.write("cook 1\r")
    try terminal.expect { $0.text.contains("space") || $0.text.contains("Stir") }
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
  }

  @Test func `plain steps come on Enter`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1 x2 --plain\r")
    try terminal.expect(text: "Porridge ×2, step 1 of 3")
    try terminal.expect(text: "Enter for the next step")
    try terminal.write("\r")
    try terminal.expect(text: "step 2 of 3")
    try terminal.write("q\r")
    try terminal.expectPrompt("kitchen 3")
    #expect(!terminal.screen.text.contains("step 3 of 3"))
  }

  @Test func `a timer rings while plain steps wait for Enter`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1 --plain\r")
    try terminal.expect(text: "Enter for the next step")
    try terminal.write("\r")
    try terminal.expect(text: "t timer of 1 second")
    try terminal.write("t\r")
    try terminal.expect(text: "Timer: 1 second for Porridge, step 2 is over.")
    try terminal.write("q\r")
    try terminal.expectPrompt("kitchen 3")
  }

  @Test func `a timer that is over does not come back`() throws {
    let terminal = try prompt(Workplace())
    try terminal.write("cook 1\r")
    try terminal.expect(text: "step 1 of 3")
    try terminal.write(" ")
    try terminal.expect(text: "t 1 second")
    try terminal.write("tq")
    try terminal.expect(text: "Timer: 1 second for Porridge, step 2 is over.")
    try terminal.expectPrompt("kitchen 3")
    try terminal.enter("undo; redo", prompt: "kitchen 3")
    try terminal.expect(text: "the timer \"1 second\" is over, so it was not started again")
    try terminal.enter("cook timers", prompt: "kitchen 3")
    try terminal.expect(text: "No timer is running.")
  }

  @Test func `a timer rings and is shown while the pager is open`() throws {
    let terminal = try prompt(Workplace(), rows: 10)
    try terminal.write("timer 1 second tea; help filters\r")
    try terminal.expect(text: "cuisine=Italian")
    try terminal.expect(text: "Timer: 1 second for tea is over.")
    #expect(terminal.screen.bellCount == 1)
    try terminal.write("q")
    try terminal.expectPrompt("kitchen 3")
    try terminal.expect(text: "Timer: 1 second for tea is over.")
    #expect(terminal.screen.bellCount == 1)
  }

  @Test func `a timer rings while a search is typed in the pager, which stays`() throws {
    let terminal = try prompt(Workplace(), rows: 10)
    try terminal.write("timer 1 second tea; help filters\r")
    try terminal.expect(text: "cuisine=Italian")
    // Keys that are typed before the pager asks belong to the prompt.
    try terminal.expect { screen in
      screen.lines.contains { $0.contains("q leaves") || $0.contains("is over") }
    }
    try terminal.write("/abc")
    try terminal.expect { $0.bellCount == 1 && $0.cursorLine.hasPrefix("/abc") }
    try terminal.write("\u{3}q")
    try terminal.expectPrompt("kitchen 3")
    try terminal.expect(text: "Timer: 1 second for tea is over.")
  }

  @Test func `a timer rings while another program has the terminal`() throws {
    let place = try Workplace()
    let program = try place.program(
      "viewer", "cat > /dev/null; echo reading; read line < /dev/tty")
    let terminal = try prompt(place, rows: 10, environment: ["PAGER": program])
    try terminal.write("timer 1 second tea; help filters\r")
    try terminal.expect(text: "reading")
    try terminal.expect { $0.bellCount == 1 }
    #expect(!terminal.screen.text.contains("Timer: 1 second"))
    try terminal.write("\r")
    try terminal.expect(text: "Timer: 1 second for tea is over.")
    try terminal.expectPrompt("kitchen 3")
    #expect(terminal.screen.bellCount == 1)
  }

  @Test func `a terminal without escapes gets plain steps`() throws {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["TERM": "xterm-256color", "NO_COLOR": "1"])
    try terminal.write("cook Lasagne\r")
    try terminal.expect(text: "step 1 of 7")
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
  }
}
