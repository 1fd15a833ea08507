import Pictures
import Terminal
import World

/// What the shell remembers of pictures and of how they are shown.
final class PictureState {
  /// What gets the pictures of the present feed, once one was wanted.
  var desk: PictureDesk?
  /// How pictures are shown, once that was looked for.
  var screen: Shell.Known<PictureScreen>?
  /// What the terminal was found to show.
  var display: Shell.Known<PictureDisplay>?
  /// What the last command showed with pictures.
  var lastSheet: LastSheet?
  /// What was shown and is still compared with its server.
  var checks: PictureChecks?
  /// Whether the page that is shown is one of pictures, so that the next one is, too.
  var isPage = false
  /// Copies that are older are fetched anew: in seconds since 1970.
  var newerThan = 0.0
  /// Whether pictures give memory back when the machine has little left.
  var watchesMemory = false
  let memory = PictureMemory(limit: 64_000_000)
  let decoder: PictureDecoder

  init(decoder: PictureDecoder) { self.decoder = decoder }
}
