"""Checks the documentation of FlintRules, and writes its pages as Markdown, for scripts/library-docs.

check SYMBOLS LANDING: every public symbol has a comment, and the landing page lists every type.
pages ARCHIVE FOLDER: the Markdown of each page, with links that are relative to its file.
"""

import collections
import json
import os
import pathlib
import re
import sys


def check(symbols, landing):
    graph = json.loads(pathlib.Path(symbols).read_text())["symbols"]
    listed = set(re.findall(r"^- ``([^`]+)``$", pathlib.Path(landing).read_text(), re.MULTILINE))
    faults = []
    modules = collections.Counter()
    for symbol in graph:
        name = "/".join(symbol["pathComponents"])
        comment = symbol.get("docComment", {"lines": []})
        modules[comment.get("module", "?")] += 1
        text = " ".join(line["text"] for line in comment["lines"]).strip()
        if not text:
            faults.append(f"{name} has no documentation")
        if len(symbol["pathComponents"]) == 1 and name not in listed:
            faults.append(f"the landing page does not list {name}")
    counts = ", ".join(f"{module} {count}" for module, count in sorted(modules.items()))
    print(f"{len(graph)} public symbols: {counts}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults or not graph else 0


def pages(archive, folder):
    source = pathlib.Path(archive, "data", "documentation")
    texts = {}
    files = {}
    members = collections.defaultdict(list)
    for path in sorted(source.rglob("*.md")):
        text = path.read_text()
        end = text.index("-->\n") + len("-->\n")
        about = json.loads(text[len("<!--\n") : end - len("-->\n")])
        file = path.relative_to(source)
        texts[file] = text[end:].lstrip("\n")
        files[about["identifier"].lower()] = file
        # Pages of types do not list their members; those of the module and of articles need no list.
        if about["role"] != "article" and len(file.parts) > 2:
            members[file.parent].append((about["title"], file))
    missing = set()

    def link(match, file):
        target = files.get(match[1].lower())
        if target is None:
            missing.add(match[1])
            return match[0]
        # Commonmark ends a link at a blank or an unbalanced parenthesis, hence the brackets.
        return f"](<{os.path.relpath(target, file.parent)}>)"

    for file, text in list(texts.items()):
        # Where DocC leaves a link or a heading as it was written.
        text = re.sub(
            r"``doc://[^/`]+(/documentation/[^`]+)``",
            lambda m: f"[`{m[1].rsplit('/', 1)[1]}`]({m[1]})", text)
        text = text.replace("## Discussion>", "## Discussion\n\n>")
        text = re.sub(
            r"\]\((/documentation/(?:[^()\s]|\([^()]*\))+)\)", lambda m: link(m, file), text)
        if members[file.with_suffix("")]:
            text += "\n\n## Members\n\n" + "".join(
                f"- [`{title}`](<{os.path.relpath(member, file.parent)}>)\n"
                for title, member in sorted(members[file.with_suffix("")]))
        path = pathlib.Path(folder, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for target in sorted(missing):
        print(f"no page for {target}", file=sys.stderr)
    print(f"{len(texts)} pages")
    return 1 if missing or not texts else 0


if __name__ == "__main__":
    sys.exit({"check": check, "pages": pages}[sys.argv[1]](*sys.argv[2:]))
