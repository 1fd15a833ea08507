extension HostileScript {
  /// Commands that would leave the script's world; each has to fail, or to do nothing.
  static let commands = [
    fails("export csv /etc/larder-x", "disk"), fails("export csv ../x.csv", "refused"),
    fails("export csv /tmp/larder-x.csv", "disk"), fails("load /etc/passwd", "refused"),
    fails("load ../secret.json", "refused"), fails("load /proc/self/environ"),
    fails("load http://127.0.0.1:PORT/", "network"),
    fails("load https://127.0.0.1:PORT/", "network"),
    fails("edit"), fails("edit larderrc"), fails("run x.rcp"), fails("run ../x.rcp"),
    fails("record start x"), fails("record stop"), fails("tour"), fails("!ls"), fails("list | sh"),
    fails("list > /etc/larder-x"), fails("set pager /bin/sh"), fails("set editor vi"),
    does("open video 1", "would open https://"), does("open 1", "would open https://"),
    does("export csv x.csv", "rows written to x.csv"), does("set pager off", "pager: off"),
    does("feeds add x http://127.0.0.1:PORT/ -H 'K: $SECRET'\n> load x\n? error\n\n> feeds", "x"),
    does("alias x = export csv /etc/larder-x\n> x\n? error disk\n\n> count", "64"),
    does("favorite 1\n> note 1 hi\n> history\n> cache clear", "hi"),
  ]

  private static func fails(_ command: String, _ code: String = "") -> HostileScript {
    let command = command.replacing("$", with: "$$")
    return HostileScript(command, "> \(command)\n? error \(code)", 0, "1 step as expected")
  }

  private static func does(_ command: String, _ told: String) -> HostileScript {
    let command = command.replacing("$", with: "$$")
    var script = HostileScript(command, "> \(command)", 0, told)
    script.words = ["run"]
    return script
  }
}
