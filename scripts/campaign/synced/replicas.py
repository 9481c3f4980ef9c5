"""Replicas of a folder, and a program that moves files between them as Syncthing does, with all that goes wrong."""

import hashlib
import os

PARTS = (".syncthing.", "~syncthing~")


def digest(content):
    return None if content is None else hashlib.sha256(content).hexdigest()


def newer(one, other):
    """Whether a vector of versions has a change that the other has not."""
    return any(count > other.get(replica, 0) for replica, count in one.items())


class Replica:
    """A folder of one machine. Each file has a vector of versions, which counts the changes made in each replica."""

    def __init__(self, name, path, shares=""):
        self.name, self.path, self.shares = name, path, shares
        # By the names of files: the vector, and the digest of the content to which it belongs.
        self.versions = {}
        # The digests of incomplete copies. They are no change of this replica, and are not passed on.
        self.incomplete = {}
        os.makedirs(os.path.join(path, "inbox"), exist_ok=True)

    def files(self):
        found = []
        for folder, _, names in os.walk(self.path):
            found += [os.path.relpath(os.path.join(folder, name), self.path) for name in names]
        return sorted(found)

    def read(self, name):
        try:
            with open(os.path.join(self.path, name), "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None

    def modified(self, name):
        return os.stat(os.path.join(self.path, name)).st_mtime

    def write(self, name, content, modified=None):
        """Replaces a file as most programs do, so that it is never seen incomplete."""
        path = os.path.join(self.path, name)
        if content is None:
            if os.path.isfile(path):
                os.remove(path)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        part = os.path.join(os.path.dirname(path), f".syncthing.{os.path.basename(path)}.tmp")
        with open(part, "wb") as file:
            file.write(content)
        if modified is not None:
            os.utime(part, (modified, modified))
        os.replace(part, path)

    def contents(self):
        return {name: self.read(name) for name in self.files()}

    def scan(self):
        """Counts what was changed, added or removed here since the last scan."""
        for name in set(self.files()) | set(self.versions):
            # Temporary files are not moved: those of this program by their names, Flint's as they are gone before.
            if ".syncthing." in name or name.endswith(("-wal", "-shm", "-journal")):
                continue
            found = digest(self.read(name))
            vector, known = self.versions.get(name, ({}, None))
            if found == known or found == self.incomplete.get(name, ""):
                continue
            self.incomplete.pop(name, None)
            self.versions[name] = ({**vector, self.name: vector.get(self.name, 0) + 1}, found)


class Mover:
    """Moves files between replicas, in a random order, not all at once, and not always whole."""

    def __init__(self, chance):
        self.chance = chance
        self.copies = self.halves = self.conflicts = 0

    def exchange(self, one, other, is_complete=False):
        """Brings two replicas closer, or with `is_complete` to the same content. Returns whether a file was moved."""
        one.scan()
        other.scan()
        names = sorted(set(one.versions) | set(other.versions))
        self.chance.shuffle(names)
        before = self.copies
        for name in names:
            if not name.startswith(one.shares) or not name.startswith(other.shares):
                continue
            if is_complete or self.chance.random() < 0.7:
                self.move(one, other, name, is_complete)
        return self.copies > before

    def move(self, one, other, name, is_complete):
        mine, my_digest = one.versions.get(name, ({}, None))
        others, other_digest = other.versions.get(name, ({}, None))
        if mine == others or one.incomplete.get(name) and other.incomplete.get(name):
            return
        merged = {key: max(mine.get(key, 0), others.get(key, 0)) for key in mine | others}
        if my_digest == other_digest:
            one.versions[name] = other.versions[name] = (merged, my_digest)
            for replica in (one, other):
                # The source of an incomplete copy was removed.
                if my_digest is None and replica.incomplete.pop(name, None):
                    replica.write(name, None)
        elif newer(mine, others) and newer(others, mine):
            self.conflict(one, other, name, merged)
        elif newer(mine, others):
            self.copy(one, other, name, is_complete)
        else:
            self.copy(other, one, name, is_complete)

    def copy(self, source, target, name, is_complete):
        if name in source.incomplete:
            return
        vector, found = source.versions[name]
        content = source.read(name)
        if digest(content) != found:
            return
        self.copies += 1
        if content and not is_complete and self.chance.random() < 0.25:
            self.halves += 1
            length = self.chance.randrange(len(content))
            part = content[:length]
            way = self.chance.choice(["prefix", "zeroed", "temporary"])
            if way == "zeroed":
                part += bytes(len(content) - length)
            if way == "temporary":
                path = os.path.join(target.path, os.path.dirname(name))
                os.makedirs(path, exist_ok=True)
                with open(os.path.join(path, f".syncthing.{os.path.basename(name)}.tmp"), "wb") as file:
                    file.write(part)
            else:
                target.write(name, part)
                target.incomplete[name] = digest(part)
            return
        target.write(name, content, content is not None and source.modified(name) or None)
        target.incomplete.pop(name, None)
        target.versions[name] = (dict(vector), found)

    def conflict(self, one, other, name, merged):
        """Both replicas changed a file: one keeps its content, that of the other gets another name beside it."""
        winner, loser = sorted([one, other], key=lambda replica: replica.versions[name][1] or "")[::-1]
        lost, content = loser.read(name), winner.read(name)
        self.conflicts += 1
        self.copies += 1
        if lost is not None:
            loser.write(self.conflict_name(name), lost)
        loser.write(name, content)
        loser.incomplete.pop(name, None)
        one.versions[name] = other.versions[name] = (merged, digest(content))
        loser.scan()

    def conflict_name(self, name):
        stem, extension = os.path.splitext(name)
        number = self.conflicts
        letters = "".join(self.chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") for _ in range(7))
        return self.chance.choice([
            f"{stem}.sync-conflict-20260301-{number:06}-{letters}{extension}",
            f"{stem} (conflicted copy {number}){extension}",
        ])
