#!/usr/bin/env python3
"""Opens pages in headless Chromium and checks their layout and controls.

The script opens every page at widths of 360 and 1,280 pixels, in light and dark mode. It fails if the console shows a
warning or an error, if the page is wider than the window, if text overlaps other text, is cut off or has too little
contrast, or if sorting, filtering, a point linked to a row, or keyboard control of a game does not work.

The first screen of a report, 1,280 x 800 or 360 x 740 pixels, must contain the whole answer and at least two thirds of
the height of its picture. A page with all sections folded must not be higher than 6,000 pixels.

    scripts/browser/pages.py results/first/report.html
    scripts/browser/pages.py --pictures target/pictures results/*/report.html
"""

import argparse
import base64
import pathlib
import shutil
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --hide-scrollbars --allow-file-access-from-files""".split()

WIDTHS = {360: 740, 1280: 800}

# Minimum share of the picture's height on the first screen, and maximum height of a folded page in pixels.
PICTURED, HIGHEST = 2 / 3, 6000

# Returns the problems of the first screen of a report; an empty list for other pages.
FIRST_SCREEN = r"""
const [pictured, highest] = arguments, found = [];
const height = document.documentElement.scrollHeight;
if (height > highest) found.push(`the page is ${height} pixels high`);
const answer = document.querySelector("p.answer"), picture = document.querySelector("figure.picture");
if (answer && answer.getBoundingClientRect().bottom > innerHeight) found.push("the answer leaves the first screen");
if (answer && !picture && document.querySelector("details svg")) found.push("a page with plots has no picture first");
if (picture) {
  const box = picture.getBoundingClientRect(), seen = (Math.min(innerHeight, box.bottom) - box.top) / box.height;
  if (seen < pictured) found.push(`the first screen holds ${Math.round(100 * seen)} % of the picture of ${Math.round(box.height)} pixels, from ${Math.round(box.top)} on`);
}
return found;
"""

# Unfolds all sections and shows all rows, as when printing.
UNFOLD = r"""
document.querySelectorAll("#how-we-know").forEach(part => { part.open = true; });
document.querySelectorAll("button.more").forEach(button => button.click());
"""

# Returns the layout problems as a list of sentences.
LOOK = r"""
const found = [];
const say = (what, element) => found.push(what + ": " + element.textContent.trim().replace(/\s+/g, " ").slice(0, 60));
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth + 1) found.push(`the page is ${root.scrollWidth} pixels wide in ${root.clientWidth}`);
const light = colour => {
  const [r, g, b] = colour.match(/[\d.]+/g).map(Number).map(x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = element => {
  for (; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (!/, 0\)|transparent/.test(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
};
const contrast = (one, other) => {
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
// Skip text that is scrolled out of view.
const scrolled = (box, element) => {
  for (; element !== document.body; element = element.parentElement) {
    const style = getComputedStyle(element), frame = element.getBoundingClientRect();
    if (["auto", "scroll"].includes(style.overflowY) && (box.bottom > frame.bottom + 1 || box.top < frame.top - 1)) return true;
  }
  return false;
};
const boxes = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, parent = node.parentElement;
  if (!node.data.trim() || parent.closest("script, style, title, desc, svg, option, #tip") || !parent.checkVisibility()) continue;
  // What is fixed covers other text on purpose.
  if (parent.closest("#choices-part") && getComputedStyle(parent.closest("#choices-part")).position === "fixed") continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1 && !scrolled(box, parent)) boxes.push({ box, parent });
  if (boxes.length && boxes[boxes.length - 1].parent === parent) {
    const ratio = contrast(getComputedStyle(parent).color, ground(parent));
    if (ratio < 4.5) say(`contrast of ${ratio.toFixed(1)}`, parent);
  }
}
for (const element of document.body.querySelectorAll("*")) {
  const style = getComputedStyle(element);
  const cuts = ["hidden", "clip"].includes(style.overflowX) || style.textOverflow === "ellipsis";
  if (cuts && element.scrollWidth > element.clientWidth + 1 && !element.closest("svg")) say("text is cut", element);
}
const within = (one, other, gap) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > gap
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > gap;
boxes.sort((one, other) => one.box.top - other.box.top);
for (let first = 0; first < boxes.length; first++) {
  for (let next = first + 1; next < boxes.length && boxes[next].box.top < boxes[first].box.bottom; next++) {
    const [one, other] = [boxes[first], boxes[next]];
    // Lines of one text are as close as its author wants them.
    if (one.parent === other.parent || !within(one.box, other.box, 3)) continue;
    if (one.parent.closest("nav") || other.parent.closest("nav")) continue;
    say("text overlaps " + other.parent.textContent.trim().slice(0, 30), one.parent);
  }
}
for (const svg of document.querySelectorAll("svg")) {
  // Folded elements have no position yet.
  if (!svg.checkVisibility()) continue;
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map(text => [text, text.getBoundingClientRect()]);
  texts.forEach(([text, box], index) => {
    if (!box.width) return;
    const ratio = contrast(getComputedStyle(text).fill, ground(svg));
    if (ratio < 4.5) say(`contrast of ${ratio.toFixed(1)} in a plot`, text);
    const title = svg.querySelector("title") ? svg.querySelector("title").textContent : "";
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2)
      say(`text leaves its plot "${title}"`, text);
    for (const [other, its] of texts.slice(index + 1))
      if (within(box, its, 2)) say(`in the plot "${title}" text overlaps ${other.textContent.slice(0, 30)}`, text);
  });
}
return found;
"""

# Converts the texts of cells to numbers.
NUMBERS = r"""
return arguments[0].map(cell => {
  const text = cell.replace(/−/g, "-").replace(/(\d),(?=\d{3})/g, "$1").match(/-?\d+(\.\d+)?/);
  return text ? parseFloat(text[0]) : null;
});
"""


def browser(program, driver, profile):
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


def emulate(chrome, width, scheme, height=None):
    size = {"width": width, "height": height or WIDTHS[width], "deviceScaleFactor": 1, "mobile": width < 600}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", media)


def complaints(chrome):
    return [entry["message"] for entry in chrome.get_log("browser") if entry["level"] in ("WARNING", "SEVERE")]


def column(chrome, table, place):
    """Returns the visible cells of a column."""
    script = """return [...arguments[0].tBodies[0].rows].filter(row => !row.hidden && !row.classList.contains("beyond"))
        .map(row => row.cells[arguments[1]].textContent.trim());"""
    return chrome.execute_script(script, table, place)


def sorting(chrome):
    """Returns problems with sorting, tested on the first table with a sortable column of numbers."""
    for table in chrome.find_elements(By.CSS_SELECTOR, "table"):
        if not table.is_displayed():
            continue
        heads = table.find_elements(By.CSS_SELECTOR, "thead th")
        for place, head in enumerate(heads):
            cells = column(chrome, table, place)
            buttons = head.find_elements(By.TAG_NAME, "button")
            if not buttons or "number" not in (head.get_attribute("class") or "") or len(set(cells)) < 3:
                continue
            button = buttons[0]
            chrome.execute_script("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", button)
            for turn, order in enumerate(["descending", "ascending", None]):
                # Use the mouse and the keyboard.
                button.send_keys(Keys.ENTER) if turn == 1 else button.click()
                shown = column(chrome, table, place)
                if head.get_attribute("aria-sort") != order:
                    return [f"sorting: aria-sort is {head.get_attribute('aria-sort')}, expected {order}"]
                if order is None:
                    return [] if shown == cells else ["sorting: the third click does not restore the order"]
                numbers = chrome.execute_script(NUMBERS, shown)
                known = [number for number in numbers if number is not None]
                if numbers[: len(known)] != sorted(known, reverse=order == "descending"):
                    return [f"sorting: {shown} are not {order}"]
    return None


def lines(chrome):
    """Returns problems with the button that shows all rows of the first long table."""
    buttons = [button for button in chrome.find_elements(By.CSS_SELECTOR, "button.more") if button.is_displayed()]
    if not buttons:
        return None
    script = """const table = arguments[0].previousElementSibling.querySelector("table");
        return [[...table.tBodies[0].rows].filter(row => row.offsetHeight).length, table.tBodies[0].rows.length];"""
    before, every = chrome.execute_script(script, buttons[0])
    chrome.execute_script("arguments[0].scrollIntoView({block: 'center'})", buttons[0])
    buttons[0].click()
    after, _ = chrome.execute_script(script, buttons[0])
    if not 0 < before < every or after != every or buttons[0].is_displayed():
        return [f"of {every} lines {before} are shown first, and {after} after the click"]
    return []


def printing(chrome):
    """Checks that printing shows folded sections, and that they are folded again afterwards."""
    script = """const folded = () => [...document.querySelectorAll("#how-we-know")].filter(part => !part.open).length;
        document.querySelectorAll("#how-we-know").forEach(part => { part.open = false; });
        const before = folded();
        dispatchEvent(new Event("beforeprint"));
        const on_paper = folded();
        dispatchEvent(new Event("afterprint"));
        return [before, on_paper, folded()];"""
    before, on_paper, after = chrome.execute_script(script)
    if not before:
        return None
    return [] if (on_paper, after) == (0, before) else [f"{on_paper} of {before} parts stay folded on paper, {after} after it"]


def filtering(chrome):
    """Returns problems with the filter of the first table that has one."""
    inputs = [box for box in chrome.find_elements(By.CSS_SELECTOR, ".filter input") if box.is_displayed()]
    if not inputs:
        return None
    box = inputs[0]
    table = chrome.execute_script("return arguments[0].closest('label').nextElementSibling.querySelector('table')", box)
    cells = column(chrome, table, 0)
    word = cells[-1].split()[0]
    chrome.execute_script("arguments[0].scrollIntoView({block: 'center'})", box)
    box.send_keys(word)
    script = "return [...arguments[0].tBodies[0].rows].filter(row => row.offsetHeight).map(row => row.textContent)"
    rows = chrome.execute_script(script, table)
    wrong = [row for row in rows if word.lower() not in row.lower()]
    if wrong or not rows or len(rows) == len(cells):
        return [f"filtering by {word} shows {len(rows)} of {len(cells)} lines, {len(wrong)} of them wrong"]
    box.clear()
    box.send_keys(" ")
    return [] if column(chrome, table, 0) == cells else ["filtering: without words not every line is shown"]


def points(chrome):
    """Returns problems with the first visible point that is linked to a row."""
    links = [link for link in chrome.find_elements(By.CSS_SELECTOR, "svg a[href]") if link.is_displayed()]
    if not links:
        return None
    on_top = """const box = arguments[0].getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === arguments[0];"""
    for link in links:
        mark = link.find_element(By.CSS_SELECTOR, "circle, path")
        chrome.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
        if chrome.execute_script(on_top, mark):
            break
    else:
        return ["every point is below another one"]
    webdriver.ActionChains(chrome).move_to_element(mark).perform()
    tips = [tip.text for tip in chrome.find_elements(By.CSS_SELECTOR, ".tip")]
    if not tips or not tips[0]:
        return ["a point does not name itself"]
    mark.click()
    target = link.get_attribute("href") or ""
    script = """const line = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        const box = line && line.getBoundingClientRect();
        return box && line.tagName === "TR" && box.top >= -1 && box.bottom <= innerHeight + 1;"""
    return [] if chrome.execute_script(script) else [f"a point does not lead to its line: {target}"]


def playing(chrome):
    """Returns problems with the automatic playback of a game."""
    buttons = chrome.find_elements(By.ID, "play")
    if not buttons:
        return None
    value = lambda: int(chrome.find_element(By.ID, "slider").get_attribute("value"))
    begun = time.monotonic()
    while value() == 0:
        if time.monotonic() - begun > 10:
            return ["the game does not play by itself"]
        time.sleep(0.1)
    chrome.execute_script("window.scrollTo(0, 0)")
    buttons[0].click()
    stopped = value()
    time.sleep(2)
    return [] if value() == stopped and buttons[0].text == "Play" else ["the game does not pause"]


def following(chrome):
    """Returns problems with a map that follows the events of a game."""
    if not chrome.find_elements(By.ID, "map"):
        return None
    script = """const slider = document.getElementById("slider");
        slider.value = Math.round(arguments[0] * slider.max);
        slider.dispatchEvent(new Event("input"));"""
    seen = """const map = document.getElementById("map").getBoundingClientRect(), focus = document.querySelector("#map .focus");
        if (!focus) return null;
        const box = focus.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        return x >= map.left && x <= map.right && y >= map.top && y <= map.bottom;"""
    found = []
    for part in [0.2, 0.4, 0.6, 0.8]:
        chrome.execute_script(script, part)
        time.sleep(1)
        found.append(chrome.execute_script(seen))
    if False in found:
        return ["the map does not follow what happens"]
    return [] if True in found else ["the map marks nothing"]


def arrows(chrome):
    """Returns problems with keyboard control of a game."""
    sliders = chrome.find_elements(By.ID, "slider")
    if not sliders:
        return None
    slider, last = sliders[0], int(sliders[0].get_attribute("max"))
    body = chrome.find_element(By.TAG_NAME, "body")
    tables = set()
    for key, wanted in [(Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.ARROW_LEFT, 0), (Keys.END, last)]:
        body.send_keys(key)
        shown = int(slider.get_attribute("value"))
        if shown != wanted:
            return [f"the game stands at move {shown} instead of {wanted}"]
        tables.add(chrome.find_element(By.ID, "board").get_attribute("innerHTML"))
    body.send_keys(Keys.ARROW_UP)
    if not 0 < int(slider.get_attribute("value")) < last:
        return ["arrow up goes no turn back"]
    return [] if len(tables) > 1 else ["the table looks the same from the deal to the end"]


def check(chrome, page, pictures):
    """Returns the problems of a page and the controls that were tested."""
    wrong, used = [], set()
    for width in WIDTHS:
        for scheme in ["light", "dark"]:
            emulate(chrome, width, scheme)
            chrome.get(page.resolve().as_uri())
            at = f"{page}, {width} pixels, {scheme}"
            wrong += [f"{at}: {problem}" for problem in chrome.execute_script(FIRST_SCREEN, PICTURED, HIGHEST)]
            wrong += [f"{at}: {problem}" for problem in chrome.execute_script(LOOK)]
            if pictures:
                taken = chrome.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": False})
                name = "-".join([*page.with_suffix("").parts[-2:], str(width), scheme]) + ".png"
                (pictures / name).write_bytes(base64.b64decode(taken["data"]))
            if scheme == "light":
                for control in [playing, following, lines, sorting, filtering, points, printing, arrows]:
                    problems = control(chrome)
                    if problems is not None:
                        used.add(control.__name__)
                        wrong += [f"{at}: {problem}" for problem in problems]
            if chrome.find_elements(By.ID, "how-we-know"):
                chrome.execute_script(UNFOLD)
                wrong += [f"{at}, unfolded: {problem}" for problem in chrome.execute_script(LOOK)]
            wrong += [f"{at}: on the console: {problem}" for problem in complaints(chrome)]
    return wrong, used


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+", type=pathlib.Path, metavar="PAGE")
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots of each view")
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    parser.add_argument("--driver", default=shutil.which("chromedriver") or "chromedriver")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    wrong, used = [], set()
    with tempfile.TemporaryDirectory() as profile:
        chrome = browser(arguments.chromium, arguments.driver, profile)
        try:
            for page in arguments.pages:
                problems, controls = check(chrome, page, arguments.pictures)
                wrong += problems
                used |= controls
        finally:
            chrome.quit()
    for problem in wrong:
        print(problem, file=sys.stderr)
    print(f"{len(arguments.pages)} pages, used: {', '.join(sorted(used)) or 'nothing'}; {len(wrong)} problems")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
