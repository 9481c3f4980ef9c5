extension BundledMappings {
  static let goodreads = [
    BundledMapping(
      "goodreads",
      "Goodreads: the library export; each book with a day of reading is an entry of Books.",
      columns: ["Book Id", "Title", "Author", "My Rating", "Date Read", "Exclusive Shelf"],
      """
      -- Goodreads: My Books, Tools, Import and export, Export Library.
      -- A 0 is no rating; books without a day of reading are left out.
      return {
        kind = "entry",
        source = "goodreads", id = "Book Id",
        dates = "ymd",
        empty = {"0"},
        decimal = ".",
        skip = function(row) return row["Date Read"] == "" and "a book without a day of reading" end,
        columns = {
          tracker = {value = "Books"},
          at = "Date Read",
          title = "Title",
          notes = "My Review",
          done = true,
          tags = "Bookshelves",
          values = {
            Author = "Author", Rating = "My Rating", Pages = "Number of Pages",
            Published = "Original Publication Year",
          },
        },
        fields = {Author = "text", Rating = "number", Pages = "number", Published = "number"},
      }
      """)
  ]
}
