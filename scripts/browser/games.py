#!/usr/bin/env python3
"""Plays a whole game of each kind in headless Chromium, on the page of `portolan play --web`.

Every move is a click: on the picture if a place belongs to a move, on a card whose moves are listed, or in the list.
The script fails if a game does not end, if the console shows a warning or an error, if the layout check of pages.py
finds a problem, or if hints, undo, saving, a second tab or the cover between two players do not work.

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
from selenium.webdriver.common.by import By
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
OFFERED = "[...document.querySelectorAll('.choice-spot, .hand button, #choices button[data-move]')].filter(entry => entry.checkVisibility())"


# Programs that were started; the test ends all of them.
GAMES = []


class Game:
    """A program that shows a game, and its page in the browser."""

    def __init__(self, chrome, program, folder, game, options):
        self.chrome, self.game = chrome, game
        command = [program, "play", f"--game={game}", "--seed=7", "--web", *options]
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
        """Waits until the page stops changing and returns the next state: choose, cover or over."""
        begun = time.monotonic()
        while time.monotonic() - begun < 60:
            main = self.chrome.find_element(By.TAG_NAME, "main")
            if main.get_attribute("aria-busy") == "false" and main.get_attribute("data-turn") != "next":
                return main.get_attribute("data-turn")
            time.sleep(0.01)
        raise AssertionError(f"{self.game}: the page does not rest")

    def pace(self, words):
        Select(self.chrome.find_element(By.ID, "pace")).select_by_visible_text(words)

    def click(self, element):
        self.chrome.execute_script("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", element)
        if element.tag_name == "rect":
            # Click the middle of a cell in its own panel, which scrolls.
            webdriver.ActionChains(self.chrome, duration=0).move_to_element(element).click().perform()
        else:
            element.click()

    def press(self, button):
        self.click(self.chrome.find_element(By.ID, button))
        return self.settled()

    def notice(self):
        return self.chrome.find_element(By.ID, "notice").text

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


def looked(chrome, game, at, pictures):
    """Returns the layout problems of the page at both widths, in light and dark mode."""
    wrong = []
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


def asked(chrome, game, wrong):
    """Tests a hint, an undo with a repeated move, and a second tab that stays synchronized."""
    game.press("hint")
    advice = chrome.find_element(By.ID, "advice").text
    if "expected lead" not in advice:
        wrong.append(f"{game.game}: the hint is \"{advice}\"")
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
            if number < 2:
                wrong += looked(chrome, "cartagena", f"cover{number}", pictures)
            game.press("uncover")
        owners = chrome.execute_script("return [...document.querySelectorAll('#hands h3')].map(title => title.textContent)")
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
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for screenshots of each view")
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    parser.add_argument("--driver", default=shutil.which("chromedriver") or "chromedriver")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    program, wrong, clicked = str(arguments.program.resolve()), [], []
    with tempfile.TemporaryDirectory() as profile, tempfile.TemporaryDirectory() as folder:
        chrome = browser(arguments.chromium, arguments.driver, profile)
        emulate(chrome, 1280, "light")
        try:
            for game in arguments.game or TABLES:
                problems, clicks = whole_game(chrome, program, folder, game, arguments.pictures)
                wrong += problems
                counts = ", ".join(f"{count} {kind}" for kind, count in sorted(clicks.items()))
                clicked.append(f"{game} ({counts})")
            wrong += two_people(chrome, program, folder, arguments.pictures)
        finally:
            for process in GAMES:
                process.kill()
            chrome.quit()
    for problem in wrong:
        print(problem, file=sys.stderr)
    print(f"played by clicks: {'; '.join(clicked)}; {len(wrong)} problems")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
