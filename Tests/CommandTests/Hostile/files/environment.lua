-- ends: 1 reading it is not allowed; allow it with --allow-env HOME
os.getenv('HOME')
