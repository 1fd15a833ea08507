import CEditLine

/// The size of the terminal's window, in cells.
struct WindowSize {
  var rows: Int
  var columns: Int

  /// The size now of a terminal, or 80 × 24 where it does not tell.
  init(of descriptor: Int32) {
    let size = ced_window_size(descriptor)
    rows = size.ws_row > 0 ? Int(size.ws_row) : 24
    columns = size.ws_col > 1 ? Int(size.ws_col) : 80
  }
}
