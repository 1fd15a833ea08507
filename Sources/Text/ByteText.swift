/// A number of bytes as people read it, such as `18.2 KB`.
package func byteText(_ count: Int) -> String {
  var (size, unit) = (Double(count), 0)
  let units = ["bytes", "KB", "MB", "GB", "TB"]
  while size >= 1000, unit < units.count - 1 {
    size /= 1000
    unit += 1
  }
  if unit == 0 { return counted(count, "byte") }
  let tenths = Int((size * 10).rounded())
  return size < 100
    ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
}
