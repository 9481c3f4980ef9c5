#!/usr/bin/python3
"""Checks HTML pages and SVG files in Debian's Chromium: is each readable by everyone, and inert?

    /usr/bin/python3 Tests/Browser/check_pages.py [--update] [--screenshots FOLDER]
        [--allow-titles TEXTFILE] FILE…

Prints one line for each fault, `FILE: variant: rule: what and where`, and exits with 1 if there is
any; otherwise the number of pages and views. A page is opened once, as file://, without a network,
and shown in four variants: light and dark (1280 px wide), print (718 px, A4 with margins) and
narrow (320 px).

Once a page:
  console, request, dialog, error  nothing is printed, requested or asked; the checks could run
  policy      exactly the content security policy that is expected, which blocks an injected
              handler, script and image
  script, element, reference  no script or handler; no element or address that could load a thing
  id, head    ids are unique and references lead somewhere; charset, viewport, document type
  svg-role, svg-title, svg-desc, svg-table  each picture has a name, a description and its numbers
  keyboard, focus  Tab reaches each element in order and leaves the page; the focus is visible
  select      texts, those of pictures too, are copied; nothing forbids selecting or covers a text
  tidy, escape, xmllint, svg-element  markup; pictures in pages are well-formed XML, of known
              elements only
  title, bidi  with --allow-titles: each line of the file is in the page as text, made no element,
              and if it is written from right to left, is isolated from the text around it
Once a variant, with every <details> open:
  scroll, scroll-region, cut, squeezed  nothing to be scrolled to the side, except in regions that
              the keyboard reaches (not in print); nothing cut off, no short word on three lines
  ground      the background is light, dark, or white in print
  svg-text-size, svg-text-box, svg-text-overlap, svg-contrast  texts of pictures are at least 7 px
              high, within their picture, not on one another, and have a contrast of 4.5:1 (3:1 if
              large, or without letters and digits) against each colour behind them
  axe/…       axe-core: WCAG 2.0 to 2.2, A and AA, and its best practices
  screenshot  as stored in Screenshots/NAME-variant.png, if it is; see screenshots.py. The <details>
              are as they were. --update stores, --screenshots keeps those in full size.

An SVG file of its own is shown in light and dark, and checked where the above applies to it.
The machine needs the packages of scripts/setup --tests. self_test.py tests the checks themselves.
"""

import argparse
import sys
import time
from collections import namedtuple
from pathlib import Path

from selenium.common.exceptions import WebDriverException

sys.path.insert(0, str(Path(__file__).parent))

import screenshots  # noqa: E402
from browser import Browser, axe_source  # noqa: E402
from markup import Markup  # noqa: E402

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
Variant = namedtuple("Variant", "name width media scheme")
VARIANTS = [
    Variant("light", 1280, "screen", "light"),
    Variant("dark", 1280, "screen", "dark"),
    Variant("print", 718, "print", "light"),
    Variant("narrow", 320, "screen", "light"),
]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALLEST_TEXT = 7
# Faults of one rule and variant beyond these are counted only.
MOST = 8

CALLED = """references head pictures openDetails thin layout pictureTexts ground startKeyboard
    endKeyboard selection titles attack""".split()
CHECKS = "window.pageChecks = (() => {{ {} return {{ {} }} }})()".format(
    "\n".join(x.read_text() for x in sorted((Path(__file__).parent / "Checks").glob("*.js"))),
    ", ".join(CALLED),
)
RUN_AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {
  runOnly: {type: 'tag', values: arguments[0]}, resultTypes: ['violations', 'incomplete'],
  elementRef: true, preload: false, iframes: false,
}).then(
  // Of texts in pictures it can decide nothing: pictureTexts does.
  result => done(Object.fromEntries(['violations', 'incomplete'].map(kind => [kind,
    result[kind].flatMap(rule => rule.nodes
      .filter(node => kind === 'violations' || !node.element?.ownerSVGElement)
      .map(node => [rule.id, node.target.join(' '), node.failureSummary]))]))),
  error => done({violations: [['error', '', String(error)]], incomplete: []}));
