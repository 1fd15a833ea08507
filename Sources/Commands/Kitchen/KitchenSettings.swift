import Cooking
import Kitchen
import SessionStore
import Text

extension Settings {
  /// The units that amounts are shown in.
  var units: UnitChoice {
    let system = UnitChoice.System(rawValue: self["units"]) ?? .asPublished
    let cup = self["cup"]
    let standard = UnitChoice().cup
    return UnitChoice(
      system: system, cup: cup == "236.6" ? standard : Rational(cup) ?? standard)
  }
}

extension ShoppingList.Options {
  /// Reads the options of the shopping list from the settings and the pantry.
  ///
  /// - Throws: ``LibraryError`` if the pantry cannot be read.
  init(_ kitchen: Kitchen, _ settings: Settings, _ aisles: Aisles) throws(LibraryError) {
    let use = settings["shop-pantry"]
    var pantry: [String] = []
    if use != "ignore" { pantry = try kitchen.pantry().map(\.text) }
    self.init(aisles: aisles, units: settings.units, pantry: pantry, hidesPantry: use == "hide")
  }
}
