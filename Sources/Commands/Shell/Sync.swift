import Assistance
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<ShellContext> {
  static var sync: Self {
    Self(
      "sync", summary: "Exchange changes with your other machines, and list these.",
      needsFeed: false, changes: .view,
      examples: [
        Example("sync", prints: "nothing is shared: set sync DIR names a folder")
      ],
      details: [
        "`set sync DIR` names a folder that a program such as Syncthing, a network share or git carries "
          + "between machines. At the prompt, changes are exchanged by themselves."
      ]
    ) { context in
      guard context.synchronizer.folder != nil else {
        return context.output.say("nothing is shared: set sync DIR names a folder")
      }
      try context.sayExchange()
      try context.listMachines()
    }
  }
}

extension ShellContext {
  /// Exchanges changes, and says what arrived.
  func sayExchange() throws {
    let outcome = try synchronizer.exchange()
    session.takeOwnValues()
    if outcome.arrived.isEmpty, outcome.removed.isEmpty {
      return output.say("nothing new has arrived")
    }
    output.say(Synchronizer.news(of: outcome), .good)
  }

  fileprivate func listMachines() throws {
    let machines = try library.syncMachines()
    let names = machines.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    output.print(
      Report(
        [
          .init("machine", title: "Machine", isFlexible: true),
          .init("seen", title: "Last change"), .init("this", title: "This"),
          .init("id", isShown: false),
        ],
        machines.map { machine in
          let date = Date(timeIntervalSince1970: Double(machine.time) / 1000)
          return [
            // Machines of one name are told apart by the names of their logs.
            Cell(machine.name + (names[machine.name] == 1 ? "" : " (\(machine.id.prefix(4)))")),
            Cell(machine.time == 0 ? "" : world.minute(of: date)),
            Cell(machine.isThis ? "yes" : ""), Cell(machine.id),
          ]
        }))
  }
}
