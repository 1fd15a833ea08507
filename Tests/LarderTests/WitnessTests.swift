import Foundation
import Testing

/// Whether Python has a module that is no package of Debian: `pip install cooklang-bindings recipe-scrapers`.
func hasPythonModule(_ name: String) -> Bool {
  let python = Process()
  python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  python.arguments = ["python3", "-c", "import \(name)"]
  python.standardError = FileHandle.nullDevice
  guard (try? python.run()) != nil else { return false }
  python.waitUntilExit()
  return python.terminationStatus == 0
}

private let hasCooklang = hasPythonModule("cooklang")

/// Programs of others that read what Larder writes; `Scripts/test` says which are missing.
@Suite struct WitnessTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func witness(_ script: String) throws -> [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try place.run(
      "/bin/sh", ["-c", script],
      environment: [
        "larder": larderPath, "home": place.home, "PATH": path, "TERM": "xterm", "HOME": place.path,
      ])
    #expect(run.status == 0, "\(run.errors)")
    return run.lines
  }

  @Test(.enabled(if: areHere("jq"))) func `jq reads the JSON`() throws {
    let lines = try witness(
      #""$larder" demo --format json -c list | jq -r 'length, (map(select(.cuisine == "Italian")) | .[2].name)'"#
    )
    #expect(lines == ["64", "Lasagne"])
    let each = try witness(
      #""$larder" demo --format ndjson -c list | jq -r .time | sort -n | tail -1"#)
    #expect(each == ["770"])
  }

  @Test(.enabled(if: areHere("python3"))) func `Python reads the csv`() throws {
    let program =
      "import csv,sys; rows=list(csv.DictReader(sys.stdin)); print(len(rows), len(rows[0]), rows[0]['name'])"
    let lines = try witness(
      "\"$larder\" demo --format csv -c 'filter cuisine=Italian' | python3 -c \"\(program)\"")
    #expect(lines == ["6 16 Carbonara"])
  }

  @Test(.enabled(if: hasCooklang))
  func `the reference parser of Cooklang reads the shopping list of all dishes`() throws {
    let program =
      "import cooklang,sys; print(*(type(i).__name__ for i in cooklang.parse_shopping_list(sys.stdin.read()).items))"
    let lines = try witness(
      """
      "$larder" --home "$home" demo -c 'shop 1-64; shop add 1/2 l milk, 500 g flour, candles' >&2
      "$larder" --home "$home" demo -c 'shop export cooklang -' | python3 -c "\(program)"
      """)
    let kinds = lines.first?.split(separator: " ") ?? []
    #expect(kinds.count { $0 == "RecipeItem" } == 64)
    #expect(kinds.count { $0 == "IngredientItem" } == 3 && kinds.count == 67)
  }

  @Test(.enabled(if: areHere("sqlite3"))) func `sqlite3 finds the library sound`() throws {
    let lines = try witness(
      #"""
      "$larder" --home "$home" demo -c 'favorite 1-3; note 2 salt'
      sqlite3 "$home/data/library.sqlite" 'PRAGMA integrity_check; PRAGMA journal_mode; SELECT count(*) FROM keepsake'
      """#)
    #expect(lines == ["ok", "wal", "3"])
  }

  @Test(.enabled(if: areHere("tmux"))) func `a real terminal shows what was typed and answered`()
    throws
  {
    let lines = try witness(
      #"""
      run() { tmux -S "$home.tmux" "$@"; }
      run -f /dev/null new-session -d -x 80 -y 24 "'$larder' --home '$home' --color never; tmux -S '$home.tmux' wait-for -S over"
      run set-option remain-on-exit on
      run send-keys 'filter cuisine=Ita' Tab Enter 'sort na' Tab Enter 'quit' Enter
      run wait-for over
      run capture-pane -p
      run kill-server
      """#)
    #expect(lines.contains("demo 6/64 ❯ sort name"))
    #expect(lines.contains("6 of 64 · cuisine=Italian · by name"))
  }
}
