import GRDB

/// The schema of a profile's file, and the migration of older files to it.
enum Schema {
  /// The number that marks a file as a Flint profile: "FLNT" in ASCII.
  static let applicationID: Int32 = 0x464C_4E54

  /// The number of the schema, which is the number of migrations; stored in the file as
  /// `user_version`.
  static let version = migrations.count

  /// A step from one version to the next: first tables, indexes and columns, purely as SQL, because
  /// the schema of a file is compared with it; then changes of the rows.
  struct Migration: Sendable {
    var name: String
    var sql: String
    var changeRows: @Sendable (Database) throws -> Void = { _ in }
  }

  /// The migrations, each of which creates a version from the previous one.
  static let migrations = [
    Migration(name: "sparks, card rolls and corrections", sql: createEvents),
    Migration(name: "events of every other kind, undo, rulebooks", sql: createOtherEvents),
    Migration(name: "what an import was", sql: describeBatches),
    Migration(name: "checksums of rows", sql: addRowSums) { database in
      for table in RowSum.tables where table != "profile" {
        try RowSum.renew(table, in: database)
      }
      try RowSum.computeWithoutSettings(in: database)
    },
    Migration(name: "day start and display settings", sql: addSettings) { database in
      try RowSum.include(RowSum.addedSettings, without: RowSum.addedOptions, in: database)
    },
    Migration(name: "pager, limit and command lines", sql: addOptions) { database in
      try RowSum.include(RowSum.addedOptions, in: database)
    },
  ]

  /// The first schema that dumps were written with.
  static let firstDumped = 3

  /// Migrates a file to the current schema, or creates the tables of an empty one.
  ///
  /// - Parameter version: the schema at which to stop.
  static func migrate(_ queue: DatabaseQueue, through version: Int = version) throws {
    var migrator = DatabaseMigrator()
    for (index, migration) in migrations.enumerated() {
      migrator.registerMigration(migration.name) { database in
        try RowSum.install(in: database)
        try database.execute(sql: migration.sql)
        try migration.changeRows(database)
        try database.execute(sql: "PRAGMA user_version = \(index + 1)")
      }
    }
    guard migrations.indices.contains(version - 1) else { return }
    try migrator.migrate(queue, upTo: migrations[version - 1].name)
  }

  /// The indexes of sparks, which a bulk insert rebuilds.
  static let sparkIndexes = """
    CREATE UNIQUE INDEX IF NOT EXISTS spark_id ON spark (id);
    CREATE INDEX IF NOT EXISTS spark_at ON spark (at);
    """

  /// The index of the ids of events other than sparks and rolls, which a bulk insert rebuilds.
  static let eventIDIndex = "CREATE UNIQUE INDEX IF NOT EXISTS event_id ON event (id);"

  /// The indexes of corrections, which a bulk undo rebuilds.
  static let correctionIndexes = """
    CREATE UNIQUE INDEX IF NOT EXISTS correction_hash ON correction (hash);
    CREATE INDEX IF NOT EXISTS correction_event ON correction (event);
    """

  /// The columns with the content of a spark, of a correction of one, and of its first content.
  private static let sparkContent = """
      at INTEGER NOT NULL,
      "offset" INTEGER NOT NULL,
      category INTEGER NOT NULL,
      intensity INTEGER NOT NULL,
      title TEXT NOT NULL,
      notes TEXT,
      tags TEXT,
      estimated INTEGER,
      actual INTEGER
    """

  /// The columns with the content of another event.
  private static let eventContent = """
      at INTEGER NOT NULL,
      "offset" INTEGER NOT NULL,
      content TEXT NOT NULL
    """

