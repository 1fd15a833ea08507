import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Feeds
import HTTPCache
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<ShellContext> {
  static var set: Self {
    .asking(
      "set", Context.setting.optional, Context.settingValue.optional,
      summary: "Show settings, or change one.",
      needsFeed: false, changes: .view,
      examples: [
        Example(
          "set",
          prints: """
              Name               Value                                                    …
              aisles             auto                                                     …
              color              auto                                                     …
              columns            auto                                                     …
            …
            """),
        Example("set page-size 20", prints: "page-size: 20"),
        Example("set color auto", prints: "color: auto, as before"),
      ]
    ) { context, setting, value in
      guard let setting else {
        context.output.print(context.settingsReport())
        return nil
      }
      guard let value else {
        let value = context.library.settings[setting.name]
        context.output.print(
          [StyledText(value)], ["name": .string(setting.name), "value": .string(value)])
        return nil
      }
      try context.set(setting, to: value.word, in: value.line)
      return setting.name == "network" ? .network(isOffline: nil) : nil
    }
  }
}

extension ShellContext {
  fileprivate static var setting: Parameter<ShellContext, Setting> {
    Parameter(
      "NAME",
      examine: { context, argument in
        let word = argument.word
        let names = (Setting.all + context.openerSettings).map(\.name)
        let fault = Setting.named(word.text) == nil ? unknown(word, among: names) : nil
        return Examination(word, .keyword, fault: fault)
      },
      complete: { context, request in
        request.suggestions(
          (Setting.all + context.openerSettings + Setting.bases)
            .map { Candidate($0.name, $0.summary) }, isWhole: true)
      },
      parse: { context, argument in
        guard let setting = context.setting(argument.text) else {
          throw Failure(
            "unknown setting `\(argument.text)`",
            hint: Setting.nearest(argument.text).map { "did you mean \($0)?" }
              ?? "set shows them all",
            at: argument.range, in: argument.line)
        }
        return setting
      })
  }

  /// The value of the setting that the word before it names.
  fileprivate static var settingValue: Parameter<ShellContext, Argument> {
    Parameter(
      "VALUE", .statement, examine: { $0.examineValue($1) },
      complete: { context, request in
        guard let name = request.earlier.last?.text, let setting = Setting.named(name) else {
          return []
        }
        var choices = setting.choices
        if name == "columns" { choices += context.catalog.schema.fields.map(\.name) }
        if name == "order" { choices = ["none"] + context.catalog.schema.fields.map(\.name) }
        return request.suggestions(
          choices.map { Candidate($0, $0 == setting.standard ? "the default" : "") })
      })
  }
}

extension ShellContext {
  /// The settings for openers of the feed's links.
  fileprivate var openerSettings: [Setting] {
    catalog.schema.links.compactMap { Setting.named("opener.\(catalog.schema.fields[$0].name)") }
  }

  /// Examines the value of a setting.
  fileprivate func examineValue(_ argument: Argument) -> Examination {
    let word = argument.word
    guard let name = argument.precedingWord?.text, let setting = Setting.named(name) else {
      return Examination(word, .value)
    }
    var fault = mistake { try check(word, of: setting, in: "") }
    let typed = String(word.text.drop { "\"'“‘«".contains($0) })
    fault?.correction = nearest(to: typed, among: setting.choices)
    fault?.remedy =
      setting.choices.count < 2 ? .words : isBegun(typed, setting.choices) ? .letters : .nothing
    return Examination(word, .value, fault: fault)
  }

  /// Checks that a value is valid.
  private func check(_ word: Word, of setting: Setting, in line: String) throws {
    let value = word.unquoted
    if let fault = setting.fault(value) {
      throw Failure(
        "\(setting.name) cannot be `\(value)`",
        hint: (setting.takesOthers ? nil : nearest(to: value, among: setting.choices)).map {
          "did you mean \($0)?"
        } ?? "it " + fault, at: word.range, in: line)
    }
  }

  private func isBegun(_ text: String, _ choices: [String]) -> Bool {
    choices.contains { $0.hasPrefix(text) }
  }

  /// The setting with a name; `columns` is that of the current feed.
  func setting(_ name: String) -> Setting? {
    Setting.named(name == "columns" ? session.columnsSetting ?? name : name)
  }

