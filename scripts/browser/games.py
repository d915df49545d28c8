#!/usr/bin/env python3
"""Plays whole games of each kind in headless Chromium, on the page of `portolan play --web`.

Each game is played three times: by clicks, by the keyboard alone, and by touch on a screen of 360 pixels. A click goes to
the picture if a place belongs to a move, to a card whose moves are listed, or to the list. The script fails if a game
does not end, if the console shows a warning or an error, or if hints, undo, saving, a second tab, the cover between two
players, the story of a campaign or the message after a restart do not work. In the middle and at the end of a game, it also fails if

- the layout check of pages.py or axe-core finds a problem,
- text is smaller than 11 pixels at 1,280 pixels, or has a contrast below 4.5:1 on its place,
- a place, card or building does not explain itself on hover, on focus or on tap, or repeats its label,
- a label on the picture is cut,
- the focus is not visible as an outline, or the last move looks like a choice,
- moves since the last decision are hidden or misnumbered,
- at 1,280 pixels the first own supplies or five moves are not on the screen, or at 768 or 360 pixels the map is wider than the
  screen or the own pieces, supplies or moves are not on it.

    scripts/browser/games.py target/release/portolan
    scripts/browser/games.py --pictures target/pictures target/release/portolan
"""

import argparse
import base64
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from pages import LOOK, WIDTHS, browser, complaints, emulate
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

# Players by game; Maracaibo is played against Jean.
TABLES = {
    "maracaibo": ["--players=1", "--bots=human"],
    "puerto_rico": ["--bots=human,greedy,greedy"],
    "endeavor": ["--bots=human,greedy"],
    "cartagena": ["--bots=human,greedy,greedy"],
}

# Maximum number of clicks per game.
MOST_CLICKS = 1500

# Elements that make a move when clicked, first those in the picture.
OFFERED = "[...document.querySelectorAll('.choice-spot, .card[data-moves], #choices button[data-move]')].filter(entry => entry.checkVisibility())"

# Widths of the table on which its parts are measured, with the heights of such screens.
TABLE_WIDTHS = {**WIDTHS, 768: 1024}

