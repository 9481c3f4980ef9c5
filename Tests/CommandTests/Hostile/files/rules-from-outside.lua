-- ends: 1 
odds.goal{goal = 'complete', rules = 'outside/secret'}
