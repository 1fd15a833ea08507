import Diagnostics
import FoundationEssentials
import Output
import SessionStore

/// A source that answered, and how it was read.
struct Visit {
  let source: String
  let profile: String?
  let date: Date
}

extension Shell {
  /// Makes the library ready, and remembers the feed of the first prompt, once that is on the screen: it takes
  /// longer than all before.
  package func keepFirstVisit() {
    // What fails is tried again before a line is run, where it can be said, and there is time to wait.
    try? library.withoutWaiting { () throws(LibraryError) in
      try record(feedState.owedVisit)
      feedState.owedVisit = nil
      try library.prepare()
    }
    if !library.notices.isEmpty { person.wake() }
  }

  /// Remembers the feed that was taken, unless it is remembered already.
  func keepVisit() {
    do throws(LibraryError) {
      let visit = feedState.owedVisit
      try library.withoutWaiting { () throws(LibraryError) in try record(visit) }
    } catch {
      // Nobody asked for it: before the next line it is tried again.
      if error.isBusy { return }
      output.say(Diagnostic(error.description, severity: .warning))
    }
    feedState.owedVisit = nil
  }

  private func record(_ visit: Visit?) throws(LibraryError) {
    guard let visit, !library.isDoneWithout else { return }
    try library.recordVisit(visit.source, profile: visit.profile, at: visit.date)
  }
}
