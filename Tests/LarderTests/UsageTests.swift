import Testing

@Suite struct UsageTests {
  @Test(arguments: [
    ("script check --watch --format json a.rcp", "--watch is for --format human."),
    ("script replay --allow everything a.rcp", "--allow takes open and nothing else."),
    ("script replay --speed 0 a.rcp", "--speed is from 0.1 to 50."),
    ("script replay", "Name a script."),
    ("script export --loop twice --output a.gif a.rcp", "--loop is once or forever."),
    ("script export --quality 101 --output a.webp a.rcp", "--quality is 0 to 100."),
    ("script export --quality 50 --output a.png a.rcp", "--quality is for .webp."),
    ("script export --scale 4 --output a.png a.rcp", "--scale is 1, 2 or 3."),
    ("script export --scale 2 --output a.svg a.rcp", "are for .png, .gif, .webp, .mp4 and .webm."),
    ("script export --font-size 7 --output a.png a.rcp", "--font-size is 8 to 40."),
    ("script export --shot a --at 1s --output a.png a.rcp", "Choose one of --shot, --at"),
    ("script export --shot a --output a.gif a.rcp", "are for stills: .png, or --format still."),
    ("script export --theme auto --output a.png a.rcp", "pixels are dark or light."),
    ("complete", "A line is missing, e.g. larder complete 'filter cui'."),
    ("lint", "Name a feed."), ("fetch", "Give an address, --json or --batch."),
    ("ingredients --scale 2 --servings 4=6", "Use either --scale or --servings, not both."),
    ("ingredients --scale 0", "--scale takes a number from above 0 to 1000."),
    ("--pick -c count", "--pick asks for a row at a prompt, so it cannot be used with -c."),
  ])
  func `arguments that do not fit are refused with what fits, before anything is read`(
    words: String, message: String
  ) throws {
    let run = try Workplace().run(larderPath, words.split(separator: " ").map(String.init))
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("Error: ") && run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.contains("Usage: larder"), "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