# Returns the sizes and contrasts of texts in the picture that are too small, and the parts that are not on the screen.
MEASURE = r"""
const found = [], shown = entry => entry && entry.checkVisibility();
const box = entry => entry.getBoundingClientRect();
const bar = box(document.getElementById("bar")).bottom, list = document.getElementById("choices-part");
const bottom = shown(list) && getComputedStyle(list).position === "fixed" ? box(list).top : innerHeight;
const inside = (entry, top, end) => box(entry).bottom > top + 1 && box(entry).top < end - 1 && box(entry).left < innerWidth && box(entry).right > 0;
for (const text of document.querySelectorAll("main *")) {
  const own = [...text.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  if (!own || !text.checkVisibility() || text.closest("title, option, script, style")) continue;
  const size = parseFloat(getComputedStyle(text).fontSize);
  if (innerWidth === 1280 && size < 11) found.push(`text of ${size} pixels: ${text.textContent.trim().slice(0, 40)}`);
}
// Labels are complete, apart from hyphens, and lie inside their places.
const letters = text => text.replaceAll(/[\s-]/g, "");
for (const place of document.querySelectorAll(".place")) {
  const cell = box(place.querySelector(".cell")), texts = [...place.querySelectorAll("text")];
  const label = letters(place.getAttribute("aria-label") || "") + ",";
  for (const part of ["text[font-weight]", "text.note"]) {
    const text = letters([...place.querySelectorAll(part)].map(line => line.textContent).join(""));
    if (!label.includes(text + ",") && !label.includes(text + ")")) found.push(`"${text}" is cut: ${label}`);
  }
  for (const text of texts) {
    const at = box(text);
    if (text.textContent.includes("…") || at.right > cell.right + 1 || at.bottom > cell.bottom + 2) found.push(`a label is cut: ${text.textContent} of ${label}`);
  }
}
const light = colour => {
  const [r, g, b] = colour.map(x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const rgb = colour => colour.match(/[\d.]+/g).map(Number).slice(0, 3);
for (const place of document.querySelectorAll(".place")) {
  const ground = rgb(getComputedStyle(place.querySelector(".cell")).fill), mark = getComputedStyle(place.querySelector(".mark"));
  const share = mark.fill === "none" ? 0 : parseFloat(mark.fillOpacity) * 2;
  const below = share ? ground.map((x, at) => x * (1 - share) + rgb(mark.fill)[at] * share) : ground;
  for (const text of place.querySelectorAll("text")) {
    const [a, b] = [light(rgb(getComputedStyle(text).fill)), light(below)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`contrast of ${ratio.toFixed(1)} on the place of ${text.textContent}`);
  }
}
for (const part of document.querySelectorAll("#advice, #tip, #task")) {
  if (shown(part) && part.scrollWidth > part.clientWidth + 1) found.push(`#${part.id} is cut`);
}
const happened = document.getElementById("happened"), earlier = happened.querySelectorAll("details li").length;
const latest = happened.querySelector(":scope > ol"), summary = happened.querySelector("summary");
if (latest && (latest.start !== earlier + 1 || [...latest.children].some(entry => shown(happened) && !shown(entry)))) found.push("moves since the last decision are hidden or misnumbered");
if (earlier && parseInt(summary.textContent) !== earlier) found.push(`${earlier} folded moves are called "${summary.textContent}"`);
if (document.querySelector("main").dataset.turn !== "choose") return found;
const move = document.querySelector("#choices button");
if (!inside(move, bar, innerHeight)) found.push("no move is on the screen");
const map = document.getElementById("map"), seat = arguments[0];
if (innerWidth < 1200) {
  if (map.scrollWidth > map.clientWidth + 1) found.push(`the map is ${map.scrollWidth} pixels wide in ${map.clientWidth}`);
  const colour = arguments[1], own = [...map.querySelectorAll(`[fill="${colour}"]`)];
  const top = Math.max(bar, box(map).top), end = Math.min(bottom, box(map).bottom);
  if (own.length && !own.some(entry => inside(entry, top, end))) found.push("no own piece on the map is on the screen");
  const purse = document.getElementById("purse");
  for (const place of document.querySelectorAll("#own .place")) {
    const name = place.querySelector("text[font-weight]"), note = place.querySelector(".note");
    if (note && /^\d+$/.test(note.textContent) && !purse.textContent.includes(name.textContent)) found.push(`no ${name.textContent} in the line with the own supplies`);
  }
  if (purse.textContent ? !inside(purse, bar, innerHeight) : document.querySelector("#own svg")) found.push("the line with the own supplies and hand is not on the screen");
} else {
  const own = document.getElementById("own"), rows = [...own.querySelectorAll(".cell")].map(box);
  if (rows.some(row => row.top === rows[0].top && row.bottom > box(own).bottom)) found.push("the first own supplies are not on the screen");
  if (own.scrollWidth > own.clientWidth) found.push("the own supplies are cut at the right");
  const moves = [...document.querySelectorAll("#choices button")], end = Math.min(innerHeight, box(document.getElementById("choices")).bottom) + 1;
  const whole = moves.filter(entry => box(entry).bottom <= end).length;
  if (whole < Math.min(5, moves.length)) found.push(`${whole} of ${moves.length} moves are whole on the screen`);
  const card = document.querySelector(".hand .card");
  if (card && (box(card).top < bar || box(card).bottom > innerHeight)) found.push("the hand is not on the screen");
}
return found;
"""

# Runs axe-core and returns the violations.
AXE = r"""
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(result => done(result.violations.map(rule => `${rule.id}: ${rule.help}: ${rule.nodes.slice(0, 2).map(node => node.html.slice(0, 120)).join(" ")}`)), error => done([String(error)]));
"""

