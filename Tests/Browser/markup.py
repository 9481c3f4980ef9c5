"""Whether files are well-formed and valid, by tidy (HTML) and xmllint (SVG)."""

import re
import subprocess

# What tidy 5.6 says of correct pages: of SVG it knows the name only, and takes the attributes of
# <svg> and <title> for those of HTML.
FALSE = [
    re.compile(
        r"<(title|svg)> proprietary attribute \"(id|lang|font-[a-z]+|fill|stroke|text-anchor)\""
    ),
    re.compile(r"<svg> attribute \"(width|height)\" has invalid value \"\d+\.\d+\""),
]
SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
LIST = re.compile(r"<dl\b.*?</dl>", re.DOTALL)
GROUP = re.compile(r"<div\b[^>]*>(?=\s*<dt\b)|(?<=</dd>)</div>(?=\s*(<div\b|</dl>))")
UNESCAPED = re.compile(r"&(?!(\w+|#\d+|#[xX][0-9a-fA-F]+);)|<(?![a-zA-Z/!?])")
# Of SVG 2, without those that run, load or move anything.
ELEMENTS = set(
    "svg g defs title desc style path rect circle ellipse line polyline polygon text tspan "
    "textPath pattern clipPath mask marker linearGradient radialGradient stop symbol use a".split()
)


class Markup:
    """The programs' findings for a file; xmllint runs while the browser is busy."""

    def __init__(self, path):
        self.tool = "xmllint" if path.suffix == ".svg" else "tidy"
        if self.tool == "tidy":
            arguments = ["tidy", "-errors", "-quiet", "-utf8", "--doctype", "html5"]
        else:
            arguments = ["xmllint", "--noout", "--nonet", str(path)]
        self.text = path.read_text(encoding="utf-8")
        self.process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def faults(self):
        output, _ = self.process.communicate(self.groupless())
        lines = [x.strip() for x in output.splitlines() if x.strip()]
        if self.tool == "tidy":
            found = [x for x in lines if not any(false.search(x) for false in FALSE)]
            faults = [("tidy", x) for x in found] + self.unescaped() + self.picture_faults()
        else:
            faults = [("xmllint", x) for x in lines[:3]]
        if self.process.returncode > (1 if self.tool == "tidy" else 0) and not faults:
            faults.append((self.tool, f"status {self.process.returncode}"))
        for name in sorted(set(re.findall(r"<([a-zA-Z][\w:]*)", " ".join(self.pictures())))):
            if name not in ELEMENTS:
                faults.append(("svg-element", f"<{name}> in a picture"))
        return faults

    def groupless(self):
        """For tidy, which does not know that a <div> may group the terms of a list."""
        return LIST.sub(lambda x: GROUP.sub("", x[0]), self.text) if self.tool == "tidy" else ""

    def without_style(self):
        return re.sub(r"<style.*?</style>|<!--.*?-->", "", self.text, flags=re.DOTALL)

    def pictures(self):
        return SVG.findall(self.without_style())

    def unescaped(self):
        """Characters that browsers and tidy forgive, but that nothing escaped contains."""
        text = self.without_style()
        found = UNESCAPED.search(text)
        return [("escape", repr(text[max(0, found.start() - 20) :][:40]))] if found else []

    def picture_faults(self):
        """A picture that is part of a page has to be well-formed XML, so that it can be saved."""
        everything = "<all>" + "\n".join(SVG.findall(self.text)) + "</all>"
        result = subprocess.run(
            ["xmllint", "--noout", "--nonet", "-"], input=everything, text=True, capture_output=True
        )
        return [("xmllint", x) for x in result.stderr.splitlines()[:3]]
