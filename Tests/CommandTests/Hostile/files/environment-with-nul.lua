-- ends: 1 expected the name of a variable
-- run: --allow-env HOME
os.getenv('HOME\0')
