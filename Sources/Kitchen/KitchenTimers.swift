import Cooking
import Dispatch
import FoundationEssentials
import Output
import SessionStore
import Synchronization
import Terminal
import Text
import World

/// A timer, as the library stores it.
package struct KitchenTimer: Codable, Equatable, Sendable {
  /// The dish and step that it was started in, or the words that were typed; may be empty.
  package var dish: String
  /// The words of the step, such as `20 minutes`.
  package var label: String
  package var seconds: Int
  /// When it rings, in seconds since 1970.
  package var end: Double
  /// The process that rings.
  package var owner: Int32
  /// The longest time of a range in seconds; it rings at the shortest.
  package var longest: Int?
}

/// The kitchen timers of this shell and others.
///
/// Timers are stored in the library, so that they outlive a closed terminal. The shell that started a timer rings when
/// it is over. If that shell has ended, another open shell rings two seconds later. The shell that removes the timer
/// from the library rings, so only one does. This class is confined to the shell's thread.
package final class KitchenTimers {
  private let kitchen: Kitchen
  private let output: Output
  private let options: RunOptions
  /// Identifies the timers of this shell.
  private let owner = Int32(truncatingIfNeeded: ProcessInfo.processInfo.processIdentifier)
  /// Wakes the thread of the shell while it waits for a key; any thread may call it.
  package var wake: @Sendable () -> Void = {}
  private var alarm: (any DispatchSourceTimer)?
  /// Ring for the timers of this shell even while its thread is busy.
  private var bells: [any DispatchSourceTimer] = []
  /// The timers that have rung, so that each rings once.
  private let rung = Rung()
  /// The time that the thread of the shell has to ring itself, in seconds.
  private static let patience = 0.3
  /// Whether alarms may be set: not before the first prompt is on the screen, which they would delay.
  private var hasBegun = false
  /// The delay after which other shells ring, in seconds.
  private static let grace = 2.0

  package init(kitchen: Kitchen, output: Output, options: RunOptions) {
    (self.kitchen, self.output, self.options) = (kitchen, output, options)
  }

  private var library: Library { kitchen.library }
  private var world: World { kitchen.world }

  private var now: Double { world.now().timeIntervalSince1970 }

  /// A running timer.
  package struct Running: Sendable {
    let entry: KitchenEntry
    package let timer: KitchenTimer
    /// The remaining seconds; negative once it is over.
    package let left: Double

    /// The remaining time, as in `12:31`.
    package var clock: String {
      let seconds = max(0, Int(left.rounded(.up)))
      let rest = zeroPadded(seconds % 60, to: 2)
      guard seconds >= 3600 else { return "\(seconds / 60):\(rest)" }
      return "\(seconds / 3600):\(zeroPadded(seconds / 60 % 60, to: 2)):\(rest)"
    }

    /// Whether a change of the library started it.
    package func isChanged(by change: Library.Change) -> Bool {
      change.kitchen.contains { $0.after?.list == .timer && $0.after?.key == entry.key }
    }

    /// The timer in words, such as `10 minutes (Lasagne)`.
    package var name: String {
      harmless(timer.label) + (timer.dish.isEmpty ? "" : " (\(harmless(timer.dish)))")
    }

    /// The timer with its remaining time, such as `12:31 10 minutes (Lasagne)`.
    package var text: String { "\(clock)  \(name)" }
  }

  /// All timers, in the order in which they end.
  package func running() throws(LibraryError) -> [Running] {
    try kitchen.values(in: .timer, as: KitchenTimer.self)
      .map { Running(entry: $0.entry, timer: $0.value, left: $0.value.end - now) }
      .sorted { $0.left < $1.left }
  }

  /// Leaves out of a change the timers that it would start again although they are over: they would ring at once.
  ///
  /// - Returns: The rest of the change, and these timers.
  package func withoutTimersThatAreOver(
    _ change: Library.Change
  ) -> (change: Library.Change, over: [KitchenTimer]) {
    var (rest, over) = (change, [KitchenTimer]())
    rest.kitchen.removeAll { edit in
      guard edit.after?.list == .timer, let timer = edit.after?.value(KitchenTimer.self),
        timer.end <= now
      else { return false }
      over.append(timer)
      return true
    }
    return (rest, over)
  }

  /// Rings for the timers as they are after a change of the library.
  package func follow(_ change: Library.Change) {
    if change.kitchen.contains(where: { ($0.after ?? $0.before)?.list == .timer }) { schedule() }
  }

  /// Starts a timer.
  ///
  /// - Returns: The change of the library.
  package func start(_ duration: StepDuration, of dish: String) throws -> Library.Change {
    let timer = KitchenTimer(
      dish: dish, label: duration.text, seconds: duration.seconds,
      end: now + Double(duration.seconds), owner: owner, longest: duration.longest)
    let known = Set(try library.kitchen(.timer).map(\.key))
    var number = 1
    while known.contains("\(dish) \(duration.text) \(number)") { number += 1 }
    let key = "\(dish) \(duration.text) \(number)"
    let change = try library.put([
      KitchenEntry(list: .timer, key: key, value: timer, date: world.now())
    ])
    schedule()
    return change
  }

  /// Stops timers.
  ///
  /// - Returns: The change of the library.
  package func stop(_ stopped: [Running]) throws(LibraryError) -> Library.Change {
    let change = try library.remove(stopped.map(\.entry.key), from: .timer)
    schedule()
    return change
  }

  /// Reports and removes the timers that are over.
  package func sayOver() {
    for text in takeOver() { output.say(StyledText(text, .warning)) }
    schedule()
  }

  /// Removes the timers that are over, and rings for them.
  ///
  /// - Returns: A message for each.
  package func takeOver() -> [String] {
    knownTimers().filter { $0.left <= 0 }.compactMap { timer -> String? in
      let isOwn = timer.timer.owner == owner || options.isStaged
      guard isOwn || timer.left <= -Self.grace else { return nil }
      // If the library cannot be changed, the timer stays: another shell, or the next try, rings.
      return (try? library.claim(timer.entry)) ?? false ? ring(timer) : nil
    }
  }

  /// The timers; empty if the library cannot be read, which commands report.
  package func knownTimers() -> [Running] { (try? running()) ?? [] }

  private func ring(_ timer: Running) -> String {
    if rung.insert(timer.timer), hasSound { world.ring() }
    var text = "Timer: \(timer.timer.label)"
    if !timer.timer.dish.isEmpty { text += " for \(timer.timer.dish)" }
    if timer.timer.longest != nil { text += " (the shortest time that the step gives)" }
    let late = Int(-timer.left)
    if late < 60 { return text + " is over." }
    return text
      + (late < 3600
        ? " ended \(counted(late / 60, "minute")) ago."
        : " ended \(preposition(timer.timer.end))\(localTime(timer.timer.end)).")
  }

  /// A moment in local time: `17:05` today, `Monday 17:05` within a week, otherwise with its date.
  private func localTime(_ moment: Double) -> String {
    let (day, seconds) = local(moment)
    let clock = zeroPadded(seconds / 3600, to: 2) + ":" + zeroPadded(seconds / 60 % 60, to: 2)
    let away = abs(local(now).day - day)
    let date = CalendarDate(daysSince1970: day)
    return away == 0
      ? clock : away < 7 ? "\(date.weekdayName) \(clock)" : "\(date.description) \(clock)"
  }

  private func preposition(_ moment: Double) -> String {
    local(moment).day == local(now).day ? "at " : "on "
  }

  /// The day since 1970, and the second of the day, in local time.
  private func local(_ moment: Double) -> (day: Int, second: Int) {
    let offset = world.localOffset(Date(timeIntervalSince1970: moment))
    let (day, second) = floored(Int(moment.rounded(.down)) + offset, dividedBy: 86_400)
    return (day, second)
  }

  private var hasSound: Bool { library.settings["timer-sound"] == "bell" }

  /// Sets a bell for each timer of this shell that is still running.
  ///
  /// A command, a pager or another program may have the thread of the shell when a timer ends.
  private func setBells(for timers: [Running]) {
    bells.forEach { $0.cancel() }
    let own = timers.filter { $0.timer.owner == owner && $0.left > 0 }
    bells =
      !hasSound
      ? []
      : own.map { timer in
        let bell = DispatchSource.makeTimerSource(queue: .global())
        bell.schedule(deadline: .now() + timer.left + Self.patience)
        bell.setEventHandler { [rung, ring = world.ring, timer = timer.timer] in
          if rung.insert(timer) { ring() }
        }
        bell.resume()
        return bell
      }
  }

  /// Shows above a prompt when the running timers ring, which stays true on the screen.
  package func sayRunning() {
    for timer in knownTimers() where timer.left > 0 {
      output.say(StyledText("⏲ " + ringing(timer), .faint))
    }
  }

  /// A timer with the moment at which it rings, such as `8 min (eggs) rings at 17:05`.
  package func ringing(_ timer: Running) -> String {
    "\(timer.name) rings \(preposition(timer.timer.end))\(localTime(timer.timer.end))"
  }

  /// Begins to schedule wake-ups, once the first prompt is on the screen.
  package func begin() {
    hasBegun = true
    schedule()
  }

  /// Schedules a wake-up for the end of the next timer, and for changes of the library by other shells.
  package func schedule() {
    alarm?.cancel()
    alarm = nil
    guard hasBegun, options.isInteractive, !options.isStaged else { return }
    let timers = knownTimers()
    setBells(for: timers)
    let next = timers.first
    let isOwn = next?.timer.owner == owner
    let end = next.map { $0.timer.end + (isOwn ? 0 : Self.grace) }
    let state = library.fileState
    let source = DispatchSource.makeTimerSource(queue: .global())
    let delay = end.map { max(0.05, min($0 - now, Self.grace)) } ?? Self.grace
    source.schedule(deadline: .now() + delay, repeating: Self.grace)
    source.setEventHandler { [wake, world] in
      let isOver = end.map { $0 <= world.now().timeIntervalSince1970 } ?? false
      if isOver || state() { wake() }
    }
    source.resume()
    alarm = source
  }

  /// Schedules a wake-up for every second, for a view with clocks, until ``schedule()`` is called.
  package func tick() {
    alarm?.cancel()
    alarm = nil
    guard !options.isStaged else { return }
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.schedule(deadline: .now() + 1, repeating: 1)
    source.setEventHandler { [wake] in wake() }
    source.resume()
    alarm = source
  }
}

/// The timers that have rung; any thread may use it.
private final class Rung: Sendable {
  private let keys = Mutex<Set<String>>([])

  /// Adds a timer, and returns whether it had not rung yet.
  func insert(_ timer: KitchenTimer) -> Bool {
    keys.withLock { $0.insert("\(timer.end) \(timer.label) \(timer.dish)").inserted }
  }
}
