#!/usr/bin/python3
"""Tests the checks of check_pages.py: each breach of a rule is found, and nothing else.

    /usr/bin/python3 Tests/Browser/self_test.py [NAME…]

The bad pages are Samples/good.html and good.svg with one change each.
"""

import html
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import screenshots  # noqa: E402
from browser import Browser  # noqa: E402
from check_pages import Checker, lines  # noqa: E402

SAMPLES = Path(__file__).parent / "Samples"
PAGE = (SAMPLES / "good.html").read_text()
PICTURE = (SAMPLES / "good.svg").read_text()
TITLES = [x for x in (SAMPLES / "titles.txt").read_text().split("\n") if x]

HEADING = "<h1>A year of sparks</h1>"
LABEL = 'fill="#1c1c1c">January</text>'
BAR = '<rect class="bar" x="40" y="60"'
META = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src \
'unsafe-inline'; img-src data:">"""
NUMBERS = (PAGE[PAGE.index("<details>") : PAGE.index("</details>") + 10], "")


def style(rules):
    return ("</style>", rules + "\n</style>")


def after_heading(markup):
    return (HEADING, HEADING + markup)


# A name, the change, and the rules that find it (with a variant where it is not all of them).
BAD_PAGES = [
    ("no policy", (META, ""), {"policy"}),
    ("weak policy", ("default-src 'none'", "default-src 'self'"), {"policy"}),
    ("further policy", ("img-src data:", "img-src data: https:"), {"policy"}),
    # The policy blocks it, which Chromium prints.
    ("script", after_heading("<script>document.title = 'ran'</script>"), {"script", "console"}),
    ("handler", ("<h1>", '<h1 onclick="alert(1)">'), {"script", "console"}),
    (
        "handler that runs",
        (META, "", BAR, '<rect onfocus="alert(1)" x="40" y="60"'),
        {"policy", "script", "dialog", "keyboard"},
    ),
    (
        "dialog",
        (META, "", HEADING, HEADING + "<script>alert(1)</script>"),
        {"policy", "script", "dialog"},
    ),
    ("javascript link", ("https://example.org/", "javascript:alert(1)"), {"reference"}),
    (
        "image",
        after_heading('<img alt="a" src="https://flint.invalid/a.png">'),
        {"reference", "console", "request", "element"},
    ),
    (
        "style sheet",
        ("</head>", '<link rel="stylesheet" href="a.css"></head>'),
        {"request", "element", "reference", "console"},
    ),
    ("import", ("<style>", '<style>@import "a.css";'), {"request", "reference", "console"}),
    (
        "font",
        style('@font-face { font-family: a; src: url("a.woff2"); } h1 { font-family: a; }'),
        {"request", "reference", "console"},
    ),
    ("frame", after_heading('<iframe title="a" srcdoc="b"></iframe>'), {"element"}),
    ("same id", ("<main>", '<main id="months">'), {"id", "tidy"}),
    ("lost link", ('href="#months"', 'href="#years"'), {"id"}),
    ("lost pattern", ("url(#stripes)", "url(#dots)"), {"id", "svg-contrast"}),
    (
        "no viewport",
        ('<meta name="viewport" content="width=device-width, initial-scale=1">', ""),
        {"head"},
    ),
    ("quirks", ("<!DOCTYPE html>", ""), {"head", "tidy"}),
    ("no language", (' lang="en"', ""), {"axe/html-has-lang"}),
    (
        "no title of the page",
        ("<title>A year of sparks</title>", ""),
        {"axe/document-title", "tidy"},
    ),
    ("no main", ("<main>", "<div>", "</main>", "</div>"), {"axe/landmark-one-main", "axe/region"}),
    ("faint text", style("p { color: #999; }"), {"axe/color-contrast"}),
    (
        "faint text in the dark",
        style("@media (prefers-color-scheme: dark) { p { color: #555; } }"),
        {"dark: axe/color-contrast"},
    ),
    (
        "faint text at 320 px",
        style("@media (max-width: 400px) { p { color: #999; } }"),
        {"narrow: axe/color-contrast"},
    ),
    (
        "faint text on paper",
        style("@media print { p { color: #999; } }"),
        {"print: axe/color-contrast"},
    ),
    (
        "no dark look",
        ("@media (prefers-color-scheme: dark)", "@media (width < 1px)", "light dark;", "light;"),
        {"dark: ground"},
    ),
    ("dark paper", style("@media print { body { background: #eee; } }"), {"print: ground"}),
    ("wide page", after_heading('<div style="width: 400px">a</div>'), {"narrow: scroll"}),
    (
        "wide word",
        ("overflow-wrap: anywhere;", "", "of sparks</h1>", "x" * 60 + "</h1>"),
        {"narrow: scroll", "print: scroll", "light: scroll", "dark: scroll"},
    ),
    (
        "wide page, cut off",
        (
            *style("main { overflow-x: clip; }"),
            HEADING,
            HEADING + '<div style="width: 400px">a</div>',
        ),
        {"narrow: cut"},
    ),
    (
        "no room for a column",
        style("th { overflow-wrap: anywhere !important; width: 1px; } td { width: 100%; }"),
        {"squeezed"},
    ),
    ("text cut off", (*style("h1 { overflow: hidden; white-space: nowrap; }"),), {"narrow: cut"}),
    (
        "region without keyboard",
        (' tabindex="0"', ""),
        {"narrow: scroll-region", "narrow: axe/scrollable-region-focusable"},
    ),
    (
        "region on paper",
        style(
            "@media print { .region { overflow-x: auto; width: 200px; } "
            "td { white-space: nowrap !important; } }"
        ),
        {"print: scroll-region"},
    ),
    (
        "tiny text",
        (
            'font-size="12" text-anchor="middle" ' + LABEL,
            'font-size="6" text-anchor="middle" ' + LABEL,
        ),
        {"svg-text-size"},
    ),
    (
        "text too small at 320 px",
        (
            'width="280" height="140" aria',
            'width="100%" aria',
            "svg { display",
            "svg { max-width: 280px; display",
            *style("@media (max-width: 400px) { svg { max-width: 140px !important; } }"),
        ),
        {"narrow: svg-text-size"},
    ),
    ("text outside", ('x="80" y="126"', 'x="10" y="126"'), {"svg-text-box"}),
    ("text on text", ('x="180" y="126"', 'x="110" y="126"'), {"svg-text-overlap"}),
    (
        "faint label",
        (LABEL, LABEL.replace("#1c1c1c", "#999999")),
        {"light: svg-contrast", "print: svg-contrast", "narrow: svg-contrast"},
    ),
    ("faint label in the dark", ("svg .ink { fill: #ececec; }", ""), {"dark: svg-contrast"}),
    ("dark text on a bar", (*style("svg .on { fill: #1c1c1c; }"),), {"svg-contrast"}),
    (
        "text on a bar on paper",
        style("@media print { svg .bar { fill: #cccccc; } }"),
        {"print: svg-contrast"},
    ),
    ("faint marks", ('fill="#ffffff">××3', 'style="fill: #3f74b6">×××'), {"svg-contrast"}),
    ("marks like digits", ('fill="#ffffff">××3', 'style="fill: #75abf6">××3'), {"svg-contrast"}),
    ("marks of less contrast", ('fill="#ffffff">××3', 'style="fill: #75abf6">×××'), set()),
    ("one character outside", ('x="46 56 66"', 'x="46 56 276"'), {"svg-text-box", "svg-contrast"}),
    (
        "one character on a text",
        ('y="72" x="46 56 66"', 'y="90" x="46 56 76"'),
        {"svg-text-overlap", "select"},
    ),
    ("terms without a list", ("<dl>", "<div>", "</dl>", "</div>"), {"tidy", "axe/dlitem"}),
    ("transparent label", (LABEL, 'fill-opacity="0.4" ' + LABEL), {"svg-contrast"}),
    ("no role", ('role="img"', ""), {"svg-role"}),
    (
        "no name",
        (
            PAGE[PAGE.index('<title id="months-title">') : PAGE.index('<desc id="months-desc">')],
            "",
            'aria-labelledby="months-title months-desc"',
            "",
        ),
        {"svg-title", "axe/svg-img-alt"},
    ),
    (
        "empty name",
        ('<title id="months-title">Points by month', '<title id="months-title">'),
        {"svg-title"},
    ),
    (
        "no description",
        ('<desc id="months-desc">Bars: January 20, February 35.</desc>', "", " months-desc", ""),
        {"svg-desc"},
    ),
    ("no table", NUMBERS, {"svg-table"}),
    (
        "order",
        ('<a href="https://', '<a tabindex="2" href="https://'),
        {"keyboard", "axe/tabindex"},
    ),
    ("invisible focus", style(":focus-visible { outline: none !important; }"), {"focus"}),
    (
        "focus like before",
        style("a { outline: 3px solid currentColor !important; outline-offset: 0 !important; }"),
        {"focus"},
    ),
    (
        "scrolls up and down",
        after_heading('<div style="height: 2em; overflow-y: auto"><p>a</p><p>b</p></div>'),
        {"keyboard", "axe/scrollable-region-focusable"},
    ),
    ("not selectable", style("figcaption { user-select: none; }"), {"select"}),
    ("picture not selectable", style("svg { user-select: none; }"), {"select"}),
    (
        "covered text",
        ("</svg>", '<rect width="280" height="140" fill="transparent"/></svg>'),
        {"select"},
    ),
    ("text without pointer", style("svg text { pointer-events: none; }"), {"select"}),
    ("unclosed", ("</figure>", ""), {"tidy"}),
    ("unknown element", after_heading("<sparks>a</sparks>"), {"tidy"}),
    ("unescaped", after_heading("<p>a < b & c</p>"), {"escape"}),
    (
        "picture is not XML",
        (
            'font-size="12" text-anchor="middle" ' + LABEL,
            "font-size=12 text-anchor='middle' " + LABEL,
        ),
        {"xmllint"},
    ),
    (
        "element in a picture",
        ("</svg>", "<foreignObject></foreignObject></svg>"),
        {"element", "svg-element"},
    ),
    (
        "not a number",
        ('width="80" height="50"', 'width="NaN" height="50"'),
        {"console", "svg-contrast"},
    ),
]
BAD_PICTURES = [
    ("unclosed.svg", ("</svg>", ""), {"xmllint"}),
    ("script.svg", ("<style>", "<script>1</script><style>"), {"script", "svg-element"}),
    ("handler.svg", ("<style>", '<rect onclick="a()"/><style>'), {"script"}),
    (
        "reference.svg",
        ("<style>", '<use href="https://flint.invalid/a.svg#b"/><style>'),
        {"reference", "request", "console"},
    ),
    ("no-namespace.svg", (' xmlns="http://www.w3.org/2000/svg"', ""), {"xmllint"}),
    ("no-role.svg", (' role="img"', ""), {"svg-role"}),
    ("no-title.svg", ('<title id="t">Points by month</title>', "", '"t d"', '"d"'), {"svg-title"}),
    (
        "no-desc.svg",
        ('<desc id="d">Bars: January 20, February 35.</desc>', "", '"t d"', '"t"'),
        {"svg-desc"},
    ),
    ("faint.svg", ('fill="#1c1c1c">January', 'fill="#999999">January'), {"light: svg-contrast"}),
    ("faint-dark.svg", (".ink { fill: #ececec }", ""), {"dark: svg-contrast"}),
]


