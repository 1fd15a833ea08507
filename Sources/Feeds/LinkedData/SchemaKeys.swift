/// The names of schema.org's properties, which pages also write with other capitals.
enum SchemaKeys {
  /// The properties that fields and forms read.
  private static let names = """
    @context @graph @id @type @value additionalProperty alternateName aggregateRating author bestRating calories \
    carbohydrateContent cholesterolContent contentUrl cookTime cuisine dateCreated dateModified \
    datePublished description duration embedUrl fatContent fiberContent headline height image \
    ingredients instructions item itemListElement keywords mainEntity mainEntityOfPage maxValue \
    minValue name nutrition performTime position prepTime proteinContent ratingCount ratingValue \
    recipeCategory recipeCuisine recipeIngredient recipeIngredients recipeInstructions recipeYield \
    requiredQuantity reviewCount saturatedFatContent servingSize sodiumContent steps sugarContent \
    supply text thumbnailUrl tool totalTime transFatContent unitCode unitText \
    unsaturatedFatContent url value video width yield
    """

  /// The longest name, in bytes.
  private static let longest = 24

  /// The spelling of each name, by its lowercase letters.
  private static let spellings: [String: String] = names.split(separator: " ").reduce(into: [:]) {
    $0[$1.lowercased()] = String($1)
  }

  /// Returns the spelling of schema.org for a name in any capitals; the name itself if it is not a property.
  static func spelling(of name: String) -> String { spellings[name.lowercased()] ?? name }

  /// Writes a key in the spelling of schema.org, if it has a capital that this spelling may lack.
  static func respell(_ key: Range<Int>, in bytes: inout [UInt8]) {
    guard key.count <= longest, mayDiffer(bytes[key]) else { return }
    let name = String(decoding: bytes[key], as: UTF8.self)
    guard let spelling = spellings[name.lowercased()], spelling != name,
      spelling.utf8.count == key.count
    else { return }
    bytes.replaceSubrange(key, with: spelling.utf8)
  }

  /// Whether a key begins with a capital, has two in a row, or has none: the usual spelling has none of these if it has
  /// several words.
  private static func mayDiffer(_ key: ArraySlice<UInt8>) -> Bool {
    var (wasCapital, hasCapital) = (true, false)
    for byte in key {
      let isCapital = 0x41...0x5A ~= byte
      if isCapital, wasCapital { return true }
      (wasCapital, hasCapital) = (isCapital || byte == 0x40, hasCapital || isCapital)
    }
    return !hasCapital && key.count > 7
  }
}
