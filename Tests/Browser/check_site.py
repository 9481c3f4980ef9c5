#!/usr/bin/python3
"""Checks the site that scripts/docs makes: does every link lead somewhere, and can everyone read it?

    /usr/bin/python3 Tests/Browser/check_site.py [--screenshots FOLDER] [--external] SITE

Prints one line for each fault, `PAGE: variant: rule: what and where`, and exits with 1 if there is any. --external also
prints the links to other hosts, which are not followed.

Every page, by its text:
  link        each address leads to a file of the site and, where it has a fragment, to an id in it
  request     nothing is loaded from another host, by the page or by a style sheet
  foot        the foot has a version and a commit
The pages of SAMPLE, opened as file:// in Chromium without a network:
  console, request, dialog  nothing is printed or asked, and only files of the site are read
  look        light, dark and narrow (320 px): as check_pages.py has them, scroll, scroll-region, cut, squeezed, ground
              and axe; narrow again without script; print: ground
  keyboard, focus, select  as in check_pages.py, where a page is short enough
And once:
  search      a search of the first page, by the keyboard, finds other pages
  switch      the button for the colours makes the page dark, and the next page is dark as well
  drawer      without script, the keyboard opens the navigation of a narrow page, and reaches its links
"""

import argparse
import contextlib
import re
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).parent))

import screenshots  # noqa: E402
from browser import Browser  # noqa: E402
from check_pages import CHECKS, VARIANTS, Checker, lines  # noqa: E402

# The pages that are opened, and whether Tab is pressed for each element that it has to reach.
SAMPLE = {
    "index.html": True,
    "docs/guide.html": True,
    "docs/rulebooks.html": False,
    "docs/population.html": False,
    "docs/reference/lua.html": False,
    "docs/reference/lua/spark.html": False,
    "commands.html": True,
    "man/flint-odds.1.html": True,
    "examples/year.lua.html": True,
    "reports.html": True,
    "library-reference/flintrules/profilestate.html": True,
    "CHANGELOG.html": False,
    "search.html": True,
}
# What a search for "pity" has to find.
FOUND = "docs/pools.html"
LOADING = {("link", "href"), ("script", "src"), ("img", "src"), ("source", "srcset"), ("iframe", "src")}


class Page(HTMLParser):
    """The ids and the addresses of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)
                if (tag, name) in LOADING:
                    self.loads.append(value)


def check_links(site):
    """The faults of all pages as (page, variant, rule, text), and the links to other hosts."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    faults, external = [], {}
    for path, page in pages.items():
        name = path.relative_to(site)
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                external.setdefault(link, []).append(name)
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            if not target.is_file() or site not in target.parents:
                faults.append((name, "text", "link", f"{link} leads to no file of the site"))
            elif parts.fragment and unquote(parts.fragment) not in pages.get(target, page).ids:
                faults.append((name, "text", "link", f"{link} leads to no id"))
        for load in page.loads:
            if urlsplit(load).netloc:
                faults.append((name, "text", "request", load))
        if name.parts[0] != "reports" and not re.search(r"Flint \d[^<]*, commit [0-9a-f]{7}", page.text):
            faults.append((name, "text", "foot", "the foot has no version and commit"))
    for path in site.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]*)", path.read_text()):
            faults.append((path.relative_to(site), "text", "request", address))
    return faults, external, len(pages)


