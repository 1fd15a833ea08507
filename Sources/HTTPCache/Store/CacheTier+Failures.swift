import GRDB

/// The failures that the index remembers.
extension CacheTier {
  func remember(_ failure: RememberedFailure) throws(TierError) {
    try write { database in
      try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO failure VALUES(?, ?, ?, ?, ?, ?, ?)"
      )
      .execute(arguments: [
        failure.key.address, failure.key.partition, failure.key.host, failure.status,
        failure.reason, failure.until, failure.times,
      ])
    }
  }

  func failure(for key: CacheKey) throws(TierError) -> RememberedFailure? {
    try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT status, reason, until, times FROM failure WHERE address = ? AND partition = ?")
      guard let row = try Row.fetchOne(statement, arguments: [key.address, key.partition]),
        let reason = String.fromDatabaseValue(row[1]), let until = Double.fromDatabaseValue(row[2]),
        let times = Int.fromDatabaseValue(row[3])
      else { return nil }
      return RememberedFailure(
        key: key, status: Int.fromDatabaseValue(row[0]), reason: reason, until: until, times: times)
    }
  }

  /// Forgets the failure under a key, or all of them.
  ///
  /// Most often there is none, which is found out without a transaction.
  func forgetFailures(for key: CacheKey?) throws(TierError) {
    if let key {
      if try failure(for: key) == nil { return }
      try write { database in
        try database.cachedStatement(
          sql: "DELETE FROM failure WHERE address = ? AND partition = ?"
        ).execute(arguments: [key.address, key.partition])
      }
    } else {
      try write { try $0.execute(sql: "DELETE FROM failure") }
    }
  }
}
