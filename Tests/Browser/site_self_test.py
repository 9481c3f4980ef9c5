#!/usr/bin/python3
"""Tests the checks of check_site.py: each breach of a rule is found, and nothing else.

    /usr/bin/python3 Tests/Browser/site_self_test.py

The bad sites are two pages, of which one is Samples/good.html with one change each.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from browser import Browser  # noqa: E402
from check_site import SiteChecker, check_links  # noqa: E402

SAMPLE = (Path(__file__).parent / "Samples/good.html").read_text()
POLICY = SAMPLE[SAMPLE.index("<meta http-equiv") : SAMPLE.index('<meta name="viewport"')]
FOOT = "<p>Flint 1.2.3, commit 0123456789ab</p></main>"
LINKS = """<p><a href="other.html#there">a page</a>, <a href="other.html">another page</a>
and <a href="#months">some months</a></p>"""
PAGE = SAMPLE.replace(POLICY, "").replace("</main>", LINKS + FOOT)
OTHER = '<!DOCTYPE html><html lang="en"><title>a</title><body><p id="there">a</p>' + FOOT

# A name, what is replaced by what, and the rules that find it.
BAD = [
    ("good", "", "", set()),
    ("no file", 'href="other.html"', 'href="others.html"', {"link"}),
    ("no id", "#there", "#here", {"link"}),
    ("no id in the page", 'href="#months"', 'href="#years"', {"link"}),
    ("outside of the site", 'href="other.html"', 'href="../"', {"link"}),
    ("no foot", "commit 0123456789ab", "", {"foot"}),
    ("foreign script", "</head>", '<script src="https://flint.invalid/a.js"></script></head>', {"request", "console"}),
    ("foreign style", "<style>", '<style>@import "https://flint.invalid/a.css";', {"request", "console"}),
    ("prints", "</main>", "<script>console.error('a')</script></main>", {"console"}),
    ("wide", "<h1>", '<div style="width: 400px">a</div><h1>', {"scroll"}),
    ("faint", "</style>", "p { color: #999; }</style>", {"axe/color-contrast"}),
    (
        "region without keyboard",
        "<h1>",
        f"<pre style='overflow: auto'>{'a' * 200}</pre><h1>",
        {"scroll-region", "axe/scrollable-region-focusable", "keyboard"},
    ),
    ("always light", "(prefers-color-scheme: dark)", "(width < 1px)", {"ground"}),
    ("invisible focus", "</style>", ":focus-visible { outline: none !important; }</style>", {"focus"}),
    (
        "text by script",
        "<main>",
        "<main hidden><script>document.querySelector('main').hidden = false</script>",
        {"text"},
    ),
]


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        site = Path(folder).resolve()
        (site / "other.html").write_text(OTHER)
        for name, old, new, expected in BAD:
            (site / "page.html").write_text(PAGE.replace(old, new) if old else PAGE)
            faults = [x[2:] for x in check_links(site)[0]]
            faults += [x[1:] for x in SiteChecker(browser, site).page(site / "page.html")]
            found = {rule for rule, _ in faults}
            if found != expected:
                failures += 1
                print(f"{name}: expected {sorted(expected)}, found {faults}")
    print(f"site_self_test: {len(BAD)} samples, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
