import Films
import LiveWorld
import Recordings

extension ScriptExport {
  /// The frames in a second of a video.
  private static let rate = 25

  /// Throws unless the program that makes a format is installed, before the script is played.
  func requireProgram() throws(ScriptRefusal) {
    guard [.mp4, .webm].contains(form), !PipedProgram.isInstalled("ffmpeg", run.environment) else {
      return
    }
    throw ScriptRefusal(
      .unfit,
      "\(output): is made by ffmpeg, which is not installed; .gif and .webp need no other program")
  }

  /// Makes a video with ffmpeg.
  ///
  /// - Throws: ``ScriptRefusal`` if ffmpeg fails, whose own message is on standard error.
  func video(_ maker: FilmMaker) throws -> FilmMaker.Film {
    let size = maker.size
    let input = [
      "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pixel_format", "rgb0",
      "-video_size", "\(size.width)x\(size.height)", "-framerate", "\(Self.rate)", "-i", "pipe:0",
    ]
    // Codecs want even sides. One thread gives the same bytes on any number of cores.
    let output = [
      "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-threads", "1", "-pix_fmt", "yuv420p",
      "-fflags", "+bitexact", "-flags:v", "+bitexact", "-metadata", "title=\(maker.scene.title)",
      "-y", "/dev/stdout",
    ]
    let program = try PipedProgram(
      "ffmpeg", input + codec + output, environment: run.environment)
    var film: FilmMaker.Film
    do {
      film = try maker.frames(rate: Self.rate) { program.write($0) }
    } catch FilmError.stopped {
      program.cancel()
      throw FilmError.stopped
    }
    guard let bytes = try program.finish() else {
      throw ScriptRefusal(.unfit, "\(self.output): ffmpeg has failed")
    }
    film.bytes = bytes
    return film
  }

  private var codec: [String] {
    if form == .webm {
      return [
        "-f", "webm", "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "realtime",
        "-cpu-used", "8",
      ]
    }
    return [
      "-f", "mp4", "-c:v", "libx264", "-crf", "18", "-preset", "medium", "-movflags", "+faststart",
    ]
  }
}
