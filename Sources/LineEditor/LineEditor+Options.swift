extension LineEditor {
  /// Whose keys the editor follows.
  package enum EditMode: String, Sendable, CaseIterable {
    case emacs, vi
  }

  /// What a line editor is told about its surroundings.
  package struct Options {
    package var editMode: EditMode
    /// Whether color sequences are sent at all.
    package var usesColor: Bool
    /// `TERM`, and where its description may lie: `TERMINFO`, `TERMINFO_DIRS`, `HOME`.
    package var environment: [String: String]
    /// Joins a character and a combining mark.
    package var compose: ScalarComposition

    package init(
      editMode: EditMode = .emacs,
      usesColor: Bool = true,
      environment: [String: String],
      compose: @escaping ScalarComposition
    ) {
      self.editMode = editMode
      self.usesColor = usesColor
      self.environment = environment
      self.compose = compose
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
