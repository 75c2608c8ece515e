# browser.py -- drives headless Chromium for the tests of HTML reports.
# SPDX-License-Identifier: GPL-2.0-or-later
"""A Browser opens pages from disk and records what they print on the console and what
they ask the network for.  A Page is one that is open.  Tap prints results of tests."""

import json
import os
import pathlib
import time
import urllib.parse

from selenium import webdriver
from selenium.common import exceptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

DRIVER = "/usr/bin/chromedriver"
WHOLE = "/usr/bin/chromium"
# The same engine without tabs and toolbars, which take half of the time.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
SIZE = (1280, 900)
SMALL = (360, 740)
# A busy machine needs longer; a test that passes does not wait.
PATIENCE = float(os.environ.get("BROWSER_PATIENCE", "20"))


class Tap:
    """Results in the Test Anything Protocol; the shell prints the plan.  They are
    numbered on from $FIRST_TEST."""

    def __init__(self):
        self.count = int(os.environ.get("FIRST_TEST", "0"))
        self.failed = 0

    def result(self, name, problems):
        """One test, which passes if there are no problems, a list of lines."""
        self.count += 1
        print(f"{'not ok' if problems else 'ok'} {self.count} - {name}", flush=True)
        for line in problems[:20]:
            print(f"#   {line}", flush=True)
        self.failed += bool(problems)

    def skip(self, name, reason):
        """A test that cannot run here."""
        self.count += 1
        print(f"ok {self.count} - {name} # SKIP {reason}", flush=True)

    def end(self):
        """The exit status."""
        print("# all pages are done", flush=True)
        return 1 if self.failed else 0


class Browser:
    """Chromium, to be used by `with`; its shell, if that is there, unless the whole one
    is wanted."""

    def __init__(self, size=SIZE, whole=False):
        options = webdriver.ChromeOptions()
        options.binary_location = WHOLE if whole or not os.path.exists(SHELL) else SHELL
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu",
                         "--disable-dev-shm-usage", "--no-first-run",
                         "--disable-background-networking", "--force-color-profile=srgb"):
            options.add_argument(argument)
        # With the least of logs that show each message and each request.
        options.set_capability("goog:loggingPrefs",
                               {"browser": "ALL", "performance": "ALL"})
        options.set_capability("unhandledPromptBehavior", "ignore")
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)
        self.resize(*size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def resize(self, width, height):
        """The size of the page's window in CSS pixels."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def scheme(self, name, media="screen"):
        """What the system prefers: light or dark; media is screen or print."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media,
            "features": [{"name": "prefers-color-scheme", "value": name}]})

    def scripts(self, are_on):
        """Whether the next pages run scripts of their own."""
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled",
                                    {"value": not are_on})

    def open(self, path, fragment="", wait=True):
        """Load the file again; with `wait`, until its first view is drawn."""
        address = pathlib.Path(path).resolve().as_uri()
        # A busy machine can lose the driver's first try.
        for is_last in (False, True):
            try:
                self.driver.get("about:blank")
                self.driver.get_log("browser")
                self.driver.get_log("performance")
                self.driver.get(address + fragment)
                break
            except exceptions.TimeoutException:
                if is_last:
                    raise
        page = Page(self, address)
        if wait:
            page.until(lambda: page.drawn() > 0, "the first view is drawn")
        return page


