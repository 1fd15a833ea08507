import Testing

/// `shop` on the bundled demo, whose dish 32 is Lasagne and 48 is Ratatouille.
@Suite struct ShoppingCommandTests {
  let shell = ShellUnderTest()

  /// The lines of the list, without boxes and numbers.
  private func entries() -> [String] {
    shell.run("shop").split(separator: "\n").filter { $0.contains("[") }.map { line in
      line.drop { !"]".contains($0) }.dropFirst(2).split(separator: " ").joined(separator: " ")
    }
  }

  /// What the shell says after a line.
  private func message(_ line: String) -> String {
    _ = shell.takeErrors()
    _ = shell.run(line)
    return shell.takeErrors()
  }

  @Test(arguments: [
    ("eggs, butter, bread", ["butter", "eggs", "bread"]),
    ("wine or beer", ["wine or beer"]), ("apples - green", ["apples - green"]),
    ("bread (2)", ["bread (2)"]), ("6 eggs and 1 l milk", ["6 eggs and 1 l milk"]),
    ("\"salt, coarse\"", ["salt, coarse"]), ("6 eggs", ["eggs 6"]), ("1,5 l milk", ["milk 1.5 l"]),
    ("milk,, bread,", ["milk", "bread"]),
  ])
  func `shop add splits items at commas and keeps each text whole`(
    typed: String, expected: [String]
  ) {
    _ = shell.run("shop add \(typed)")
    #expect(entries() == expected)
  }

  @Test func `shop add names the items, and those that are on the list`() {
    #expect(message("shop add eggs, bread") == "eggs, bread are on the list.\n")
    #expect(message("shop add eggs") == "eggs is on the list already.\n")
  }

  @Test func `an own item without an amount is added to the amount of a dish`() {
    _ = shell.run("shop Lasagne for 2; shop add milk")
    #expect(entries().contains("whole milk 0.25 l + some"))
    #expect(shell.run("shop export json").contains(#""amounts": "0.25 l + some""#))
  }

  @Test(arguments: [
    ("las", "las is not on the list any more."),
    ("lasagne", "Lasagne is not on the list any more."),
    ("rat", "the list has no rat"), ("salt", "the list has no salt"),
    ("candles", "`candles` could be 2 entries"), ("red candles", "red candles is not on the list"),
    ("all", "the list has no all"), ("beef", "belongs to Lasagne"),
  ])
  func `shop remove matches exact names first, then whole words`(name: String, expected: String) {
    _ = shell.run("shop Lasagne for 2; shop Ratatouille; shop add las, red candles, blue candles")
    let message = message("shop remove \(name)")
    #expect(message.contains(expected))
  }

  @Test(arguments: [
    ("1-2,4", ["oat milk", "salted butter", "candles"]), ("2, 4", ["oat milk", "candles"]),
    ("milk", ["oat milk"]), ("candles, milk", ["candles", "oat milk"]), ("salt", []),
    ("9", []), ("1,9", []),
  ])
  func `shop done takes numbers and names, and ticks all of them or none`(
    typed: String, ticked: [String]
  ) {
    _ = shell.run("shop add oat milk, salted butter, bread, candles")
    _ = shell.run("shop done \(typed)")
    let done = shell.run("shop").split(separator: "\n").filter { $0.contains("[x]") }
    #expect(done.count == ticked.count)
    for name in ticked { #expect(done.contains { $0.contains(name) }, "\(name) of \(done)") }
  }

  @Test func `the list for Cooklang has decimal numbers and the amounts of items`() {
    _ = shell.run("shop Lasagne for 4; shop add 1 l milk, 6 eggs, wine or beer, {odd} // ./name")
    #expect(
      shell.run("shop export cooklang") == """
        ./Lasagne{0.5}
        milk{1%l}
        eggs{6}
        wine or beer
        (odd) / ./name

        """)
  }

  @Test func `shop left keeps the numbers of the list`() {
    _ = shell.run("shop add butter, bread, candles; shop done 1")
    let left = shell.run("shop left")
    #expect(
      !left.contains("butter") && left.contains("2 [ ] bread") && left.contains("3 [ ] candles"))
    #expect(!shell.run("shop export --left text").contains("butter"))
    _ = shell.run("shop done 2-3")
    #expect(message("shop left") == "Everything is ticked off.\n")
  }
}
