"""How Sphinx makes the site (scripts/docs)."""

import html
import os
import re

project = "Flint"
version = os.environ["FLINT_VERSION"].removeprefix("flint ")
html_title = html_short_title = "Flint"
language = "en"

extensions = ["myst_parser"]
# Headings have the anchors that they have on GitHub.
myst_heading_anchors = 6
myst_enable_extensions = ["colon_fence", "deflist"]
# The reference of Lua leaves levels out; a data file need not be what its ending says.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
exclude_patterns = ["_files", "theme", "man/list.md"]
highlight_language = "none"

html_theme = "furo"
html_theme_options = {"sidebar_hide_name": False}
templates_path = ["theme"]
html_static_path = ["theme/flint.css"]
html_css_files = ["flint.css"]
html_extra_path = ["_files"]
html_context = {"flint_version": version, "flint_commit": os.environ["FLINT_COMMIT"]}
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
# The summaries of results are requested from a server, which a folder of files does not have.
html_show_search_summary = False


EMPTY_HEADER = r"<th([^>]*)>(?:<p></p>)?</th>"


def make_accessible(app, name, template, context, tree):
    """Changes tables and code so that everyone can read them."""
    body = context.get("body", "")
    # A header without text is a cell, and a row of them is nothing.
    body = re.sub(rf"<thead>\s*<tr[^>]*>(?:{EMPTY_HEADER}\s*)+</tr>\s*</thead>", "", body)
    body = re.sub(EMPTY_HEADER, r"<td\1></td>", body)
    # The keyboard scrolls what may be wider than a narrow page: tables, and code of more than 30 columns.
    body = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
    context["body"] = re.sub(r"<pre>(.*?)</pre>", code, body, flags=re.DOTALL)


def code(match):
    text = html.unescape(re.sub("<[^>]*>", "", match[1]))
    return f'<pre tabindex="0">{match[1]}</pre>' if max(map(len, text.split("\n"))) > 30 else match[0]


def setup(app):
    app.connect("html-page-context", make_accessible)
    return {"parallel_read_safe": True}