# Hovers over and selects every place and card. Returns those without an explanation.
EXPLAIN = r"""
const found = [], tip = document.getElementById("tip"), how = arguments[0];
// Empty spaces have no name.
const entries = [...document.querySelectorAll(".place[role], .card")].filter(entry => entry.checkVisibility());
let texts = 0;
for (const entry of entries) {
  if (how === "hover") entry.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse", screenX: ++texts }));
  if (how === "focus") entry.focus({ focusVisible: true });
  if (how === "tap") {
    entry.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
    entry.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  }
  const called = entry.getAttribute("aria-label") || entry.textContent;
  if (tip.hidden || tip.querySelectorAll("p").length < 2) found.push(`no explanation on ${how}: ${called}`);
  for (const text of [...tip.querySelectorAll("p")].slice(1).map(line => line.textContent)) {
    if (called.split(", ").includes(text) && !/of seat \d/.test(text)) found.push(`the explanation repeats "${text}": ${called}`);
  }
  if (how === "focus" && getComputedStyle(entry).outlineStyle === "none") found.push(`no outline: ${called}`);
  const at = tip.getBoundingClientRect();
  if (at.left < 0 || at.right > innerWidth + 1 || at.top < 0) found.push(`the explanation leaves the screen: ${called}`);
  if (!entry.hasAttribute("aria-describedby")) found.push(`the explanation is not announced: ${called}`);
}
document.activeElement.blur();
document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse" }));
if (!tip.hidden) found.push("Escape does not end an explanation");
if (!entries.length) found.push("nothing can be explained");
// The frame of the last move is dashed, the frames of choices are solid.
const dashed = entry => getComputedStyle(entry).strokeDasharray !== "none";
if ([...document.querySelectorAll(".focus")].some(entry => !dashed(entry))) found.push("the last move is not dashed");
const choices = [...document.querySelectorAll(".choice-spot .mark")], ink = entry => getComputedStyle(entry).stroke;
if (choices.some(dashed)) found.push("a choice is dashed");
if ([...document.querySelectorAll(".focus")].some(entry => choices.some(choice => ink(choice) === ink(entry)))) found.push("the last move has the colour of a choice");
return [...new Set(found)].slice(0, 6);
"""


# Script of axe-core.
AXE_CORE = ""

# Programs that were started; the test ends all of them.
GAMES = []