def changed(text, change):
    for old, new in zip(change[::2], change[1::2]):
        assert old in text, f"{old!r} is not in the sample"
        text = text.replace(old, new, 1)
    return text


def titled(rows):
    return PAGE.replace(
        HEADING, HEADING + "<ul>" + "".join(f"<li>{x}</li>" for x in rows) + "</ul>"
    )


class SelfTest:
    def __init__(self, browser, folder, names):
        self.browser, self.folder, self.names = browser, folder, names
        self.checker = Checker(browser)
        self.count = self.failures = 0

    def expect(self, name, text, expected, checker=None, file=None):
        if self.names and name not in self.names:
            return
        self.count += 1
        path = self.folder / (file or name if name.endswith(".svg") else f"{file or name}.html")
        path.write_text(text)
        # What does not depend on the look needs one only.
        of_look = "scroll|cut|squeezed|ground|svg-text|svg-contrast|axe|screenshot|: "
        variants = ["light"] if expected and not re.search(of_look, " ".join(expected)) else None
        faults = (checker or self.checker).check(path, variants)
        found = {(rule, f"{variant}: {rule}") for variant, rule, _ in faults}
        if any(not x & expected for x in map(set, found)) or expected - set().union(*found):
            self.failures += 1
            print(f"self_test: {name}: expected {sorted(expected) or 'no fault'}, found:")
            for line in lines(name, faults) if faults else ["nothing"]:
                print(f"  {line}")

    def compare(self):
        """Screenshots: other letters are equal enough; a lost bar and other colours are not."""
        self.expect("stored", PAGE, set(), Checker(self.browser, update=True))
        again = Checker(self.browser)
        self.expect("same", PAGE, set(), again, "stored")
        assert again.compared == 4, again.compared
        serif = PAGE.replace('"DejaVu Sans", sans-serif', '"DejaVu Serif"')
        self.expect("other letters", serif, set(), again, "stored")
        lost = changed(
            PAGE,
            (
                BAR,
                '<rect class="bar" x="40" y="200"',
                ">××3<",
                "><",
                'class="on" x="80"',
                'class="ink" x="80"',
                'fill="#ffffff">20',
                'fill="#1c1c1c">20',
            ),
        )
        self.expect("lost bar", lost, {"screenshot"}, again, "stored")
        self.expect(
            "other colour", PAGE.replace("#0b4f9e", "#7a1f1f"), {"screenshot"}, again, "stored"
        )
        self.expect(
            "longer",
            changed(PAGE, ("</main>", "<p>a</p>" * 20 + "</main>")),
            {"screenshot"},
            again,
            "stored",
        )


