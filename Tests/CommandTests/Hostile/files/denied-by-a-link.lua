-- ends: 74 reading is denied by --deny-read
-- run: --allow-read outside --deny-read inside/link
fs.read("outside/secret")
