import Views

extension Phrase {
  static let contents = Phrase("Contents", es: "Contenido", it: "Contenuto")
  static let numbers = Phrase("As a table", es: "Como tabla", it: "Come tabella")
}
