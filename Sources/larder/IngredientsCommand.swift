import ArgumentParser
import Cooking
import Diagnostics
import LiveWorld
import Text
import World

/// Reads lines of ingredients, and writes their amounts as JSON.
struct IngredientsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingredients", _superCommandName: "larder",
    abstract: "Read lines of ingredients from standard input, and write their amounts as JSON.",
    usage: "larder ingredients [--scale <factor> | --servings <from>=<to>] [--system <system>]",
    discussion: """
      Each line of input becomes one line of JSON: the amounts as exact fractions, the name, the rest as a note, \
      and the line with its amounts scaled. An amount with "scales": false is the size of a package. Amounts with \
      the same "group" are one quantity in two units.

      Example: echo '1 ½ cups flour, sifted' | larder ingredients --scale 2
      """)

  @Option(help: ArgumentHelp("Multiply the amounts, e.g. 2, 1.5 or 1/2.", valueName: "factor"))
  var scale: Rational?

  @Option(
    help: ArgumentHelp(
      "Scale from one number of servings to another, e.g. 4=6.", valueName: "from>=<to"))
  var servings: ServingsChange?

  @Option(help: "The units of the text: as-published, metric or us.")
  var system: UnitChoice.System = .asPublished

  // Flags before the subcommand are accepted, as with other subcommands.
  @OptionGroup(visibility: .hidden) var output: OutputFlags
  @OptionGroup(visibility: .hidden) var surroundings: SurroundingFlags

  func validate() throws {
    if scale != nil, servings != nil {
      throw ValidationError("Use either --scale or --servings, not both.")
    }
    if let scale, scale <= .zero || scale > Rational(Scale.limit) {
      throw ValidationError("--scale takes a number from above 0 to \(Scale.limit).")
    }
  }

  func run() throws {
    let console = Console.live(environment: [:])
    let factor = scale ?? servings?.factor ?? .one
    let choice = UnitChoice(system: system)
    var pending: [UInt8] = []
    while let input = try console.readLine() {
      let line = IngredientLine(String(decoding: input.bytes, as: UTF8.self)).scaled(factor)
      line.json(in: choice).write(to: &pending)
      pending.append(UInt8(ascii: "\n"))
      if pending.count > 1 << 16 {
        if case .unread = console.output.write(pending) { return }
        pending = []
      }
    }
    _ = console.output.write(pending)
  }
}

/// A change of servings, written as `4=6`.
struct ServingsChange: ExpressibleByArgument {
  let factor: Rational

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = Rational(String(parts[0])),
      let to = Rational(String(parts[1])),
      from > .zero, to > .zero, let factor = to.over(from)
    else { return nil }
    self.factor = factor
  }
}

extension Rational: ExpressibleByArgument {
  public init?(argument: String) {
    guard let number = Scale.factor(argument) else { return nil }
    self = number
  }
}

extension UnitChoice.System: ExpressibleByArgument {}