class Game:
    """A program that shows a game, and its page in the browser."""

    def __init__(self, chrome, program, folder, game, options, command=(), at_story=lambda: None):
        self.chrome, self.game, self.story, self.at_story = chrome, game, [], at_story
        command = [program, *(command or ["play", f"--game={game}", "--seed=7"]), "--web", *options]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", self.address), self.address
        GAMES.append(self.process)
        chrome.get(self.address)
        self.settled()

    def end(self):
        """Stops the program with Ctrl-C and returns the end of its output."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, self.process.returncode
        return rest

    def settled(self):
        """Waits until the page stops changing, reads the parts of a story, and returns the next state: choose, cover or over."""
        begun = time.monotonic()
        while time.monotonic() - begun < 60:
            story = self.chrome.find_element(By.ID, "story")
            if story.is_displayed():
                self.read(story)
                begun = time.monotonic()
            main = self.chrome.find_element(By.TAG_NAME, "main")
            if main.get_attribute("aria-busy") == "false" and main.get_attribute("data-turn") != "next":
                return main.get_attribute("data-turn")
            time.sleep(0.01)
        raise AssertionError(f"{self.game}: the page does not rest")

    def read(self, story):
        """Reads a part of a story and continues."""
        self.story.append(story.text)
        assert not self.chrome.find_element(By.ID, "choices-part").is_displayed(), story.text
        if len(self.story) == 1:
            self.at_story()
        self.chrome.find_element(By.ID, "go-on").click()

    def pace(self, words):
        Select(self.chrome.find_element(By.ID, "pace")).select_by_visible_text(words)

    def click(self, element):
        self.chrome.execute_script("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", element)
        if element.tag_name == "g":
            # Click the middle of a cell in its own panel, which scrolls.
            webdriver.ActionChains(self.chrome, duration=0).move_to_element(element).click().perform()
        else:
            element.click()

    def press(self, button):
        self.click(self.chrome.find_element(By.ID, button))
        return self.settled()

    def notice(self):
        return self.chrome.find_element(By.ID, "notice").text

    def keys(self, *keys):
        """Presses keys without moving the focus."""
        ActionChains(self.chrome, duration=0).send_keys(*keys).perform()

    def touch(self, element):
        """Taps the middle of an element."""
        self.chrome.execute_script("arguments[0].scrollIntoView({block: 'nearest', inline: 'nearest'})", element)
        x, y = self.chrome.execute_script("""const box = arguments[0].getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];""", element)
        point = {"x": x, "y": y}
        self.chrome.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        self.chrome.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def made(self):
        """Returns the number of moves in the log of the page."""
        return self.chrome.execute_script("return document.querySelectorAll('#log .move').length")

    def move(self, number):
        """Clicks one element, and a second one if the first stands for several moves. Returns the kind of the element.
        """
        before = self.made()
        offered = self.chrome.execute_script(f"return {OFFERED}")
        assert offered, f"{self.game}: nothing can be clicked"
        # Alternate between cards, places and the list.
        kinds = {}
        for element in offered:
            kind = self.chrome.execute_script("return arguments[0].closest('.hand') ? 'card' : arguments[0].tagName", element)
            kinds.setdefault(kind, element)
        kind = sorted(kinds)[number % len(kinds)]
        self.click(kinds[kind])
        turn = self.settled()
        if turn == "choose" and self.made() == before:
            self.click(self.chrome.find_element(By.CSS_SELECTOR, "#choices button[data-move]"))
            turn = self.settled()
        return kind, turn


def measured(chrome, game, at, widths=TABLE_WIDTHS, schemes=("light", "dark")):
    """Returns the problems with sizes, contrasts, explanations and accessibility at these widths."""
    wrong = []
    for width in widths:
        for scheme in schemes:
            where = f"{game} {at}, {width} pixels, {scheme}"
            emulate(chrome, width, scheme, TABLE_WIDTHS[width])
            if width == 1280:
                chrome.execute_script("window.scrollTo(0, 0)")
            # The table is drawn again, and on a small screen scrolled to the own pieces.
            time.sleep(0.2)
            wrong += [f"{where}: {problem}" for problem in chrome.execute_script(MEASURE, 0, "#0072b2")]
            covered = chrome.find_element(By.ID, "cover").is_displayed()
            if scheme != schemes[0] or covered:
                continue
            hows = {360: ["tap"], 768: [], 1280: ["hover", "focus"]}[width]
            wrong += [f"{where}: {problem}" for how in hows for problem in chrome.execute_script(EXPLAIN, how)]
            if AXE_CORE and width != 768:
                chrome.execute_script(AXE_CORE)
                wrong += [f"{where}: axe-core: {problem}" for problem in chrome.execute_async_script(AXE)]
    emulate(chrome, 1280, "light")
    return wrong


def looked(chrome, game, at, pictures):
    """Returns the layout problems of the page at both widths, in light and dark mode."""
    wrong = measured(chrome, game, at)
    for width in WIDTHS:
        for scheme in ["light", "dark"]:
            emulate(chrome, width, scheme)
            chrome.execute_script("window.scrollTo(0, 0)")
            time.sleep(0.1)
            wrong += [f"{game} {at}, {width} pixels, {scheme}: {problem}" for problem in chrome.execute_script(LOOK)]
            if pictures:
                taken = chrome.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True})
                (pictures / f"play-{game}-{at}-{width}-{scheme}.png").write_bytes(base64.b64decode(taken["data"]))
    emulate(chrome, 1280, "light")
    return wrong


def whole_game(chrome, program, folder, name, pictures):
    """Plays a game to its end. Returns its problems and the kinds of elements clicked."""
    game = Game(chrome, program, folder, name, TABLES[name])
    wrong, clicked = [], {}
    # Watch the first move of other players.
    turn = game.settled()
    game.pace("fast")
    kind, turn = game.move(0)
    clicked[kind] = clicked.get(kind, 0) + 1
    game.pace("at once")
    clicks = 0
    while turn == "choose":
        assert clicks < MOST_CLICKS, f"{name} does not end"
        kind, turn = game.move(clicks)
        clicked[kind] = clicked.get(kind, 0) + 1
        clicks += 1
        if clicks == 8:
            wrong += looked(chrome, name, "game", pictures)
        if clicks == 12 and turn == "choose":
            turn = asked(chrome, game, wrong)
    end = chrome.find_element(By.ID, "task").text
    if turn != "over" or "win" not in end and "share" not in end:
        wrong.append(f"{name} ends with \"{end}\"")
    wrong += looked(chrome, name, "end", pictures)
    # Two tabs may advance the other players at once. The program rejects one request, and the browser logs it.
    wrong += [f"{name}: on the console: {problem}" for problem in complaints(chrome)
              if not ("/do - " in problem and "status of 409" in problem)]
    # Requests fail after the program has ended, and the browser logs the failure.
    chrome.get("about:blank")
    rest = game.end()
    saved = re.search(r"saved in (\S+);", rest)
    replayed = subprocess.run([program, "replay", "--log", saved.group(1)], cwd=folder, capture_output=True, text=True)
    if replayed.returncode or "The log ends here" in replayed.stdout:
        wrong.append(f"{name}: replay does not show the game to its end: {replayed.stderr}")
    return wrong, clicked


def by_keyboard(chrome, program, folder, name):
    """Plays a game to its end by Tab, the arrow keys and Enter, without a pointer. Returns the problems."""
    game = Game(chrome, program, folder, name, TABLES[name])
    focused = "return document.activeElement.matches('#choices button[data-move]')"
    # The list of paces is before the moves in the tab order; its last entry is "at once".
    for _ in range(20):
        if chrome.switch_to.active_element.get_attribute("id") == "pace":
            break
        game.keys(Keys.TAB)
    game.keys(Keys.END)
    for _ in range(200):
        if chrome.execute_script(focused):
            break
        game.keys(Keys.TAB)
    turn, presses = game.settled(), 0
    while turn == "choose" and presses < MOST_CLICKS:
        if not chrome.execute_script(focused):
            game.end()
            return [f"{name}, by keyboard: the focus is not on a move after {presses} moves"]
        # Every third move is another one of the list.
        game.keys(*[Keys.ARROW_DOWN] * (presses % 3), Keys.ENTER)
        turn = game.settled()
        presses += 1
    wrong = [] if turn == "over" else [f"{name}, by keyboard: the game does not end"]
    wrong += [f"{name}, by keyboard, on the console: {problem}" for problem in complaints(chrome)]
    chrome.get("about:blank")
    game.end()
    return wrong


def by_touch(chrome, program, folder, name):
    """Plays a game to its end by taps on a screen of 360 pixels. Returns the problems."""
    emulate(chrome, 360, "light")
    chrome.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    game = Game(chrome, program, folder, name, TABLES[name])
    wrong, taps, explained = [], 0, False
    game.pace("at once")
    turn = game.settled()
    while turn == "choose" and taps < MOST_CLICKS:
        before = game.made()
        entries = chrome.find_elements(By.CSS_SELECTOR, ".choice-spot, .card[data-moves]")
        if entries and taps % 4 == 0:
            # A tap on a place or card explains it and offers its moves as buttons.
            game.touch(entries[taps % len(entries)])
            entry = chrome.find_element(By.CSS_SELECTOR, "#tip button")
            explained = True
        else:
            listed = chrome.find_elements(By.CSS_SELECTOR, "#choices button[data-move]")
            entry = listed[taps % 2 % len(listed)]
        game.touch(entry)
        begun = time.monotonic()
        while game.made() == before and game.settled() == "choose" and time.monotonic() - begun < 20:
            time.sleep(0.01)
        turn = game.settled()
        taps += 1
        if taps == 6:
            wrong += [f"{name}, by touch: {problem}" for problem in chrome.execute_script(MEASURE, 0, "#0072b2")]
    if turn != "over":
        wrong.append(f"{name}, by touch: the game does not end")
    if not explained:
        wrong.append(f"{name}, by touch: no tap on the picture explained a place")
    wrong += [f"{name}, by touch, on the console: {problem}" for problem in complaints(chrome)]
    chrome.get("about:blank")
    game.end()
    chrome.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    emulate(chrome, 1280, "light")
    return wrong


def campaign(chrome, program, folder, pictures):
    """Plays a game of a campaign: the story is shown before the vote on it, and the result at the end. Returns the problems."""
    new = [program, "campaign", "new", "x.campaign.toml", "--bots=human,explorer", "--seed=4"]
    subprocess.run(new, cwd=folder, check=True, capture_output=True)
    wrong, votes = [], 0

    def begun():
        """Checks the page on which the campaign begins."""
        wrong.extend(looked(chrome, "campaign", "story", pictures))

    game = Game(chrome, program, folder, "campaign", [], ["campaign", "play", "x.campaign.toml"], begun)
    if len(game.story) != 1 or "A drunken clerk leaves a sealed letter" not in game.story[0]:
        wrong.append(f"campaign: the story begins with {game.story}")
    game.pace("at once")
    turn, read = game.settled(), 1
    while turn == "choose":
        move = chrome.find_element(By.CSS_SELECTOR, "#choices button[data-move]")
        if move.text.startswith("vote"):
            votes += 1
            # Only the first vote on a card shows its back.
            if votes == 1 and len(game.story) <= read:
                wrong.append(f"campaign: the story before the vote is {game.story[read:]}")
        read = len(game.story)
        game.click(move)
        turn = game.settled()
    if votes == 0:
        wrong.append("campaign: no vote on a story card")
    if turn != "over" or "Next is game 2" not in game.story[-1]:
        wrong.append(f"campaign: the game ends with {game.story[read:]}")
    wrong += [f"campaign, on the console: {problem}" for problem in complaints(chrome)]
    chrome.get("about:blank")
    game.end()
    return wrong


def restarted(chrome, program, folder):
    """Tests that a page shows a message after the program was restarted at its port."""
    game = Game(chrome, program, folder, "cartagena", ["--bots=human,greedy"])
    port = re.search(r":(\d+)/", game.address).group(1)
    game.end()
    again = subprocess.Popen([program, "play", "--game=cartagena", "--seed=8", "--web", f"--port={port}", "--bots=human,greedy"],
                             cwd=folder, stdout=subprocess.PIPE, text=True)
    GAMES.append(again)
    begun = time.monotonic()
    while "out of date" not in game.notice() and time.monotonic() - begun < 15:
        time.sleep(0.1)
    said = game.notice()
    again.kill()
    again.wait()
    complaints(chrome)
    return [] if "out of date" in said else [f"after a restart, the old page says \"{said}\""]


def asked(chrome, game, wrong):
    """Tests a hint, an undo with a repeated move, and a second tab that stays synchronized."""
    game.press("hint")
    advice = chrome.find_element(By.ID, "advice").text
    if "expected lead" not in advice:
        wrong.append(f"{game.game}: the hint is \"{advice}\"")
    wrong += measured(chrome, game.game, "with a hint", [360], ["light"])
    before = game.made()
    game.press("undo")
    if not game.notice().startswith("Taken back") or game.made() >= before:
        wrong.append(f"{game.game}: undo says \"{game.notice()}\" after {game.made()} of {before} moves")
    first = chrome.current_window_handle
    chrome.switch_to.new_window("tab")
    chrome.get(game.address)
    game.settled()
    game.pace("at once")
    _, turn = game.move(0)
    here = game.made()
    chrome.close()
    chrome.switch_to.window(first)
    begun = time.monotonic()
    while game.made() != here and time.monotonic() - begun < 10:
        time.sleep(0.1)
    if game.made() != here:
        wrong.append(f"{game.game}: a tab has {game.made()} moves, the other {here}")
    game.settled()
    game.press("save")
    if "resumes it" not in game.notice():
        wrong.append(f"{game.game}: saving says \"{game.notice()}\"")
    return turn


def two_people(chrome, program, folder, pictures):
    """Tests that a hand is covered until its owner uncovers it, and that other hands remain hidden."""
    game = Game(chrome, program, folder, "cartagena", ["--bots=human,human"])
    wrong = []
    game.pace("at once")
    for number in range(8):
        if game.settled() == "cover":
            shown = chrome.execute_script("return document.querySelector('#hands').textContent + document.querySelector('#table').checkVisibility()")
            if shown != "false":
                wrong.append(f"cartagena: below the cover is \"{shown}\"")
            totals = [total.text for total in chrome.find_elements(By.CSS_SELECTOR, "#legend .total")]
            if not all(total.isdigit() for total in totals):
                wrong.append(f"cartagena: the scores above the cover are {totals}")
            if number < 2:
                wrong += looked(chrome, "cartagena", f"cover{number}", pictures)
            game.press("uncover")
        owners = chrome.execute_script("return [...document.querySelectorAll('#hands h2')].map(title => title.textContent)")
        if len([owner for owner in owners if "Hand of" in owner]) > 1:
            wrong.append(f"cartagena: {owners} are shown")
        game.move(number)
    wrong += [f"cartagena for two: on the console: {problem}" for problem in complaints(chrome)]
    game.end()
    # After the program has ended, the page shows a message.
    begun = time.monotonic()
    while "does not answer" not in game.notice() and time.monotonic() - begun < 10:
        time.sleep(0.1)
    if "does not answer" not in game.notice():
        wrong.append("the page does not say that the program has ended")
    complaints(chrome)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--game", choices=TABLES, action="append", help="play only this game")
    parser.add_argument("--axe", type=pathlib.Path, help="axe.min.js of axe-core, to check accessibility")
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots of each view")
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    parser.add_argument("--driver", default=shutil.which("chromedriver") or "chromedriver")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    program, wrong, clicked = str(arguments.program.resolve()), [], []
    if arguments.axe:
        global AXE_CORE
        AXE_CORE = arguments.axe.read_text()
    with tempfile.TemporaryDirectory() as profile, tempfile.TemporaryDirectory() as folder:
        chrome = browser(arguments.chromium, arguments.driver, profile)
        emulate(chrome, 1280, "light")
        try:
            for game in arguments.game or TABLES:
                problems, clicks = whole_game(chrome, program, folder, game, arguments.pictures)
                wrong += problems
                counts = ", ".join(f"{count} {kind}" for kind, count in sorted(clicks.items()))
                clicked.append(f"{game} ({counts})")
                wrong += by_keyboard(chrome, program, folder, game)
                wrong += by_touch(chrome, program, folder, game)
            wrong += campaign(chrome, program, folder, arguments.pictures)
            wrong += restarted(chrome, program, folder)
            wrong += two_people(chrome, program, folder, arguments.pictures)
        finally:
            for process in GAMES:
                process.kill()
            chrome.quit()
    for problem in wrong:
        print(problem, file=sys.stderr)
    axe = "with axe-core" if AXE_CORE else "without axe-core"
    print(f"played by clicks, keyboard and touch, {axe}: {'; '.join(clicked)}; {len(wrong)} problems")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
