// The functions of SQLite that Swift cannot call: those with variadic arguments.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// Prevents a connection from running anything that is defined in the file: no triggers, no views,
// no functions of the application in its schema, and no changes of the schema except by the
// statements for that purpose. A definition of megabytes is refused, since parsing one can take minutes: the time
// grows with the square of the number of its common table expressions. Returns 0 or an error code of SQLite.
static inline int cs_distrust_schema(sqlite3 *connection) {
  static const int off[] = {
    SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA};
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 1 << 18);
  for (int i = 0; i < 3 && result == SQLITE_OK; i++)
    result = sqlite3_db_config(connection, off[i], 0, (int *)0);
  return result;
}

// Keeps a connection from moving the log's content into the file, and from removing the log, when it is closed.
// Returns 0 or an error code of SQLite.
static inline int cs_keep_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
