-- ends: 1 reading it is not allowed
-- run: --allow-env HOME
os.getenv('HOME\0')
