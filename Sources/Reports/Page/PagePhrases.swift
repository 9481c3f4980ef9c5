import Views

extension Phrase {
  static let contents = Phrase("Contents", es: "Contenido", it: "Contenuto")
  static let numbers = Phrase("Numbers", es: "Números", it: "Numeri")
}
