import Text
import Yams

private typealias YAMLNode = Yams.Node

/// The values of a document in YAML that is a mapping.
struct YAMLValues {
  /// The values as texts, those of nested mappings by their path.
  private(set) var entries: [FrontMatter.Entry] = []
  /// The values with their types.
  private(set) var members: [JSONValue.Member] = []
  private let firstLine: Int
  /// The number of nodes so far: an alias repeats what it stands for.
  private var count = 0

  private static let limit = 100_000

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: The document; an empty one has no values.
  ///   - lines: The number of lines before it, for errors.
  /// - Throws: ``FormatFault`` at the first place that is not YAML, or if the document is no mapping.
  init(_ text: String, after lines: Int) throws(FormatFault) {
    firstLine = lines
    let root: YAMLNode?
    do {
      // Types are not resolved: `no` and `1:20` are texts.
      root = try Parser(yaml: text, resolver: .basic).singleRoot()
    } catch {
      throw Self.fault(error, after: lines)
    }
    guard let root else { return }
    if case .scalar(let scalar) = root, scalar.string.isEmpty { return }
    guard case .mapping(let mapping) = root else {
      throw FormatFault("a key and a colon were expected", line: lines + (root.mark?.line ?? 1))
    }
    for (key, value) in mapping {
      guard let name = key.scalar?.string else {
        throw FormatFault("a key is a text", line: lines + (key.mark?.line ?? 1))
      }
      members.append(.init(name, try self.value(of: value)))
      append(value, to: name)
    }
  }

  private static func fault(_ error: any Error, after lines: Int) -> FormatFault {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      FormatFault(problem, line: lines + mark.line)
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      FormatFault(
        "the key `\(keys.first ?? "")` is there twice", line: lines + context.mark.line)
    case YamlError.reader(let problem, _, _, _): FormatFault(problem, line: lines + 1)
    default: FormatFault("it is not YAML", line: lines + 1)
    }
  }

  private mutating func value(of node: YAMLNode) throws(FormatFault) -> JSONValue {
    count += 1
    if count > Self.limit { throw FormatFault("it has too many values", line: firstLine + 1) }
    switch node {
    case .scalar(let scalar): return Self.value(of: scalar)
    case .sequence(let sequence):
      var items: [JSONValue] = []
      for item in sequence { items.append(try value(of: item)) }
      return .array(items)
    case .mapping(let mapping):
      var members: [JSONValue.Member] = []
      for (key, value) in mapping {
        members.append(.init(key.scalar?.string ?? "", try self.value(of: value)))
      }
      return .object(members)
    case .alias: return .null
    }
  }

  /// The value of a scalar: a number or a flag of JSON without quotes, otherwise a text.
  private static func value(of scalar: YAMLNode.Scalar) -> JSONValue {
    let text = scalar.string
    guard scalar.style == .plain else { return .string(text) }
    if ["", "~", "null"].contains(text) { return .null }
    if text == "true" || text == "false" { return .bool(text == "true") }
    guard text.first.map({ $0.isASCII && $0.isNumber || $0 == "-" }) ?? false,
      let value = JSONValue(json: Array(text.utf8), isStrict: true), case .number = value
    else { return .string(text) }
    // A number with more digits than a `Double` represents is an id.
    return text.utf8.count { 0x30...0x39 ~= $0 } <= 15 ? value : .string(text)
  }

  /// Adds the texts of a value.
  private mutating func append(_ node: YAMLNode, to key: String) {
    switch node {
    case .mapping(let mapping):
      for (inner, value) in mapping { append(value, to: key + "." + (inner.scalar?.string ?? "")) }
    case .sequence(let sequence):
      for item in sequence { append(Self.text(of: item), to: key, node) }
    case .scalar, .alias: append(Self.text(of: node), to: key, node)
    }
  }

  private mutating func append(_ text: String, to key: String, _ node: YAMLNode) {
    if key.isEmpty || text.isEmpty { return }
    if let place = entries.firstIndex(where: { $0.key == key }) {
      entries[place].values.append(text)
    } else {
      entries.append(.init(key: key, values: [text], line: firstLine + (node.mark?.line ?? 1)))
    }
  }

  /// The text of an element of a list; `- 2 eggs: beaten` is a mapping in YAML.
  private static func text(of node: YAMLNode) -> String {
    switch node {
    case .scalar(let scalar): scalar.style == .plain && scalar.string == "~" ? "" : scalar.string
    case .sequence(let sequence): sequence.map(text).joined(separator: ", ")
    case .mapping(let mapping):
      mapping.map { "\(text(of: $0.key)): \(text(of: $0.value))" }.joined(separator: ", ")
    case .alias: ""
    }
  }
}

/// Returns values as a document in YAML, each on a line of its own, without three dashes.
///
/// Texts that look like other types are quoted, those of several lines are blocks.
func yamlText(of members: [JSONValue.Member]) -> String {
  if members.isEmpty { return "" }
  let node = YAMLNode(members.map { (YAMLNode($0.name), yamlNode(of: $0.value)) })
  do {
    return try serialize(node: node, width: -1, allowUnicode: true)
  } catch {
    preconditionFailure("an emitter without a stream accepts all nodes")
  }
}

private func yamlNode(of value: JSONValue) -> YAMLNode {
  switch value {
  case .null: YAMLNode("null", .implicit, .plain)
  case .bool, .number: YAMLNode(value.text(), .implicit, .plain)
  case .string(let text): YAMLNode(text, .implicit, yamlStyle(of: text))
  case .array(let items): YAMLNode(items.map(yamlNode))
  case .object(let members): YAMLNode(members.map { (YAMLNode($0.name), yamlNode(of: $0.value)) })
  }
}

/// The style in which a text is written, so that every reader of YAML takes it for one.
private func yamlStyle(of text: String) -> YAMLNode.Scalar.Style {
  if text.contains("\n") { return .literal }
  let others = ["", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"]
  let isOther = others.contains(text.lowercased())
  // Numbers, dates and times of day.
  let isNumeric =
    text.allSatisfy { $0.isASCII && ($0.isHexDigit || "+-.:_xoTZ ".contains($0)) }
    && text.contains { $0.isNumber }
  return isOther || isNumeric ? .doubleQuoted : .any
}
