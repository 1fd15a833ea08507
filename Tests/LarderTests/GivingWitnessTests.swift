import Foundation
import TestSupport
import Testing

/// Programs of others that read the recipes that Larder gives away; `Scripts/test` says which are missing.
@Suite struct GivingWitnessTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func witness(_ script: String) throws -> [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try place.run(
      "/bin/sh", ["-c", script],
      environment: [
        "larder": larderPath, "home": place.home, "PATH": path, "HOME": place.path, "TERM": "xterm",
      ])
    #expect(run.status == 0, "\(run.errors)")
    return run.lines
  }

  @Test(.enabled(if: hasPythonModule("cooklang")))
  func `the reference parser of Cooklang reads the amounts of all dishes`() throws {
    let program = """
      import cooklang, glob
      recipes = [cooklang.parse(open(f).read()) for f in glob.glob("out/*.cook")]
      amounts = [i.quantity for r in recipes for i in r.ingredients if i.quantity is not None]
      print(len(recipes), all(r.title and r.steps for r in recipes), sum(isinstance(a.value, str) for a in amounts))
      print(sum(len(r.ingredients) for r in recipes), sum(len(r.timers) for r in recipes) > 60)
      """
    let file = try place.file("read.py", program)
    let lines = try witness(
      #"""
      "$larder" --home "$home" demo -c 'export cooklang out/' 2>/dev/null
      "$larder" --home "$home" demo --format json -c list | python3 -c 'import json,sys; print(sum(len(r["ingredients"]) for r in json.load(sys.stdin)))'
      python3 "\#(file)"
      """#)
    #expect(lines.count == 3)
    #expect(lines.dropFirst().first == "64 True 0")
    #expect(lines.last == "\(lines.first ?? "") True")
  }

  @Test(.enabled(if: hasPythonModule("recipe_scrapers")))
  func `recipe-scrapers reads the same recipe from each page of a cookbook`() throws {
    let program = """
      import glob, json, re
      from recipe_scrapers import scrape_html
      same = 0
      rows = {r["name"]: r for r in json.load(open("rows.json"))}
      for f in glob.glob("book/recipes/*.html"):
          page = scrape_html(open(f).read(), org_url="https://example.org/", supported_only=False)
          row = rows[page.title()]
          same += (page.ingredients() == row["ingredients"] and page.instructions_list() == row["instructions"]
                   and page.total_time() == row["time"] and page.yields() == "%d servings" % row["servings"]
                   and page.cuisine() == row["cuisine"] and page.image() == row["photo"])
      print(len(rows), same)
      """
    let file = try place.file("read.py", program)
    let lines = try witness(
      #"""
      "$larder" --home "$home" demo -c 'export html book; export json rows.json' 2>/dev/null
      python3 "\#(file)"
      """#)
    #expect(lines == ["64 64"])
  }

  @Test(.enabled(if: areHere("tidy"))) func `tidy finds no fault in the pages of a cookbook`()
    throws
  {
    // The attributes are newer than tidy; `|| true` because a warning is a status.
    let lines = try witness(
      #"""
      "$larder" --home "$home" demo -c 'shop 1-3; plan 2099-12-24 4; note 5 <b>' -c 'export html book' >/dev/null 2>&1
      ls book/*.html book/recipes/*.html | wc -l
      tidy -q -e --drop-empty-elements no book/*.html book/recipes/*.html 2>&1 |
        grep -v 'proprietary attribute "\(loading\|decoding\)"' || true
      """#)
    #expect(lines == ["67"])
  }

  @Test(.enabled(if: areHere("chromium")))
  func `a browser searches, scales and prints a cookbook`() throws {
    let lines = try witness(
      #"""
      "$larder" --home "$home" demo -c 'export html book' >/dev/null 2>&1
      browser() { chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$HOME/profile" "$@" 2>/dev/null; }
      page="file://$PWD/book"
      count() { browser --dump-dom "$page/index.html$1" | grep -o '[0-9]* of 64 recipes' || echo none; }
      count '#cuisine=italian'
      count '#q=gruyere'
      count '#time=15&tag=quick'
      sed 's,</body>,<script>onload = () => document.querySelector("[data-factor=\\"2\\"]").click()</script></body>,' \
        book/recipes/lasagne.html > book/recipes/clicked.html
      browser --dump-dom "$page/recipes/clicked.html" | grep -c '>1000 g minced beef<'
      browser --no-pdf-header-footer --print-to-pdf="$HOME/page.pdf" "$page/recipes/lasagne.html"
      grep -a -c '/Type /Page$' "$HOME/page.pdf"
      """#)
    #expect(lines.first == "6 of 64 recipes")
    #expect(lines.dropFirst(1).first?.hasSuffix("of 64 recipes") == true)
    #expect(lines.dropFirst(2).first?.hasSuffix("of 64 recipes") == true)
    #expect(lines.suffix(2) == ["1", "1"], "\(lines)")
  }

  @Test(.enabled(if: areHere("tmux"))) func `copy in tmux fills the buffer that tmux pastes`()
    throws
  {
    let lines = try witness(
      #"""
      run() { tmux -S "$home.tmux" "$@"; }
      run -f /dev/null new-session -d -x 80 -y 24 "'$larder' --home '$home' --color never; tmux -S '$home.tmux' wait-for -S over"
      run set-option remain-on-exit on
      run send-keys 'copy source Lasagne' Enter 'quit' Enter
      run wait-for over
      run show-buffer
      run kill-server
      """#)
    #expect(lines == ["https://en.wikipedia.org/wiki/Lasagna"])
  }
}
