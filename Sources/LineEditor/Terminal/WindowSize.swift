import CEditLine

/// The size of the terminal's window, in cells.
struct WindowSize {
  var rows: Int
  var columns: Int

  /// The size now, or 80 × 24 where the terminal does not tell.
  static var current: WindowSize {
    let size = ced_window_size(STDIN_FILENO)
    return WindowSize(
      rows: size.ws_row > 0 ? Int(size.ws_row) : 24,
      columns: size.ws_col > 1 ? Int(size.ws_col) : 80
    )
  }
}
