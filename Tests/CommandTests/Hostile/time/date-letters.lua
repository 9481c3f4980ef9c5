-- ends: 1 valid strftime specifiers
os.date('%Ez %')
