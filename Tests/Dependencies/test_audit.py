#!/usr/bin/env python3
"""Tests scripts/audit-dependencies: its table of faults, what it refuses, and its bill of materials. [PROGRAM]"""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts/audit-dependencies"
PROGRAM = Path(sys.argv.pop(1) if len(sys.argv) > 1 else ROOT / ".build/release/flint")
loader = importlib.machinery.SourceFileLoader("audit", str(SCRIPT))
audit = importlib.util.module_from_spec(importlib.util.spec_from_loader("audit", loader))
loader.exec_module(audit)


def reported(*components):
    """The status of a report, and its messages."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as errors:
        return audit.report(list(components)), errors.getvalue()


def sqlite(version):
    return audit.Component("libsqlite3-0", version, "shared", "sqlite3")


class Faults(unittest.TestCase):
    def test_every_row_has_six_fields_and_a_source(self):
        for line in (ROOT / "scripts/known-faults.tsv").read_text().splitlines():
            if not line.startswith("#"):
                fields = line.split("\t")
                self.assertEqual(len(fields), 6, line)
                self.assertTrue(all(fields), line)

    def test_a_version_before_a_fix_is_refused(self):
        # Debian's changelog: CVE-2025-6965 was fixed in deb12u2.
        status, errors = reported(sqlite("3.40.1-2+deb12u1"))
        self.assertEqual(status, 1)
        self.assertIn("CVE-2025-6965", errors)
        self.assertNotIn("CVE-2023-7104", errors)

    def test_a_version_with_the_fix_is_accepted(self):
        self.assertEqual(reported(sqlite("3.40.1-2+deb12u2")), (0, ""))

    def test_a_newer_lua_has_none_of_the_faults_of_debians(self):
        lua = audit.Component("lua", "5.4.8", "static", "lua5.4")
        self.assertEqual(list(audit.faults([lua])), [])

    def test_a_library_without_a_known_licence_is_refused(self):
        with self.assertRaises(audit.AuditError):
            audit.Component("libnew", "1", "static")


class Manifest(unittest.TestCase):
    def test_the_static_libraries_are_those_of_the_manifest(self):
        self.assertEqual(audit.archive_names(), ["bsd", "edit", "lua5.4", "md", "minizip", "tinfo", "z"])


class Program(unittest.TestCase):
    def run_script(self, *arguments):
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "86400"}
        return subprocess.run([SCRIPT, *arguments, PROGRAM], check=True, capture_output=True, text=True, env=environment).stdout

    def test_the_bill_is_the_same_twice_and_every_component_is_in_the_graph(self):
        text = self.run_script("--cyclonedx")
        self.assertEqual(text, self.run_script("--cyclonedx"))
        bill = json.loads(text)
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.5"))
        self.assertEqual(bill["metadata"]["timestamp"], "1970-01-02T00:00:00Z")
        references = [component["bom-ref"] for component in bill["components"]]
        self.assertEqual(len(references), len(set(references)))
        self.assertEqual(bill["dependencies"][0]["dependsOn"], references)
        names = {component["name"] for component in bill["components"]}
        self.assertLessEqual({"GRDB.swift", "libsqlite3-dev", "swift-runtime"}, names)
        # That of scripts/fetch-lua, or Debian's.
        self.assertEqual(len(names & {"lua", "liblua5.4-dev"}), 1)

    def test_every_licence_of_what_is_linked_in_is_written(self):
        folder = ROOT / ".build/audit-licences"
        subprocess.run([SCRIPT, "--licences", folder, PROGRAM], check=True)
        files = {file.stem for file in folder.iterdir() if file.stat().st_size > 500}
        self.assertLessEqual({"GRDB.swift", "BigInt", "swift-runtime", "zlib1g-dev", "libsqlite3-dev"}, files)


if __name__ == "__main__":
    unittest.main()
