-- ends: 74 reading is not allowed
quest.load('outside/secret')
