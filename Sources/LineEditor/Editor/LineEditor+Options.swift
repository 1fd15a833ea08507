extension LineEditor {
  /// Whose keys the editor follows.
  package enum EditMode: String, Sendable, CaseIterable {
    case emacs, vi
  }

  /// What a line editor is told about its surroundings.
  package struct Options {
    /// `TERM`, and where its description may lie: `TERMINFO`, `TERMINFO_DIRS`, `HOME`.
    package var environment: [String: String]
    /// Joins a character and a combining mark.
    package var compose: ScalarComposition
    /// Whether the person's `.editrc` is read.
    package var readsBindings: Bool
    /// What the person likes; asked before each line.
    package var preferences: () -> Preferences

    package init(
      environment: [String: String], compose: @escaping ScalarComposition,
      readsBindings: Bool = true, preferences: @escaping () -> Preferences
    ) {
      self.environment = environment
      self.compose = compose
      self.readsBindings = readsBindings
      self.preferences = preferences
    }
  }

  /// What a person can choose about the editor.
  package struct Preferences: Equatable, Sendable {
    /// Whose keys it follows; nil for what `.editrc` says, or else emacs'.
    package var editMode: EditMode?
    /// Whether color sequences are sent at all.
    package var usesColor: Bool
    /// Whether it proposes how to go on, and opens menus.
    package var suggests: Bool
    /// Whether the terminal is told where prompts, lines and results begin (OSC 133).
    package var marks: Bool

    package init(
      editMode: EditMode? = nil, usesColor: Bool = true, suggests: Bool = true, marks: Bool = false
    ) {
      self.editMode = editMode
      self.usesColor = usesColor
      self.suggests = suggests
      self.marks = marks
    }
  }
}

/// Why lines cannot be edited.
package enum LineEditorError: Error, Equatable {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// The system has no more memory or descriptors.
  case outOfResources
}
