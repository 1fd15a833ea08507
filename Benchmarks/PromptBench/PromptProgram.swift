import FoundationEssentials

/// A program with a prompt.
struct PromptProgram {
  /// The name of the program in the table.
  var name: String
  /// The end of its first prompt.
  var prompt: String
  var path: String
  var arguments: [String]
}

/// The programs in a file that has a line for each, with tabs between name, prompt, path and arguments.
func promptPrograms(listedIn file: String) throws -> [PromptProgram] {
  try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n").map { line in
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    precondition(fields.count > 2, "a program has a name, a prompt and a path")
    return PromptProgram(
      name: fields[0], prompt: fields[1], path: fields[2], arguments: Array(fields[3...]))
  }
}
