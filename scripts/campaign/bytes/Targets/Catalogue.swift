/// All targets, by name. Each is made when it is asked for, since some read many files.
let targets: [NamedTarget] =
  [
    ("json", jsonTarget), ("json-rows", jsonRowsTarget), ("timestamps", timestampTarget),
    ("dates", dateTarget), ("numbers", numberTarget), ("zones", zoneTarget), ("csv", csvTarget),
    ("encodings", encodingTarget), ("gzip", gzipTarget), ("zip", zipTarget),
    ("sqlite", sqliteTarget), ("lua-source", luaSourceTarget), ("lua-tokens", luaTokensTarget),
    ("patterns", patternTarget), ("rulebook", rulebookTarget),
    ("rulebook-file", rulebookFileTarget), ("quests", questTarget), ("mapping", mappingTarget),
    ("plan", planTarget), ("loot", lootTarget), ("loot-csv", lootCSVTarget),
    ("population", populationTarget), ("draws", drawLogTarget), ("shards", shardTarget),
    ("state", stateTarget), ("profile", profileTarget), ("dump", dumpTarget),
    ("sniff", sniffTarget), ("draft", draftTarget),
  ] + importTargets