class Page:
    """An open page.  Selectors are CSS."""

    def __init__(self, browser, address):
        self.browser = browser
        self.driver = browser.driver
        self.address = address

    # ---- Looking ----

    def run(self, script, *arguments):
        """The value of a script's `return`."""
        return self.driver.execute_script(script, *arguments)

    def drawn(self):
        """How often a view has been drawn."""
        return int(self.run("return document.documentElement.dataset.ready || 0"))

    def until(self, condition, what):
        """Wait until the condition holds; its value.  Raises AssertionError."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                value = condition()
            except (exceptions.StaleElementReferenceException,
                    exceptions.JavascriptException):
                value = None
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {PATIENCE:g} s: {what}")
            time.sleep(0.02)

    def all(self, selector):
        """All elements that match."""
        return self.driver.find_elements("css selector", selector)

    def one(self, selector):
        """The first visible one.  Raises AssertionError."""
        found = self.run("""
            return [...document.querySelectorAll(arguments[0])].find((e) =>
               e.checkVisibility() && e.getClientRects().length) || null""", selector)
        assert found, f"nothing matches {selector}"
        return found

    def has(self, selector):
        """Whether one is visible."""
        return self.run("""
            return [...document.querySelectorAll(arguments[0])].some(
               (e) => e.checkVisibility() && e.getClientRects().length)""", selector)

    def data(self, selector, *names):
        """Of each visible element the texts of data attributes, in a tuple, then its own
        text."""
        return [tuple(row) for row in self.run("""
            const [selector, names] = arguments;
            return [...document.querySelectorAll(selector)]
               .filter((e) => e.checkVisibility ? e.checkVisibility() : e.offsetParent)
               .map((e) => [...names.map((n) => e.getAttribute("data-" + n)),
                            e.textContent.trim()]);""", selector, names)]

    def fragment(self):
        """What the address says after "#", as a dictionary."""
        text = self.run("return location.hash").lstrip("#")
        return dict(urllib.parse.parse_qsl(text, keep_blank_values=True))

    def view(self):
        """The id of the view that is shown."""
        return self.run("""const view = document.getElementById("view");
                           return view && view.dataset.view""")

    def words(self):
        """The text of the view, as a reader sees it."""
        return self.run("""return document.getElementById("view").innerText""")

    # ---- Doing ----

    def frames(self, count=2):
        """Wait until the browser has painted so many times, or does not paint."""
        self.driver.execute_async_script("""
            const done = arguments[1];
            const step = (n) => n ? requestAnimationFrame(() => step(n - 1)) : done();
            setTimeout(done, 2000);
            step(arguments[0]);""", count)

    def click(self, selector):
        """Click with the mouse."""
        element = self.one(selector) if isinstance(selector, str) else selector
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        ActionChains(self.driver, duration=0).click(element).perform()
        self.frames()

    def hover(self, selector):
        """Move the mouse there."""
        element = self.one(selector)
        ActionChains(self.driver, duration=0).move_to_element(element).perform()
        self.frames()

    def click_at(self, selector, x, y):
        """Click in an element, so far from its left and top edge in CSS pixels."""
        element = self.one(selector)
        size = element.size
        ActionChains(self.driver, duration=0).move_to_element_with_offset(
            element, x - size["width"] / 2, y - size["height"] / 2).click().perform()
        self.frames()

    def drag(self, selector, start, end):
        """Drag in an element, from one share of its width to another."""
        element = self.one(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        width = element.size["width"]
        ActionChains(self.driver, duration=20).move_to_element_with_offset(
            element, int((start - 0.5) * width), 0).click_and_hold().move_by_offset(
            int((end - start) * width / 2), 0).move_by_offset(
            int((end - start) * width / 2), 0).release().perform()
        self.frames()

    def press(self, *keys):
        """Keys for what has the focus: "a", "Enter", "Shift+Tab"."""
        actions = ActionChains(self.driver, duration=0)
        for key in keys:
            *held, last = key.split("+") if len(key) > 1 else [key]
            held = [getattr(Keys, name.upper()) for name in held]
            code = last if len(last) == 1 else getattr(
                Keys, {"Esc": "ESCAPE", "ArrowDown": "ARROW_DOWN", "ArrowUp": "ARROW_UP",
                       "ArrowLeft": "ARROW_LEFT", "ArrowRight": "ARROW_RIGHT",
                       "PageDown": "PAGE_DOWN", "PageUp": "PAGE_UP"}.get(
                           last, last.upper()))
            for name in held:
                actions.key_down(name)
            actions.send_keys(code)
            for name in held:
                actions.key_up(name)
        actions.perform()
        self.frames()

    def type(self, selector, text):
        """Replace the text of a field, key by key."""
        field = self.one(selector)
        self.run("arguments[0].focus(); arguments[0].select()", field)
        if text:
            field.send_keys(text)
        else:
            field.send_keys(Keys.BACKSPACE)
        self.frames()

    def go(self, **state):
        """Set the fragment, as a link would, and wait until it is drawn; with all code,
        as documents have it, unless the state says otherwise."""
        before = self.drawn()
        text = "#" + urllib.parse.urlencode({**state, "code": state.get("code", "all")})
        if self.run("return location.hash") == text:
            return
        self.run("location.hash = arguments[0]", text)
        self.until(lambda: self.drawn() > before, f"{text} is drawn")
        self.frames()

    def visit(self, fragments):
        """Show one fragment after the other, as long as the browser needs to draw it."""
        self.driver.execute_async_script("""
            const [fragments, done] = arguments;
            const step = (i) => {
               if (i === fragments.length) {
                  done();
                  return;
               }
               location.hash = fragments[i];
               setTimeout(() => requestAnimationFrame(() => step(i + 1)));
            };
            step(0);""", fragments)
        self.frames()

    def shot(self, path, whole=False):
        """A picture of the window, or of the whole page as far as 8,000 pixels."""
        if whole:
            width, height = self.run("return [innerWidth, Math.min(8000, "
                                     "document.documentElement.scrollHeight)]")
            before = self.run("return innerHeight")
            self.browser.resize(width, max(before, height))
            self.frames()
        self.driver.save_screenshot(str(path))
        if whole:
            self.browser.resize(width, before)

    # ---- Timing, in milliseconds ----

    def started(self):
        """When the page was first painted, and when its first view was drawn."""
        paint, ready = self.until(lambda: self.run("""
            const paint = performance.getEntriesByName("first-contentful-paint")[0];
            const ready = performance.getEntriesByName("quern-ready")[0];
            return paint && ready && [paint.startTime, ready.startTime];"""),
            "the first paint is known")
        return paint, ready

    def search_time(self, text):
        """How long the search field takes until what is typed is painted: the longest
        of its letters."""
        return self.driver.execute_async_script("""
            const [text, done] = arguments;
            const field = document.querySelector("#view input[type=search]");
            let longest = 0;
            const type = (n) => {
               if (n > text.length) {
                  done(longest);
                  return;
               }
               const before = performance.now();
               field.value = text.slice(0, n);
               field.dispatchEvent(new Event("input", {bubbles: true}));
               requestAnimationFrame(() => setTimeout(() => {
                  longest = Math.max(longest, performance.now() - before);
                  type(n + 1);
               }));
            };
            type(1);""", text)

    # ---- Judging ----

    def problems(self):
        """What a page must not do: messages on the console, requests, prompts; since it
        was opened, or since the last call."""
        found = []
        try:
            found.append(f"a prompt: {self.driver.switch_to.alert.text}")
            self.driver.switch_to.alert.dismiss()
        except exceptions.NoAlertPresentException:
            pass
        for entry in self.driver.get_log("browser"):
            found.append(f"console: {entry['level']}: {entry['message'][:300]}")
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent",
                                     "Network.webSocketCreated"):
                params = message["params"]
                url = params.get("url") or params["request"]["url"]
                if not url.startswith("data:") and url.split("#")[0] != self.address:
                    found.append(f"a request: {url[:300]}")
        return found
