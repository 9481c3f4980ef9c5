-- ends: 74 reading is not allowed
quest.add('outside/secret')
