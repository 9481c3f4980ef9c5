"""The copy of the package in which mutants are written."""

import json
import os
import shutil
import subprocess

# What the copy has otherwise: warnings about mutants are none of anyone's business, and programs that
# tests start are mutants too. Each text has to be there.
CHANGES = [
    (
        "Package.swift",
        '    .treatAllWarnings(as: .error),\n    .enableUpcomingFeature("InternalImportsByDefault")',
        '    .enableUpcomingFeature("InternalImportsByDefault")',
    ),
    (
        "Tests/TestSupport/ChildProcess.swift",
        '$0.key == "ASAN_OPTIONS"',
        '$0.key == "FLINT_MUTANT" || $0.key == "ASAN_OPTIONS"',
    ),
]

# What the build writes beside the files.
KEPT = {"Package.resolved"}
FOLDERS_KEPT = {".build", ".swiftpm"}


def package_files(root):
    """The paths of the package's files, from its folder: those that git knows or would add."""
    command = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(name for name in set(names) if name and os.path.lexists(os.path.join(root, name)))


# The folders that have a folder for each module.
FOLDERS_OF_MODULES = ["Library/Sources", "Sources"]


def folder_of(name):
    """The folder of the module that a file belongs to."""
    folder = next(folder for folder in FOLDERS_OF_MODULES if name.startswith(folder + "/"))
    return f"{folder}/{name[len(folder) + 1:].split('/')[0]}"


def sources_of(module, files):
    """The Swift files of a module among some files."""
    folders = tuple(f"{folder}/{module}/" for folder in FOLDERS_OF_MODULES)
    return [name for name in files if name.startswith(folders) and name.endswith(".swift")]


def update(root, copy, files, mutated):
    """Copies all files but those that the mutator writes; what has not changed keeps its time."""
    changes = {}
    for name, old, new in CHANGES:
        changes.setdefault(name, []).append((old, new))
    for name in files:
        if name not in mutated:
            update_file(os.path.join(root, name), os.path.join(copy, name), changes.get(name, []))
    generated = {f"{folder_of(name)}/FlintMutant.swift" for name in mutated}
    remove_others(copy, set(files) | generated | KEPT)


def update_file(source, target, changes):
    """Copies a file, with some texts replaced, unless the copy has the same content."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.islink(source):
        if not os.path.islink(target) or os.readlink(source) != os.readlink(target):
            shutil.copy2(source, target, follow_symlinks=False)
        return
    with open(source, "rb") as file:
        content = file.read()
    for old, new in changes:
        if old.encode() not in content:
            raise SystemExit(f"mutants: {source} has no longer the text {old!r}")
        content = content.replace(old.encode(), new.encode())
    if os.path.isfile(target):
        with open(target, "rb") as file:
            if file.read() == content:
                return
    with open(target, "wb") as file:
        file.write(content)
    shutil.copymode(source, target)


def remove_others(copy, names):
    """Removes what is not, or no longer, part of the package."""
    for folder, folders, files in os.walk(copy):
        if folder == copy:
            folders[:] = [name for name in folders if name not in FOLDERS_KEPT]
        for name in files:
            path = os.path.join(folder, name)
            if os.path.relpath(path, copy) not in names:
                os.remove(path)


def write_mutants(mutator, plan):
    """Writes the sources of the plan's modules with mutants, and returns the table of the mutants."""
    run = subprocess.run([mutator], input=json.dumps(plan), check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout)
