-- ends: 1 letters that strftime knows
os.date('%Ez %')
