/// Prints a header in its canonical form.
struct HeaderPrinter {
  /// The fields that are printed even if the header omits them.
  static let always = ["feed", "size", "clock", "tz", "locale", "seed"]

  private let header: ScriptHeader
  /// The fields of the header, each with the comments above it.
  private var fields: [(name: String, text: String, comments: [String])] = []
  private var lastComments: [String] = []

  init(_ script: Script) {
    header = script.header
    for line in header.range.dropFirst() {
      let text = ScriptPrinter.bare(script, line)
      if text.hasPrefix("#") {
        let comment = ScriptParser.comment(text)
        lastComments.append(comment.isEmpty ? "#" : "# " + comment)
      } else {
        let parts = text.unicodeScalars.split(separator: ":", maxSplits: 1).map { Substring($0) }
        let value = parts.count > 1 ? String(parts[1].trimmed) : ""
        fields.append((String(parts[0]), value, lastComments))
        lastComments = []
      }
    }
  }

  /// The magic line and the fields, in canonical order.
  var lines: [String] {
    var lines = ["rcp 1"]
    for name in HeaderParser.fields {
      let said = fields.filter { $0.name == name }
      if name == "var" {
        for (field, variable) in zip(said, header.variables) {
          lines += field.comments + ["var: \(variable.name) = \(variable.value)"]
        }
      } else if let value = value(name), !said.isEmpty || Self.always.contains(name) {
        lines += (said.first?.comments ?? []) + ["\(name): \(value)"]
      } else {
        lines += said.flatMap(\.comments)
      }
    }
    for field in fields where field.name.hasPrefix("x-") {
      lines +=
        field.comments + [field.text.isEmpty ? field.name + ":" : "\(field.name): \(field.text)"]
    }
    return lines + lastComments
  }

  private func value(_ name: String) -> String? {
    switch name {
    case "title": header.title
    case "app": versions
    case "feed": feed
    case "bundle": header.bundle.map { $0.path + digest($0.digest) }
    case "size": ScriptPrinter.text(header.size)
    case "clock": clock
    case "tz": header.timeZone
    case "locale": header.locale
    case "seed": String(header.seed)
    case "pace": ScriptPrinter.text(header.pace)
    case "gap": LineCursor.duration(header.gap)
    case "needs": header.needs.joined(separator: ", ")
    case "limit": limits
    default: choice(name)
    }
  }

  private func choice(_ name: String) -> String? {
    switch name {
    case "color": header.color.rawValue
    case "images": header.images.rawValue
    case "net": header.replaysNetwork ? "replay" : "off"
    case "state": header.state.map { "attached:" + $0 } ?? "fresh"
    case "strict": header.isStrict ? "on" : "off"
    default: nil
    }
  }

  private var versions: String {
    let least = header.leastVersion.map { ">=" + ScriptPrinter.text($0) }
    let limit = header.versionLimit.map { "<" + ScriptPrinter.text($0) }
    return [least, limit].compactMap { $0 }.joined(separator: " ")
  }

  private var feed: String {
    let source =
      switch header.feed {
      case .builtin(let name): "builtin:" + name
      case .attached(let name): "attached:" + name
      case .path(let path): path
      case .address(let address): address
      }
    return source + digest(header.feedDigest)
  }

  private func digest(_ digest: String?) -> String { digest.map { " sha256:" + $0 } ?? "" }

  private var clock: String {
    let moment = Instant.text(header.clock)
    return header.tick == 0 ? moment : "\(moment) tick \(LineCursor.duration(header.tick))"
  }

  /// The limits below their defaults; nil if there are none.
  private var limits: String? {
    let (own, most) = (header.limits, ScriptLimits())
    let parts = [
      own.time == most.time ? nil : "time=" + LineCursor.duration(own.time),
      own.stepTime == most.stepTime ? nil : "step-time=" + LineCursor.duration(own.stepTime),
      own.output == most.output ? nil : "output=" + Self.size(own.output),
      own.stepOutput == most.stepOutput ? nil : "step-output=" + Self.size(own.stepOutput),
      own.steps == most.steps ? nil : "steps=\(own.steps)",
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func size(_ bytes: Int) -> String {
    for (unit, factor) in [("MiB", 1 << 20), ("KiB", 1 << 10)]
    where bytes > 0 && bytes.isMultiple(of: factor) {
      return "\(bytes / factor)\(unit)"
    }
    return "\(bytes)B"
  }
}

extension Substring {
  /// The text without leading and trailing blanks.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    return start[
      ..<(start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) }
        ?? start.startIndex)]
  }
}
