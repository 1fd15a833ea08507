struct LinkedData: Sendable {
  struct Place: Equatable, Sendable { var range: Range<Int>; var path: String }
  struct Remark: Equatable, Sendable { var offset: Int }
  var document: [UInt8] = []
  var records: [Place] = []
  var remarks: [Remark] = []
  var nodes: [String: Range<Int>] = [:]
  init?(page bytes: [UInt8]) { return nil }
  init?(json bytes: [UInt8]) { return nil }
}
