-- ends: 1 
card.roll('\27[2J\7')
