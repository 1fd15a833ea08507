import Diagnostics

/// What is known about a piece of a line, without running anything.
package struct Examination {
  /// The words in it that are known: UTF-8 offsets into the line.
  package var spans: [LineSpan]
  /// What is wrong with it, each with its place in the line.
  package var faults: [Diagnostic]
  /// Says what the line would do, if that is quickly found out.
  package var remark: (() -> String)?
  /// Whether what is wrong may be right once the statements before have run.
  private(set) var dependsOnView = false

  package init(
    spans: [LineSpan] = [], faults: [Diagnostic] = [], remark: (() -> String)? = nil
  ) {
    self.spans = spans
    self.faults = faults
    self.remark = remark
  }

  /// The same, of which what is wrong may be right once the statements before have run.
  package var ofView: Examination {
    var examination = self
    examination.dependsOnView = true
    return examination
  }

  /// A word that is all of one kind, and what is wrong with it.
  package init(_ word: Word, _ kind: LineSpan.Kind, fault: Diagnostic? = nil) {
    let isNumber = kind == .value && !word.isQuoted && Int(word.text) != nil
    spans = [LineSpan(word.range, word.isQuoted ? .quotation : isNumber ? .number : kind)]
    faults = fault.map { [$0] } ?? []
  }
}
