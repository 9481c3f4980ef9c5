#!/usr/bin/python3
"""Arranges the pages of the site for Sphinx: ROOT OUTPUT [--man FOLDER] [--library FOLDER].

The pages of the repository keep their paths, so that their links lead where they do in it. What a page links to and
is no page becomes one: a source file is shown with a link to download it, a folder is listed. Other files, such as
tables, are downloaded; Sphinx copies these. Man pages become HTML by mandoc; library.py has the pages of the library.
"""

import argparse
import os
import re
import shutil
import subprocess
from pathlib import Path

from library import Library

PAGES = ["*.md", "docs/*.md", "docs/reference/*.md", "docs/reference/lua/*.md", "examples/*.md", "examples/*/README.md"]
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(?=[)#])")
# A link whose text is its path has the title of the page as its text.
NAMED_BY_PATH = re.compile(r"\[(?:[\w./-]+/)?([\w-]+\.md)\](?=\((?:[\w./-]+/)?\1\))")
# A section of a man page: the level, the text and the rest.
SECTION = re.compile(r"<h(\d) [^>]*>(.*?)</h\d>(.*?)(?=<h\d |</div>\s*<(?:table|div) class=\"foot\")", re.DOTALL)
# What is shown as a page, by its ending, and the language in which it is written.
LANGUAGES = {".lua": "lua", ".py": "python", ".sh": "bash", ".json": "json", ".swift": "swift", "": "none"}
# A file of more bytes is not shown.
LARGEST = 50_000


class Site:
    """The pages for Sphinx, written into a folder."""

    def __init__(self, root, output):
        self.root, self.output = root, output
        self.done = set()

    def write(self, path, text):
        file = self.output / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def copy(self, path):
        file = self.output / path
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.root / path, file)

    def page(self, path):
        """Copies a page; its links lead to pages."""
        if path not in self.done:
            self.done.add(path)
            text = (self.root / path).read_text(encoding="utf-8")
            text = LINK.sub(lambda link: self.linked(path.parent, link[1]), NAMED_BY_PATH.sub("[]", text))
            self.write(path, text)

    def linked(self, folder, link):
        """The link to the page for a file or a folder, which is made if it is not a page itself."""
        path = Path(os.path.normpath(folder / link))
        if (self.root / path).is_dir():
            target = self.folder(path)
        elif path.suffix == ".md" or not (self.root / path).is_file():
            return link
        else:
            target = self.file(path)
        return os.path.relpath(target, folder)

    def file(self, path):
        """The page that shows a source file, or another file itself."""
        self.copy(path)
        language = LANGUAGES.get(path.suffix)
        if language is None or (self.root / path).stat().st_size > LARGEST:
            return path
        name = path.name
        page = path.with_name(name + ".md")
        self.write(
            page,
            f"---\norphan: true\n---\n# {path}\n\nA file of the repository: {{download}}`{name}`\n\n"
            f"```{{literalinclude}} {name}\n:language: {language}\n```\n",
        )
        return page

    def folder(self, path):
        """The page that lists a folder: its README, or the names of its files."""
        readme = path / "README.md"
        if (self.root / readme).exists():
            self.page(readme)
            return readme
        page = path / "index.md"
        if page not in self.done:
            self.done.add(page)
            links = [
                f"- [{entry.name}{'/' if entry.is_dir() else ''}]({self.linked(path, entry.name)})"
                for entry in sorted((self.root / path).iterdir())
                if not entry.name.startswith((".", "__")) and entry.name != "expected"
            ]
            self.write(page, f"---\norphan: true\n---\n# {path}\n\n" + "\n".join(links) + "\n")
        return page

    def man_pages(self, folder):
        """Man pages of commands, with their sections as headings; the others have the text of the reference."""
        entries = []
        for file in sorted(folder.glob("*.1"), key=lambda x: x.stem):
            command = ["mandoc", "-T", "html", "-O", "fragment,man=%N.%S.html", file]
            html = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
            html = re.sub(r'(?<=href=")flint-(\w+)\.[57]\.html', r"../docs/reference/\1.html", html)
            name = f"{file.stem}({file.suffix[1:]})"
            text = f"# {name}\n"
            for level, heading, body in SECTION.findall(html):
                heading = " ".join(re.sub("<[^>]*>", "", heading).split()).capitalize()
                body = re.sub(r"</?section[^>]*>", "", body)
                text += f"\n{'#' * (int(level) + 1)} {heading}\n\n"
                text += f'````{{raw}} html\n<div class="man">{body}</div>\n````\n'
            self.write(Path("man", f"{file.name}.md"), text)
            summary = re.search(r'class="Nd">(.*?)</', html, re.DOTALL)
            entries.append(f"- [{name}](man/{file.name}.md): {' '.join(summary[1].split())}\n")
        self.write(Path("man/list.md"), "".join(entries))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--man", type=Path)
    parser.add_argument("--library", type=Path)
    options = parser.parse_args()
    site = Site(options.root, options.output)
    for pattern in PAGES:
        for file in sorted(options.root.glob(pattern)):
            site.page(file.relative_to(options.root))
    # The pages of the modules stand below their index.
    index = options.output / "docs/reference/lua.md"
    text = index.read_text(encoding="utf-8") + "\n```{toctree}\n:hidden:\n:glob:\n\nlua/*\n```\n"
    index.write_text(text, encoding="utf-8")
    if options.man:
        site.man_pages(options.man)
    else:
        site.write(Path("man/list.md"), "")
    if options.library:
        for path, text in Library(options.library).pages():
            site.write("library-reference" / path, text)
    shutil.copyfile(options.root / "scripts/site/make-reports", options.output / "make-reports")
    for file in sorted((options.root / "scripts/site/pages").glob("*.md")):
        lines = file.read_text(encoding="utf-8").splitlines()
        # Sphinx warns of a pattern in a table of contents that matches no page.
        lines = [x for x in lines if not re.fullmatch(r"[\w/.-]+\*", x) or [*options.output.glob(x + ".md")]]
        site.write(file.name, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
