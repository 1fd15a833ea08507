/// The parts of a way that leads from a folder to something below it.
///
/// - Throws: ``FileError`` if a part is empty, `.` or `..`, so that it could lead elsewhere.
package func partsBeneath(_ path: String) throws(FileError) -> [String] {
  // By bytes, as the system does: a mark that joins a slash would hide it among characters.
  let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    .map { String(Substring($0)) }
  let isBelow = parts.allSatisfy { !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }
  if isBelow { return parts }
  throw FileError(path: path, reason: .other("leads out of its folder"))
}
