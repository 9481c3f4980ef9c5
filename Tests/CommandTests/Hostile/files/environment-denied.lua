-- ends: 1 reading it is denied by --deny-env
-- run: --allow-env * --deny-env HO*
os.getenv('HOME')
