// What Swift cannot call of SQLite: functions with arguments of any number and kind.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// Has a connection run nothing that a file brings along: no triggers, no views, no functions of the
// application's in its schema, and no change of the schema but by statements made for that. 0, or what
// SQLite says.
static inline int cs_distrust_schema(sqlite3 *connection) {
  static const int off[] = {
    SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA};
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  for (int i = 0; i < 3 && result == SQLITE_OK; i++)
    result = sqlite3_db_config(connection, off[i], 0, (int *)0);
  return result;
}

#endif
