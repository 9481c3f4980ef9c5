extension BundledMappings {
  static let letterboxd = [
    BundledMapping(
      "letterboxd",
      "Letterboxd, diary.csv and reviews.csv: each time a film was seen is an entry of Films.",
      table: "diary",
      columns: [
        "Date", "Name", "Year", "Letterboxd URI", "Rating", "Rewatch", "Tags", "Watched Date",
      ],
      """
      -- Letterboxd: Settings, Data, Export your data; diary.csv and reviews.csv have the same address
      -- for a film that was seen once, so that one of them is enough.
      return {
        kind = "entry",
        source = "letterboxd", id = "Letterboxd URI",
        decimal = ".",
        columns = {
          tracker = {value = "Films"},
          at = "Watched Date",
          title = "Name",
          done = true,
          tags = "Tags",
          values = {Year = "Year", Rating = "Rating", Rewatch = "Rewatch"},
        },
        fields = {Year = "number", Rating = "number", Rewatch = "boolean"},
      }
      """),
    BundledMapping(
      "letterboxd",
      "Letterboxd, ratings.csv: each rating, from half a star to 5, is an entry of Film ratings.",
      table: "ratings",
      columns: ["Date", "Name", "Year", "Letterboxd URI", "Rating"],
      """
      -- Letterboxd, ratings.csv: the present rating of each film, with the day on which it was given.
      return {
        kind = "entry",
        source = "letterboxd-ratings", id = "Letterboxd URI",
        decimal = ".",
        columns = {
          tracker = {value = "Film ratings"},
          at = "Date",
          title = "Name",
          number = "Rating",
          values = {Year = "Year"},
        },
        fields = {Year = "number"},
      }
      """),
    BundledMapping(
      "letterboxd",
      "Letterboxd, watched.csv: each film that was marked as seen is an entry of Films watched.",
      table: "watched",
      columns: ["Date", "Name", "Year", "Letterboxd URI"], ending: "watched.csv",
      """
      -- Letterboxd, watched.csv: all films that were ever marked as seen, with the day of the mark. The
      -- header of watchlist.csv, the films still to be seen, is the same: so the name of the file counts.
      return {
        kind = "entry",
        source = "letterboxd-watched", id = "Letterboxd URI",
        columns = {
          tracker = {value = "Films watched"},
          at = "Date",
          title = "Name",
          done = true,
          values = {Year = "Year"},
        },
        fields = {Year = "number"},
      }
      """),
  ]
}
