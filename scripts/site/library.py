"""Arranges the pages that scripts/library-docs writes: members become sections of the pages of types."""

import os
import re
from pathlib import Path

LINK = re.compile(r"(?<=\]\(<)([^>#]+)(?=>\))")
FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)


class Library:
    """The pages below a folder, of which each page of a type has the pages of its members as sections.

    A page for each member would make the site four times as large, and say one sentence.
    """

    def __init__(self, folder):
        self.folder = folder
        self.files = sorted(x.relative_to(folder) for x in folder.rglob("*.md"))
        # The names of sections that links lead to, by the paths of their pages.
        self.labels = {}
        taken = set()
        for file in self.files:
            if len(file.parts) > 2:
                plain = re.sub(r"\W+", "-", str(file.with_suffix(""))).strip("-").lower()
                label = next(x for x in [plain, *(f"{plain}-{i}" for i in range(2, 1000))] if x not in taken)
                taken.add(label)
                self.labels[file] = label

    def pages(self):
        """The path and the text of each page."""
        for file in self.files:
            if len(file.parts) > 2:
                continue
            text = self.linked(file)
            for member in self.files:
                if len(member.parts) > 2 and member.parts[1] == file.stem:
                    text += "\n\n" + self.section(member)
            if len(file.parts) == 1:
                text = self.with_contents(file, text)
            yield file, text + "\n"

    def with_contents(self, file, text):
        """The page of a module, whose table of contents has the order of its topics."""
        children = {x for x in self.files if len(x.parts) == 2 and x.parts[0] == file.stem}
        order = [x for x in dict.fromkeys(map(Path, LINK.findall(text))) if x in children]
        order += sorted(children.difference(order))
        # A link and the paragraph below it are a term and its definition.
        text = re.sub(r"^(\[[^\]]+\]\(<[^>]+>\))\n\n(?=[^\[#\s])", r"\1\n: ", text, flags=re.MULTILINE)
        listed = "\n".join(str(x.with_suffix("")) for x in order)
        return f"{text}\n\n```{{toctree}}\n:hidden:\n{listed}\n```"

    def linked(self, file):
        """The text of a page; its links to members lead to sections."""

        def link(match):
            target = Path(os.path.normpath(file.parent / match[1]))
            if target in self.labels:
                return f"#{self.labels[target]}"
            # The page of a member is part of one that is not in its folder.
            return os.path.relpath(target, Path(*file.parts[:2]).parent)

        text = LINK.sub(link, (self.folder / file).read_text(encoding="utf-8"))
        # A declaration is Swift, which DocC does not state.
        return re.sub(r"(?<=\n\n)```\n(.*?\n```)", r"```swift\n\1", text, flags=re.DOTALL)

    def section(self, file):
        """A page of a member as a section, whose own headings are bold lines."""
        title, _, text = self.linked(file).partition("\n")
        parts = FENCE.split(text)
        for index in range(0, len(parts), 2):
            text = re.sub(r"^#+ (Overview|Discussion)$", "", parts[index], flags=re.MULTILINE)
            parts[index] = re.sub(r"^#+ (.*)$", r"**\1**", text, flags=re.MULTILINE)
        heading = f"{'#' * len(file.parts)} `{title.removeprefix('# ')}`"
        return f"({self.labels[file]})=\n{heading}\n{''.join(parts)}"
