"""One headless Chromium without a network, driven by Debian's chromedriver."""

import json
import shutil
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

OPTIONS = [
    "--headless=new",
    "--no-sandbox",  # As root, in CI, Chromium does not start with it.
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--no-first-run",
    "--lang=en-US",
    # The same pixels on every machine with the same fonts.
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--disable-lcd-text",
]


class Browser:
    """Opens files, and records what they print and request."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="flint-browser-")
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for option in OPTIONS + [f"--user-data-dir={self.profile}"]:
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("unhandledPromptBehavior", "dismiss")
        try:
            self.driver = webdriver.Chrome(
                service=Service("/usr/bin/chromedriver", log_path="/dev/null"), options=options
            )
        except BaseException:
            shutil.rmtree(self.profile, ignore_errors=True)
            raise
        self.driver.set_page_load_timeout(60)
        self.driver.set_script_timeout(120)
        self.command("Emulation.setFocusEmulationEnabled", enabled=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait_for(self, script, *arguments):
        """Runs a script whose last argument is a function, and returns what it is called with."""
        return self.driver.execute_async_script(script, *arguments)

    def look(self, variant):
        """Shows the open page in a variant."""
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=variant.width,
            height=400,  # A screenshot is at least as high.
            deviceScaleFactor=1,
            mobile=False,
        )
        self.command(
            "Emulation.setEmulatedMedia",
            media=variant.media,
            features=[
                {"name": "prefers-color-scheme", "value": variant.scheme},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ],
        )

    def open(self, path):
        """Opens a file; what it prints and requests is in `events` from here on."""
        self.driver.get("about:blank")
        self.events()
        self.driver.get(path.resolve().as_uri())

    def events(self):
        """Console messages, addresses requested and dialogs since the last call."""
        messages = [f"{x['level']}: {x['message']}" for x in self.driver.get_log("browser")]
        requests, dialogs = [], []
        for entry in self.driver.get_log("performance"):
            event = json.loads(entry["message"])["message"]
            if event["method"] == "Network.requestWillBeSent":
                requests.append(event["params"]["request"]["url"])
            elif event["method"] == "Page.javascriptDialogOpening":
                dialogs.append(event["params"]["message"])
        return messages, requests, dialogs

    def press_tab(self):
        self.command(
            "Input.dispatchKeyEvent",
            type="rawKeyDown",
            key="Tab",
            code="Tab",
            windowsVirtualKeyCode=9,
        )

    def screenshot(self, tallest):
        """The whole page as PNG in base64, at most so many pixels high."""
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        return self.command(
            "Page.captureScreenshot",
            format="png",
            captureBeyondViewport=True,
            optimizeForSpeed=True,
            clip={
                "x": 0,
                "y": 0,
                "width": size["width"],
                "height": min(size["height"], tallest),
                "scale": 1,
            },
        )["data"]


def axe_source():
    """axe-core, which scripts/setup --tests takes from a wheel of PyPI."""
    path = Path(__file__).resolve().parents[2] / ".build/browser/axe.min.js"
    if not path.exists():
        raise SystemExit(f"check_pages: {path} is missing; run scripts/setup --tests")
    return path.read_text()