def main():
    names = set(sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        # The samples have screenshots of their own: a page of the program may have the name of one.
        screenshots.STORED = Path(folder) / "stored"
        test = SelfTest(browser, Path(folder), names)
        test.expect("good", PAGE, set())
        test.expect("good.svg", PICTURE, set())
        for name, change, expected in BAD_PAGES:
            test.expect(name, changed(PAGE, change), expected)
        for name, change, expected in BAD_PICTURES:
            test.expect(name, changed(PICTURE, change), expected)

        titles = Checker(browser, TITLES)
        escaped = [f"<bdi>{html.escape(x)}</bdi>" for x in TITLES]
        test.expect("titles", titled(escaped), set(), titles)
        test.expect("title left out", titled(escaped[:-1]), {"title"}, titles)
        test.expect(
            "title escaped twice",
            titled([html.escape(escaped[0]), *escaped[1:]]),
            {"title"},
            titles,
        )
        test.expect(
            "title not isolated",
            titled([x[5:-6] + " – 5 points" for x in escaped]),
            {"bidi"},
            titles,
        )
        test.expect("title as an element", titled([*escaped, "<b>bold</b>"]), {"title"}, titles)

        if not names:
            test.compare()
    print(f"self_test: {test.count} samples, {test.failures} failures")
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
