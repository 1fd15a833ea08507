import FoundationEssentials
import Interpreter
import Kitchen
import Text
import World

/// A format of the plan.
enum PlanFormat: String {
  case ics, markdown
}

/// Writing the plan to a file.
extension KitchenContext {
  func exportPlan(as format: PlanFormat, to path: Argument?) throws {
    let planned = try planned()
    let text =
      switch format {
      case .ics: calendar(planned)
      case .markdown: markdown(planned)
      }
    try ExportWriter(world: world, output: output, options: options)
      .write(Array(text.utf8), to: path, what: "the plan is")
  }

  private func markdown(_ planned: [PlannedDish]) -> String {
    var lines: [String] = []
    for (number, entry) in planned.enumerated() {
      if number == 0 || planned[number - 1].day != entry.day {
        lines.append((number == 0 ? "" : "\n") + "## \(dayTitle(entry.day))\n")
      }
      lines.append("- \(harmless(entry.dish.title))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The plan as iCalendar (RFC 5545), with an all-day event for each dish.
  private func calendar(_ planned: [PlannedDish]) -> String {
    let stamp = world.now().formatted(.iso8601).filter { !"-:".contains($0) }
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Larder//Larder//EN"]
    for entry in planned {
      lines += [
        "BEGIN:VEVENT", "UID:\(FNVHash(entry.entryKey.utf8).value)@larder", "DTSTAMP:\(stamp)",
        "DTSTART;VALUE=DATE:\(entry.day.description.filter { $0 != "-" })",
      ]
      lines += calendarLines(of: "SUMMARY:" + escaped(harmless(entry.dish.title)))
      lines.append("END:VEVENT")
    }
    lines.append("END:VCALENDAR")
    return lines.map { $0 + "\r\n" }.joined()
  }

  private func escaped(_ text: String) -> String {
    String(text.flatMap { ",;\\".contains($0) ? ["\\", $0] : [$0] })
  }

  /// A line of iCalendar, folded into parts of at most 75 bytes.
  private func calendarLines(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for letter in text {
      if part.utf8.count + letter.utf8.count > 74 {
        parts.append(part)
        part = " "
      }
      part.append(letter)
    }
    return parts + [part]
  }
}
