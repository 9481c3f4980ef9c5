-- expected: 2 [permission] os.getenv
print(os.getenv("HOME"))