"""


class Checker:
    """Checks files one after the other in one browser."""

    def __init__(self, browser, titles=(), update=False, folder=None):
        self.browser = browser
        self.axe = axe_source()
        self.titles = list(titles)
        self.update = update
        self.folder = folder
        self.views = self.regions = self.compared = self.undecided = 0

    def check(self, path, variants=None):
        """The faults of a file as (variant, rule, text), without repetitions."""
        path = Path(path)
        markup = Markup(path)
        try:
            check = self.svg if path.suffix == ".svg" else self.page
            faults = check(path, variants)
        except WebDriverException as error:
            faults = [("page", "error", (error.msg or str(error)).splitlines()[0])]
        faults += [("markup", rule, text) for rule, text in markup.faults()]
        return list(dict.fromkeys(faults))

    def call(self, name, *arguments):
        listed = ", ".join(f"arguments[{i}]" for i in range(len(arguments)))
        return self.browser.run(f"return pageChecks.{name}({listed})", *arguments)

    def page(self, path, variants):
        browser, faults = self.browser, []

        def add(variant, found):
            faults.extend((variant, rule, text) for rule, text in found)

        first = VARIANTS[0]
        browser.look(first)
        browser.open(path)
        add("page", self.happened(path))
        browser.run(CHECKS)
        add("page", self.call("references"))
        add("page", self.call("head", POLICY))
        add("page", self.call("pictures", True))
        shown = [x for x in VARIANTS if variants is None or x.name in variants]
        for variant in shown:
            browser.look(variant)
            self.views += 1
            add(variant.name, self.call("layout", variant.media == "print")["faults"])
            add(variant.name, self.screenshot(path, variant))
        self.call("openDetails")
        browser.look(first)
        for _ in range(self.call("startKeyboard") + 1):
            browser.press_tab()
        add("page", self.call("endKeyboard"))
        add("page", self.call("selection"))
        if self.titles:
            add("page", self.call("titles", self.titles))
        for variant in shown:
            browser.look(variant)
            layout = self.call("layout", variant.media == "print")
            self.regions += layout["regions"]
            add(variant.name, layout["faults"])
            add(variant.name, self.call("ground", variant.name))
            add(variant.name, self.call("pictureTexts", SMALLEST_TEXT))
        self.call("thin")
        browser.run(self.axe)
        for variant in shown:
            browser.look(variant)
            add(variant.name, self.run_axe())
        add("page", self.happened(path))
        add("page", browser.wait_for("pageChecks.attack(arguments[0])"))
        return faults

    def svg(self, path, variants):
        browser, faults = self.browser, []
        browser.look(VARIANTS[0])
        browser.open(path)
        faults += [("page", rule, text) for rule, text in self.happened(path)]
        if browser.run("return document.documentElement.localName !== 'svg'"):
            return faults + [("page", "xmllint", "the file is no SVG")]
        if browser.run("return !!document.querySelector('parsererror')"):
            return faults  # xmllint says what is wrong.
        browser.run(CHECKS)
        found = self.call("references") + self.call("pictures", False)
        if self.titles:
            found += self.call("titles", self.titles)
        faults += [("page", rule, text) for rule, text in found]
        for variant in VARIANTS[:2]:
            if variants is None or variant.name in variants:
                browser.look(variant)
                self.views += 1
                found = self.call("pictureTexts", SMALLEST_TEXT) + self.screenshot(path, variant)
                faults += [(variant.name, rule, text) for rule, text in found]
        return faults + [("page", rule, text) for rule, text in self.happened(path)]

    def happened(self, path):
        messages, requests, dialogs = self.browser.events()
        own = path.resolve().as_uri()
        return (
            [("console", x) for x in messages]
            + [
                ("request", x)
                for x in requests
                if x.split("#")[0] != own and not x.startswith("data:image/")
            ]
            + [("dialog", x) for x in dialogs]
        )

    def run_axe(self):
        result = self.browser.wait_for(RUN_AXE, TAGS)
        self.undecided += len(result["incomplete"])
        return [
            (f"axe/{rule}", f"{target}: {' '.join(summary.split())}")
            for rule, target, summary in result["violations"]
        ]

    def screenshot(self, path, variant):
        stored = screenshots.STORED / f"{path.name.removesuffix('.html')}-{variant.name}.png"
        if not (self.update or self.folder or stored.exists()):
            return []
        png = self.browser.screenshot(screenshots.TALLEST)
        if self.folder:
            screenshots.save(png, self.folder / stored.name)
        picture = screenshots.reduced(png)
        if self.update:
            screenshots.store(picture, stored)
        elif stored.exists():
            self.compared += 1
            found = screenshots.difference(picture, stored)
            if found:
                return [("screenshot", f"{found} ({stored.name})")]
        return []


def lines(path, faults):
    """Faults as lines; of many with one rule, the first few and the number of the others."""
    counts = {}
    for variant, rule, text in faults:
        count = counts[variant, rule] = counts.get((variant, rule), 0) + 1
        if count <= MOST:
            yield f"{path}: {variant}: {rule}: {text}"
    for (variant, rule), count in counts.items():
        if count > MOST:
            yield f"{path}: {variant}: {rule}: {count - MOST} more"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="store the screenshots")
    parser.add_argument("--screenshots", type=Path, metavar="FOLDER", help="keep them in full size")
    parser.add_argument("--allow-titles", type=Path, metavar="TEXTFILE")
    parser.add_argument("--times", action="store_true", help="print the seconds that each took")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args()
    titles = []
    if options.allow_titles:
        text = options.allow_titles.read_text(encoding="utf-8")
        titles = [x for x in text.split("\n") if x.strip()]
    for path in options.files:
        if not path.is_file():
            parser.error(f"{path} is not a file")
    count, began = 0, time.monotonic()
    with Browser() as browser:
        if options.times:
            print(f"start: {time.monotonic() - began:.1f} s")
        checker = Checker(browser, titles, options.update, options.screenshots)
        for path in options.files:
            began = time.monotonic()
            for line in lines(path, checker.check(path)):
                count += 1
                print(line, flush=True)
            if options.times:
                print(f"{path}: {time.monotonic() - began:.1f} s")
    pages = len(options.files)
    summary = f"{pages} page{'' if pages == 1 else 's'}, {checker.views} views"
    details = (
        f"{checker.compared} screenshots compared, {checker.regions} scroll regions, "
        f"{checker.undecided} elements that axe-core could not decide"
    )
    print(f"{summary}: {f'{count} faults' if count else 'no violation'} ({details})")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
