import Foundation
import Recordings
import Terminal
import TerminalEmulator
import Testing

@Suite struct PictureThemeTests {
  @Test(arguments: [PictureTheme.dark, .light])
  func `every color of a theme can be read on its ground`(theme: PictureTheme) {
    #expect(contrast(theme.foreground, theme.background) >= 7)
    for color in theme.palette + [theme.caption] {
      #expect(contrast(color, theme.background) >= 4.5, "\(color)")
    }
    #expect(contrast(theme.caption, theme.bar) >= 4.5)
    for traits: TerminalStyle.Traits in [.faint, [.faint, .inverse], .inverse] {
      let (front, back) = theme.colors(of: TerminalStyle(traits: traits))
      #expect(contrast(front, back) >= 4.5, "\(traits)")
    }
  }

  /// The contrast of two colors (WCAG 2.2, 1.4.3).
  private func contrast(_ one: RGBColor, _ other: RGBColor) -> Double {
    func luminance(_ color: RGBColor) -> Double {
      let parts = [color.red, color.green, color.blue].map { channel in
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (light, dark) = (
      max(luminance(one), luminance(other)), min(luminance(one), luminance(other))
    )
    return (light + 0.05) / (dark + 0.05)
  }
}
