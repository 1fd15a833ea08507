extension HTTPField {
  /// What is wanted of a server that has a feed in several forms.
  package static let acceptingFeeds = HTTPField(
    "Accept", "application/json, application/*+json;q=0.9, text/html;q=0.6, */*;q=0.5")

  /// What is wanted of a server that has a picture in several forms.
  package static let acceptingPictures = HTTPField(
    "Accept", "image/webp, image/png, image/jpeg, image/gif, */*;q=0.1")
}
