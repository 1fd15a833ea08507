import Text

extension SessionLog {
  /// Returns a description of the session in words, as the alternative text of a page that embeds its film.
  ///
  /// It has the title, and of each chapter the title and the narration; without either, the commands.
  package var words: String {
    var sentences = [title.isEmpty ? "A session at a terminal." : sentence(title)]
    var commands: [String] = []
    for event in events {
      switch event.kind {
      case .chapter(let title): sentences.append(sentence(title))
      case .narration(let text): sentences.append(sentence(text))
      case .command(let line): commands.append(harmless(line))
      default: break
      }
    }
    if sentences.count == 1, !commands.isEmpty {
      sentences.append("The commands are: \(commands.joined(separator: "; ")).")
    }
    return sentences.joined(separator: " ")
  }

  private func sentence(_ text: String) -> String {
    let text = trimmingSpace(harmless(text))
    return text.last.map { ".!?…:".contains($0) } ?? true ? text : text + "."
  }
}