class SiteChecker(Checker):
    """Checks pages of a site in one browser."""

    def __init__(self, browser, site, folder=None):
        super().__init__(browser, folder=folder)
        self.site = site

    def happened(self, path):
        own = self.site.as_uri() + "/"
        return [x for x in super().happened(path) if x[0] != "request" or not x[1].startswith(own)]

    def page(self, path, variants=None, presses_tab=True):
        browser, faults = self.browser, []

        def add(variant, found):
            faults.extend((variant, rule, text) for rule, text in found)

        light, dark, paper, narrow = VARIANTS
        browser.look(light)
        browser.open(path)
        browser.run(CHECKS)
        for variant in (light, dark, narrow):
            browser.look(variant)
            self.views += 1
            layout = self.call("layout", False)
            self.regions += layout["regions"]
            add(variant.name, layout["faults"])
            add(variant.name, self.call("ground", variant.name))
            self.keep(path, variant)
        if presses_tab:
            browser.look(light)
            for _ in range(self.call("startKeyboard") + 1):
                browser.press_tab()
            add("page", self.call("endKeyboard"))
        browser.look(paper)
        add("print", self.call("ground", "print"))
        self.call("thin")
        browser.run(THIN)
        browser.run(self.axe)
        for variant in (light, dark, narrow):
            browser.look(variant)
            add(variant.name, self.run_axe())
        add("page", self.happened(path))
        with self.without_script():
            browser.look(narrow)
            browser.open(path)
            browser.run(CHECKS)
            add("no script", self.call("layout", False)["faults"])
            if not browser.run(HAS_TEXT):
                add("no script", [("text", "the page has no text")])
            add("no script", self.happened(path))
        return faults

    def keep(self, path, variant):
        if self.folder:
            name = str(path.relative_to(self.site)).removesuffix(".html").replace("/", "_")
            self.browser.command(
                "Emulation.setDeviceMetricsOverride",
                width=variant.width, height=900, deviceScaleFactor=1, mobile=False,
            )  # fmt: skip
            screenshots.save(self.browser.screenshot(900), self.folder / f"{name}-{variant.name}.png")
            self.browser.look(variant)

    @contextlib.contextmanager
    def without_script(self):
        """Pages run none of their scripts; those of the checks run."""
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        try:
            yield
        finally:
            self.browser.command("Emulation.setScriptExecutionDisabled", value=False)

    def behaviour(self):
        """The faults of what the site does: search, switch of the colours, navigation of a narrow page."""
        browser, faults = self.browser, []
        light, _, _, narrow = VARIANTS
        index = self.site / "index.html"
        browser.look(light)
        browser.open(index)
        browser.driver.find_element("css selector", "input[name=q]").send_keys("pity\n")
        found = browser.wait_for(RESULTS)
        if not any(x.split("#")[0].split("?")[0].endswith(FOUND) for x in found):
            faults.append(("search.html", "page", "search", f"{FOUND} is not among {len(found)} results for pity"))
        elif self.folder:
            screenshots.save(browser.screenshot(800), self.folder / "search-results.png")
        faults += [("search.html", "page", rule, text) for rule, text in self.happened(index)]

        browser.open(index)
        browser.run(CHECKS)
        # From the look of the system to the light one and to the dark one.
        for _ in range(3):
            if self.call("ground", "dark"):
                browser.run("[...document.querySelectorAll('.theme-toggle')].find(x => x.checkVisibility()).click()")
        if self.call("ground", "dark"):
            faults.append(("index.html", "page", "switch", "the button does not make the page dark"))
        browser.open(self.site / "guides.html")
        browser.run(CHECKS)
        if self.call("ground", "dark"):
            faults.append(("guides.html", "page", "switch", "the page does not keep the colours that were chosen"))
        browser.run("localStorage.clear()")

        with self.without_script():
            browser.look(narrow)
            browser.open(index)
            browser.press_tab()
            browser.driver.switch_to.active_element.send_keys(" ")
            link = browser.driver.find_element("css selector", "aside.sidebar-drawer a[href*=guides]")
            reached = []
            for _ in range(20):
                browser.press_tab()
                reached.append(browser.run("return document.activeElement.getAttribute('href')"))
            if not link.is_displayed() or "guides.html" not in reached:
                faults.append(("index.html", "no script", "drawer", f"Tab reaches {reached}"))
            elif self.folder:
                screenshots.save(browser.screenshot(800), self.folder / "drawer-narrow.png")
        return faults


# The addresses that a search found, once it is over; at most ten seconds.
RESULTS = """
const done = arguments[arguments.length - 1];
const began = Date.now();
const look = () => {
  const links = [...document.querySelectorAll('#search-results li a')].map(x => x.href);
  const isOver = /found|did not match/.test(document.querySelector('#search-results')?.innerText ?? '');
  if (isOver || Date.now() - began > 10000) done(links); else setTimeout(look, 50);
};
look();
"""
HAS_TEXT = """
const main = document.querySelector('main, [role=main]');
return main.checkVisibility() && main.innerText.length > 40;
"""
# What axe-core would look at for long without learning anything: parts of a long page that are like those before.
THIN = """
for (const [kind, most] of Object.entries({'section section section': 20, 'pre': 5, 'li': 60, 'section > p': 20})) {
  for (const element of [...document.querySelectorAll(`[role=main] ${kind}`)].slice(most)) element.remove();
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--screenshots", type=Path, metavar="FOLDER", help="keep the tops of the sample")
    parser.add_argument("--external", action="store_true", help="print links to other hosts")
    parser.add_argument("--times", action="store_true", help="print the seconds that each page took")
    parser.add_argument("site", type=Path, metavar="SITE")
    options = parser.parse_args()
    site = options.site.resolve()
    faults, external, count = check_links(site)
    if options.external:
        for link, pages in sorted(external.items()):
            print(f"{link} in {len(pages)} pages, such as {pages[0]}")
    text = [f"{page}: {variant}: {rule}: {text}" for page, variant, rule, text in faults]
    with Browser() as browser:
        checker = SiteChecker(browser, site, options.screenshots)
        for pattern, presses_tab in SAMPLE.items():
            paths = sorted(site.glob(pattern))
            # Man pages and the library may be left out as a whole.
            if not paths and (site / pattern).parent.exists():
                text.append(f"{pattern}: page: link: the site has no such page")
            for path in paths:
                began = time.monotonic()
                text += lines(path.relative_to(site), checker.page(path, presses_tab=presses_tab))
                if options.times:
                    print(f"{path.relative_to(site)}: {time.monotonic() - began:.1f} s")
        text += [": ".join(map(str, fault)) for fault in checker.behaviour()]
    print(*text, sep="\n", end="\n" if text else "")
    summary = f"{len(text)} faults" if text else "no fault"
    print(f"{count} pages, {checker.views} views: {summary} ({len(external)} links to other hosts, not followed)")
    return 1 if text else 0


if __name__ == "__main__":
    sys.exit(main())