  /// The tables of the first schema. Events of each kind have a table of their own, with the same
  /// envelope: `seq` is the order of recording over all kinds, and the clustered key, so that rows
  /// are only ever appended; ids are hashes in an index. The row of an event contains its *current*
  /// values; from its first correction on, `…_original` stores the values that were recorded first.
  private static let createEvents = """
    CREATE TABLE profile (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      id BLOB NOT NULL,
      seed INTEGER NOT NULL,
      zone TEXT NOT NULL,
      rulebook TEXT NOT NULL,
      rulebook_hash TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      record_count INTEGER NOT NULL,
      record_high INTEGER NOT NULL,
      record_low INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE batch (
      seq INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      source TEXT NOT NULL,
      recorded_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE spark (
      seq INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
    \(sparkContent),
      key TEXT,
      recorded_at INTEGER NOT NULL,
      batch INTEGER NOT NULL REFERENCES batch (seq),
      removed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    \(sparkIndexes)

    CREATE TABLE card_roll (
      seq INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      at INTEGER NOT NULL,
      "offset" INTEGER NOT NULL,
      category INTEGER NOT NULL,
      key TEXT,
      recorded_at INTEGER NOT NULL,
      batch INTEGER NOT NULL REFERENCES batch (seq),
      removed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX card_roll_id ON card_roll (id);
    CREATE INDEX card_roll_at ON card_roll (at);

    CREATE TABLE correction (
      seq INTEGER PRIMARY KEY,
      hash BLOB NOT NULL,
      event BLOB NOT NULL,
      change INTEGER NOT NULL,
      recorded_at INTEGER NOT NULL,
      batch INTEGER NOT NULL REFERENCES batch (seq)
    ) STRICT;
    \(correctionIndexes)

    CREATE TABLE spark_edit (
      seq INTEGER PRIMARY KEY REFERENCES correction (seq),
    \(sparkContent)
    ) STRICT;

    CREATE TABLE spark_original (
      seq INTEGER PRIMARY KEY REFERENCES spark (seq),
    \(sparkContent)
    ) STRICT;

    CREATE TABLE cached_state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      record_count INTEGER NOT NULL,
      record_high INTEGER NOT NULL,
      record_low INTEGER NOT NULL,
      rulebook_hash TEXT NOT NULL,
      coding INTEGER NOT NULL,
      state BLOB NOT NULL
    ) STRICT;
    """

  /// The table of all events except sparks and rolls, of which there are millions; the content is a
  /// JSON object. The rulebook with which a profile is folded is stored in the profile too, so that
  /// the file is self-contained.
  private static let createOtherEvents = """
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      kind INTEGER NOT NULL,
    \(eventContent),
      key TEXT,
      recorded_at INTEGER NOT NULL,
      batch INTEGER NOT NULL REFERENCES batch (seq),
      removed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    \(eventIDIndex)
    CREATE INDEX event_at ON event (at);
    CREATE INDEX event_kind ON event (kind, at);

    CREATE TABLE event_edit (
      seq INTEGER PRIMARY KEY REFERENCES correction (seq),
    \(eventContent)
    ) STRICT;

    CREATE TABLE event_original (
      seq INTEGER PRIMARY KEY REFERENCES event (seq),
    \(eventContent)
    ) STRICT;

    CREATE TABLE rulebook (
      hash TEXT PRIMARY KEY,
      definition TEXT NOT NULL
    ) STRICT;

    ALTER TABLE batch ADD COLUMN undoes INTEGER REFERENCES batch (seq);
    """

  /// The details of a batch, as a JSON object: for an import its file, format and counts.
  private static let describeBatches = "ALTER TABLE batch ADD COLUMN detail TEXT"

  /// The settings of the profile: when days start, in minutes after 00:00, on which the cached state
  /// depends too, and how the profile is shown.
  private static let addSettings = """
    ALTER TABLE profile ADD COLUMN day_start INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE profile ADD COLUMN week_start TEXT NOT NULL DEFAULT 'monday';
    ALTER TABLE profile ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
    ALTER TABLE profile ADD COLUMN color TEXT NOT NULL DEFAULT 'auto';
    ALTER TABLE cached_state ADD COLUMN day_start INTEGER NOT NULL DEFAULT 0;
    """

  /// The settings without a column of their own, as a JSON object.
  private static let addOptions =
    "ALTER TABLE profile ADD COLUMN options TEXT NOT NULL DEFAULT '{}'"

  /// The checksum of the values with which each row was written: see `RowSum`.
  private static let addRowSums = RowSum.tables
    .map { "ALTER TABLE \($0) ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;" }
    .joined(separator: "\n")
}