  fileprivate func set(_ setting: Setting, to word: Word, in line: String) throws {
    var value = word.unquoted
    try check(word, of: setting, in: line)
    if setting.name == "columns" {
      throw Failure(
        "the columns are those of a feed, and there is none", hint: "load a feed first",
        at: word.range, in: line)
    }
    if setting.name == session.columnsSetting, value != setting.standard {
      value = session.text(of: try session.columns(word, in: line))
    }
    if setting.name == "order", value != "none", catalog.count > 0,
      catalog.schema.index(of: value) == nil
    {
      throw Failure(
        "this feed has no field `\(value)`",
        hint: nearest(to: value, among: catalog.schema.names).map { "did you mean \($0)?" }
          ?? "fields lists them", at: word.range, in: line)
    }
    try requireService(of: setting, in: line)
    if setting.power == .choosesFolders, value != setting.standard {
      value = world.files.absolute(world.expandingHome(value))
      if world.files.kind(of: value) != nil, world.files.kind(of: value) != .folder {
        throw Failure("\(harmless(value)) is no folder", at: word.range, in: line)
      }
      try world.files.makeFolder(value)
    }
    if setting.name == "aisles" { try AisleFile(world: world, output: output).require(value) }
    try refuseLiteralHeader(in: value, at: word.range, of: line)
    // Another process may have changed the stored value.
    let stored = try library.storedSettings()[setting.name] ?? setting.standard
    if library.settings[setting.name] == value, stored == value {
      return output.say("\(setting.name): \(value), as before")
    }
    let oldFolder = collection.folder
    try library.set(setting.name, to: value == setting.standard ? nil : value)
    if setting.name == "disk-limit" { fetcher.store.shrink() }
    if setting.name == "show-malformed" { try feeds.readAgain() }
    output.say("\(setting.name): \(setting.power == .movesServices ? shown(source: value) : value)")
    if setting.name == "sync", value != "off" {
      try sayExchange()
      if !(collection.folder + "/").hasPrefix(value + "/") {
        output.say(
          "recipes of your own stay in \(harmless(collection.folder)); "
            + "set mine \(harmless(value))/recipes shares those there", .faint)
      }
    }
    if setting.name == RecipeCollection.name { reportRecipes(leftIn: oldFolder) }
    if setting.power == .movesServices {
      output.warnOfPassword(in: value, hint: "set \(setting.name) auto removes it")
    }
    if let kind = linkKind(of: setting, value), !linkKinds.contains(kind) {
      output.say("no known feed has links called \(harmless(kind))", .warning)
    }
  }

  /// Reports the files of the collection that stay in the folder where it was.
  private func reportRecipes(leftIn folder: String) {
    // A folder that is not there, or cannot be read, has nothing that the user would miss.
    let names = (try? world.files.names(in: folder)) ?? []
    let count = names.count { !$0.hasPrefix(".") }
    if folder == collection.folder || count == 0 { return }
    output.say(
      "\(counted(count, "file")) \(count == 1 ? "stays" : "stay") in \(harmless(folder)): "
        + "move those that you want in \(harmless(collection.folder))", .warning)
  }

  /// Checks that the service of a setting exists.
  private func requireService(of setting: Setting, in line: String) throws {
    guard setting.name.hasPrefix("base.") else { return }
    let name = String(setting.name.dropFirst(5))
    let services = loader.profiles().names.filter { loader.profiles().named($0)?.service != nil }
    if services.contains(name) { return }
    throw Failure(
      "no service is called `\(harmless(name))`",
      hint: nearest(to: name, among: services).map { "did you mean \($0)?" }
        ?? "services: " + services.joined(separator: ", "))
  }

  /// The kind of link that a setting refers to; nil if there is none, or the value is the standard one.
  private func linkKind(of setting: Setting, _ value: String) -> String? {
    if value == setting.standard { return nil }
    if setting.name == "open-prefers" { return value }
    return setting.name.hasPrefix("opener.") ? String(setting.name.dropFirst(7)) : nil
  }

  /// The kinds of links of the current feed, and of all profiles.
  private var linkKinds: Set<String> {
    let mapped = loader.profiles().names.compactMap { loader.profiles().named($0) }.flatMap(
      \.mappings
    ).map(\.field)
    return Set((catalog.schema.fields + mapped).filter { $0.kind == .link }.map(\.name))
  }

  func settingsReport() -> Report {
    let known = Setting.all + Setting.bases
    let own = library.settings.changed.keys.filter { name in !known.contains { $0.name == name } }
    let all = known + own.sorted().compactMap { Setting.named($0) }
    return Report(
      [
        .init("name", title: "Name"), .init("value", title: "Value", isFlexible: true),
        .init("standard", title: "Default", isFlexible: true),
        .init("summary", title: "What it is", isFlexible: true, isWrapped: true),
      ],
      all.map { setting in
        let value = library.settings[self.setting(setting.name)?.name ?? setting.name]
        return [
          Cell(setting.name), Cell(value, value == setting.standard ? .plain : .strong),
          Cell(setting.standard), Cell(setting.summary),
        ]
      })
  }
}
