(() => {
  const { colours, plain, escaped, placeWords, pieceWords } = picture;
  const byId = (id) => document.getElementById(id);
  // The last answer, how many moves the page shows by now, and by whose eyes.
  let view = null, shown = -1, viewer = null;
  // The picture that is on the page, and the drawings of its panels.
  let drawn = null, drawings = [];
  // Whether a question is under way or moves are being shown, what ends the pause before the next one, and whether the
  // rest up to the next decision is skipped.
  let busy = false, resume = null, skipping = false;
  // Number of moves of the game at the last search for the costliest moves.
  let judged = null;
  // Whether the page offers the moves of an older answer.
  let stale = true;
  // The moves that the list is narrowed to; all for null.
  let narrowed = null;
  // Whether the last move was made by keyboard: the next one is then, too.
  let typed = false;
  // The kind of the last pointer, and what is being explained.
  let pointer = "mouse", explained = null;
  // Where the mouse is: while it rests and the table changes below it, nothing is explained.
  let rest = "";

  // For those who cannot see that the page is at work.
  function work(on) {
    busy = on;
    const main = document.querySelector("main");
    main.setAttribute("aria-busy", on);
    if (view) main.dataset.turn = view.turn;
  }

  function notice(text) {
    const saving = view && view.saved.problem;
    byId("notice").textContent = [saving, text].filter(Boolean).join(" ");
    byId("notice").hidden = !saving && !text;
  }

  // Another program answers at the port.
  const RESTARTED = "The program was started again, so this page is out of date. Open the address that it printed last.";

  const ended = () => `The program does not answer: it has ended or was stopped.${view && view.saved.resume ? ` ${view.saved.resume}` : ""}`;

  // What the program says, or nothing if it refuses.
  async function ask(wish) {
    let response, answer;
    try {
      const body = JSON.stringify({ version: view.version, from: shown < 0 ? null : shown, ...wish });
      response = await fetch("do", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      answer = await response.json();
    } catch {
      notice(ended());
      return null;
    }
    if (response.ok) return answer;
    if (response.status === 403) {
      notice(RESTARTED);
      return null;
    }
    // Somebody else has moved the others on: that is no news.
    const quiet = response.status === 409 && wish.do === "next";
    if (!quiet) notice(answer.problem);
    if (response.status === 409) await take(await look(true));
    return null;
  }

  // How the game stands, if it is not as the page shows it.
  async function look(always) {
    const known = [shown < 0 ? "" : `from=${shown}`, view && !always ? `version=${view.version}` : ""];
    const response = await fetch(`game?${known.filter(Boolean).join("&")}`);
    if (response.status === 403) throw new Error(RESTARTED);
    return response.status === 200 ? response.json() : null;
  }

  const pace = () => skipping ? 0 : Number(byId("pace").value);
  const pause = () => new Promise((done) => {
    if (pace() === 0) return done();
    byId("skip").hidden = false;
    const timer = setTimeout(done, pace());
    resume = () => {
      clearTimeout(timer);
      done();
    };
  });

  // Moves that the page has not shown yet to whoever sits before it.
  function news(answer) {
    if (answer.uncovered) return answer.frames.slice(1);
    const same = answer.viewer === viewer || answer.open;
    return same && shown >= 0 ? answer.frames.filter((frame) => frame.made > shown) : [];
  }

  // Shows what has happened, one move after the other.
  async function take(answer) {
    const frames = news(answer);
    view = answer;
    viewer = answer.viewer;
    narrowed = null;
    stale = true;
    const covered = view.turn === "cover";
    byId("cover").hidden = !covered;
    byId("table").hidden = covered;
    for (const part of document.querySelectorAll("details")) part.hidden = covered;
    byId("advice-part").hidden = true;
    byId("result").hidden = true;
    byId("scores-part").hidden = covered || view.turn === "over";
    if (view.turn !== "over") {
      judged = null;
      byId("field").prepend(byId("advice-part"));
    }
    silence();
    for (const entry of document.querySelectorAll(".choice-spot, .card[data-moves]")) withdraw(entry);
    for (const button of document.querySelectorAll("#choices button")) button.disabled = true;
    byId("choices-part").hidden = view.turn !== "choose";
    buttons(false);
    task();
    if (covered) {
      drawn = null;
      return cover();
    }
    const last = view.frames[view.frames.length - 1];
    for (const frame of frames) {
      if (pace() === 0) break;
      await reveal(frame);
      if (frame !== last) await pause();
    }
    if (drawn !== last) step(last);
    await story();
  }

  // Stores the heights of the bar and the heading, which other parts must not cover.
  function clear() {
    document.documentElement.style.setProperty("--bar", `${byId("bar").offsetHeight}px`);
    document.documentElement.style.setProperty("--head", `${heading.offsetTop + heading.offsetHeight}px`);
  }

  // Shows each new part of the story once, before the next decision.
  const heard = new Set();
  let goOn = null;
  async function story() {
    const parts = (view.story || []).filter((part) => !heard.has(part.title));
    for (const part of parts) {
      heard.add(part.title);
      byId("story-title").textContent = part.title;
      byId("story-text").textContent = part.text;
      byId("story").hidden = false;
      byId("choices-part").hidden = true;
      clear();
      byId("story").scrollIntoView({ block: "start" });
      byId("go-on").focus({ preventScroll: true });
      await new Promise((done) => { goOn = done; });
    }
    byId("story").hidden = true;
    byId("choices-part").hidden = view.turn !== "choose";
  }

  // A move, then line by line what follows from it, as the turn of an automa, then the table after it.
  async function reveal(frame) {
    const line = view.lines[frame.made - 1];
    if (line && line.followed.length > 1) {
      for (let some = 0; some < line.followed.length && pace() > 0; some++) {
        told(frame.made, some);
        await pause();
      }
    }
    step(frame);
  }

  // One question at a time, and others move until somebody has to decide.
  async function act(wish) {
    if (busy) return;
    work(true);
    try {
      const answer = await ask(wish);
      if (answer && answer.hint !== undefined) return advise(answer.hint);
      if (answer) {
        notice(answer.said);
        await take(answer);
      }
      await others();
    } finally {
      settle();
      work(false);
    }
  }

  async function others() {
    while (view && view.turn === "next") {
      const before = view.version;
      if (shown > 0) await pause();
      byId("waiting").textContent = `${who(view.mover)} moves …`;
      const answer = await ask({ do: "next", all: pace() === 0 });
      if (answer) {
        notice("");
        await take(answer);
      } else if (view.version === before) {
        // The program has ended.
        return;
      }
    }
  }

  // Maximum number of moves that are named at the top of the page instead of their kinds.
  const MOST_NAMED = 3;

  // Whose turn it is and what to do, in one line, and the scores so far.
  function task() {
    const totals = document.querySelectorAll("#legend .total");
    totals.forEach((total, seat) => total.textContent = view.totals.length ? `${view.totals[seat] ?? "?"}` : "");
    const titles = view.moves.map((move) => move.title), verb = (title) => title.split(" ")[0];
    const verbs = [...new Set(titles.map(verb))];
    // A kind with one move is named in full.
    const kinds = verbs.map((kind) => {
      const some = titles.filter((title) => verb(title) === kind);
      return some.length === 1 ? some[0] : `${kind} (${some.length} moves)`;
    });
    const either = (names) => names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}` : names.join("");
    const what = titles.length <= MOST_NAMED ? either(titles) : verbs.length > 8 ? `${kinds.slice(0, 7).join(", ")}, …` : either(kinds);
    const left = view.left ? ` (${view.left})` : "";
    const tasks = {
      choose: () => `${view.people > 1 ? `${who(view.mover)} decides` : "Your turn"}${left}: ${what}`,
      cover: () => `${who(view.mover)} is next`,
      next: () => `${who(view.mover)} moves`,
      over: () => `The game is over: ${view.outcome}`,
    };
    byId("task").textContent = `${tasks[view.turn]()}.`.replace("….", "…");
  }

  const who = (seat) => view.who[seat];

  // The picture after so many moves.
  function step(frame) {
    const before = drawn, [map] = drawings;
    shown = frame.made;
    drawn = frame;
    const panels = frame.panels, own = panels.findIndex((panel) => panel.owner !== null && panel.owner === view.viewer);
    byId("own").hidden = own < 0;
    byId("own").dataset.panel = own;
    drawings = panels.map((panel, index) => picture.drawing(panel, room(index)));
    byId("map").innerHTML = panels.length ? drawings[0].html : "";
    byId("own").innerHTML = own < 0 ? "" : drawings[own].html;
    const others = drawings.map((drawing, index) => [drawing, index]).filter(([, index]) => index > 0 && index !== own);
    byId("boards").innerHTML = others.map(([drawing, index]) => `<figure class="panel scroll" data-panel="${index}">${drawing.html}</figure>`).join("");
    byId("hands").innerHTML = frame.hands.map(hand).join("");
    places(frame);
    if (before && map && before.made < frame.made) wakes(before.panels[0], map.places);
    if (frame.spot) mark(frame);
    purse(panels[own], frame.hands);
    told(shown);
  }

  // The ways of ships that have sailed since the last drawing of the map.
  function wakes(old, olds) {
    const map = drawn.panels[0];
    if (!map || !map.cells.some((cell) => cell.pieces.some((piece) => piece.shape === "ship"))) return;
    const at = (panel, seat) => panel.cells.findIndex((cell) => cell.pieces.some((piece) => piece.shape === "ship" && piece.owner === seat));
    view.names.forEach((_, seat) => {
      const [from, to] = [at(old, seat), at(map, seat)];
      if (from < 0 || to < 0 || old.cells[from].name === map.cells[to].name) return;
      const [one, other] = [olds[from], drawings[0].places[to]];
      frameAt({ panel: 0, cell: to }, seat);
      byId("map").querySelector("svg").insertAdjacentHTML("beforeend", `<line class="wake" x1="${one.x + one.w / 2}" y1="${one.y + one.h / 2}" x2="${other.x + other.w / 2}" y2="${other.y + other.h / 2}" stroke="${colours[seat % colours.length]}"/>`);
    });
  }

  // The own supplies and hand in one line, for small screens, on which the moves cover them: the numbers in the title of
  // the own panel, or else its first row and its places with a number.
  function purse(panel, hands) {
    const counted = ({ name, note, pieces }) => /\d/.test(name) ? plain(name) : [plain(name), /\d/.test(note) ? note : pieces.reduce((sum, piece) => sum + piece.count, 0)].join(" ");
    const title = panel ? panel.title.split(": ")[1] || "" : "";
    const isSupply = (cell) => cell.row === 0 || /^\d+$/.test(cell.note);
    const supplies = !panel ? [] : /\d/.test(title) ? [title] : [panel.cells.filter(isSupply).map(counted).join(", ")];
    const held = hands.filter((hand) => hand.owner === view.viewer && hand.cards.length);
    const cards = held.map((hand) => `hand: ${hand.cards.map((card) => plain(card.name) + (card.count > 1 ? ` ×${card.count}` : "")).join(", ")}`);
    byId("purse").textContent = [...supplies, ...cards].join(" · ");
  }

  // Frames the place of a last move below its texts, with a corner in the colour of the seat.
  function frameAt(spot, seat) {
    const place = placeAt(spot), { x, y, w, h } = drawings[spot.panel].places[spot.cell];
    if (place.querySelector(".focus")) return;
    const corner = `<path class="corner" d="M${x + w - 18} ${y + h}h18v-18z" style="fill: ${colours[seat % colours.length]}"/>`;
    place.querySelector(".mark").insertAdjacentHTML("afterend", `${corner}<rect class="focus" x="${x}" y="${y}" width="${w}" height="${h}" rx="4"/>`);
  }

  const figure = (panel) => document.querySelector(`[data-panel="${panel}"]`);
  const placeAt = (spot) => figure(spot.panel).querySelector(`.place[data-cell="${spot.cell}"]`);
  // The width for a panel: that of the map, of the own panel beside it, or of the page.
  function room(panel) {
    const own = panel > 0 && String(panel) === byId("own").dataset.panel;
    return Math.max(300, byId(own ? "own" : panel === 0 ? "field" : "boards").clientWidth - 2);
  }
  const cellOf = (place) => {
    const panel = Number(place.closest("[data-panel]").dataset.panel), index = Number(place.dataset.cell);
    return { cell: drawn.panels[panel].cells[index], about: (view.about[panel] || [])[index] || "" };
  };

  // Every place with a name can be selected: with Tab the first of each panel, with the arrow keys the others.
  function places(frame) {
    for (const element of document.querySelectorAll("[data-panel]")) {
      const all = [...element.querySelectorAll(".place")].filter((place) => placeWords(cellOf(place).cell));
      all.forEach((place, index) => {
        place.setAttribute("role", "img");
        place.setAttribute("aria-label", placeWords(cellOf(place).cell));
        place.setAttribute("tabindex", index ? -1 : 0);
      });
    }
  }

  // What an entry of the table is and does: its heading and paragraphs.
  function wordsOf(entry) {
    if (entry.classList.contains("card")) {
      const card = drawn.hands[Number(entry.dataset.hand)].cards[Number(entry.dataset.card)];
      return [[plain(card.name), card.id].filter(Boolean).join(" "), card.text];
    }
    const { cell, about } = cellOf(entry);
    // The labels of other pieces are on the picture.
    const pieces = cell.pieces.filter((piece) => piece.owner !== null).map(pieceWords);
    return [[plain(cell.name), plain(cell.note)].filter(Boolean).join(" · "), ...about.split("\n"), pieces.join(", ")];
  }

  // Explains an entry beside it. After a touch, its moves are buttons.
  function explain(entry, touched) {
    silence();
    const [title, ...words] = wordsOf(entry), tip = byId("tip"), paragraphs = words.filter(Boolean);
    const moves = entry.dataset.moves ? entry.dataset.moves.split(",").map(Number) : [];
    if (!paragraphs.length && !moves.length) return;
    const offer = (index) => touched ? `<button type="button" data-move="${index}">${label(view.moves[index])}</button>` : `<p>→ ${label(view.moves[index])}</p>`;
    const more = moves.length > MOST_OFFERED ? `<p>and ${moves.length - MOST_OFFERED} more moves in the list</p>` : "";
    tip.innerHTML = `<p><b>${escaped(title)}</b></p>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("")}${moves.slice(0, MOST_OFFERED).map(offer).join("")}${more}`;
    tip.classList.toggle("touched", touched);
    tip.hidden = false;
    entry.setAttribute("aria-describedby", "tip");
    explained = entry;
    beside();
  }

  // Puts the explanation below its entry, or above it if there is no room.
  function beside() {
    if (!explained) return;
    const tip = byId("tip"), at = explained.getBoundingClientRect(), most = innerHeight - tip.offsetHeight - 4;
    const below = at.bottom + 6, above = at.top - tip.offsetHeight - 6;
    tip.style.top = `${Math.max(4, below <= most ? below : above > 4 ? above : most)}px`;
    tip.style.left = `${Math.max(4, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`;
  }

  function silence() {
    byId("tip").hidden = true;
    if (explained) explained.removeAttribute("aria-describedby");
    explained = null;
  }

  const MOST_OFFERED = 6;
  const explainable = (target) => target.closest ? target.closest(".place[role], .card") : null;

  // Where the last move was made, brought into view.
  const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
  function mark(frame) {
    const at = drawings[frame.spot.panel].places[frame.spot.cell];
    frameAt(frame.spot, frame.seat);
    if (frame.spot.panel === 0) bring(at, quick ? "auto" : "smooth");
  }

  // Scrolls the map to a place.
  function bring(at, behavior) {
    const map = byId("map"), above = map.querySelector("svg").getBoundingClientRect().top - map.getBoundingClientRect().top + map.scrollTop;
    map.scrollTo({ left: at.x + at.w / 2 - map.clientWidth / 2, top: above + at.y + at.h / 2 - map.clientHeight / 2, behavior });
  }

  // On a small screen, brings the own pieces on the map and the map itself into view.
  function orient() {
    if (!matchMedia("(max-width: 74.99rem)").matches || !drawn.panels.length) return;
    const own = (cell) => cell.pieces.some((piece) => piece.owner === view.mover);
    const ship = drawn.panels[0].cells.findIndex((cell) => own(cell) && cell.pieces.some((piece) => piece.shape === "ship" && piece.owner === view.mover));
    const cell = ship < 0 ? drawn.panels[0].cells.findIndex(own) : ship;
    // The bar limits the height of the map.
    clear();
    if (cell >= 0) bring(drawings[0].places[cell], "auto");
    byId("map").scrollIntoView({ block: "start", behavior: "auto" });
  }

  // A hand; cards that moves name can be clicked.
  function hand(hand, index) {
    const ink = hand.owner === null ? "var(--faint)" : colours[hand.owner % colours.length];
    const card = (card, place) => `<li><button type="button" class="card" data-hand="${index}" data-card="${place}" tabindex="${place ? -1 : 0}">${escaped(plain(card.name))}${card.count > 1 ? " ×" + card.count : ""}</button></li>`;
    return `<section class="hand" data-hand="${index}" style="border-color:${ink}"><h2>${escaped(hand.title)}</h2><ul>${hand.cards.map(card).join("") || "<li>no cards</li>"}</ul></section>`;
  }

  const words = (line) => `<b>${escaped(line.title)}</b>${line.words ? " · " + escaped(line.words) : ""}`;
  const followed = (line, most) => line.followed.slice(0, most).map((words) => `<span class="followed">→ ${escaped(words)}</span>`).join("");
  // The seat of a line and its turn. Before its first turn, a seat can take part in the turns of others.
  function inTurn(line, index) {
    const begun = () => view.lines.slice(0, index).some((earlier) => earlier.turn > 0);
    return who(line.seat) + (line.turn ? `, turn ${line.turn}` : begun() ? "" : ", set-up");
  }

  // What the last of so many moves was, with at most so much of what followed, and everything since the viewer's last
  // decision.
  function told(made, most) {
    const line = view.lines[made - 1];
    byId("now").innerHTML = line ? `${escaped(inTurn(line, made - 1))}: ${words(line)}${followed(line, most)}` : "The deal.";
    byId("now").scrollTop = most === undefined ? 0 : byId("now").scrollHeight;
    // What followed from the decision itself, such as the turn of an automa, belongs to it; the last move stands above.
    const last = view.since > 0 && view.lines[view.since - 1].followed.length ? view.since - 1 : view.since;
    const since = view.lines.slice(Math.min(last, made), made);
    byId("happened-part").hidden = since.length < 2;
    const entries = since.map((line, index) => `<li>${escaped(who(line.seat))}: ${words(line)}${followed(line, index + 1 < since.length ? undefined : most)}</li>`);
    const earlier = Math.max(0, entries.length - (matchMedia("(max-width: 48rem)").matches ? 5 : 10));
    const folded = earlier ? `<details><summary>${earlier} earlier ${earlier === 1 ? "move" : "moves"}</summary><ol>${entries.slice(0, earlier).join("")}</ol></details>` : "";
    byId("happened").innerHTML = `${folded}<ol start="${earlier + 1}">${entries.slice(earlier).join("")}</ol>`;
  }

  function cover() {
    const next = who(view.mover);
    byId("cover-title").textContent = `Pass the device to ${next}.`;
    byId("uncover").textContent = `I am ${next}: show my hand`;
    byId("now").textContent = `It is the turn of ${next}.`;
    for (const id of ["map", "own", "boards", "hands", "choices", "purse", "happened", "log", "words", "points", "final", "advice"]) byId(id).textContent = "";
  }

  function advise(advice) {
    byId("advice-title").textContent = advice.title || "Hint";
    const value = (text, column) => `${column ? `<span class="faint">${escaped(advice.columns[column + 1])}</span> ` : ""}${column ? escaped(text) : `<b>${escaped(text)}</b>`}`;
    const rows = advice.rows.map((row) => `<li>${row.slice(1).map(value).join(" · ")}</li>`);
    byId("advice").innerHTML = `<ol>${rows.join("")}</ol>${advice.notes.map((note) => `<p>${escaped(note)}</p>`).join("")}<p class="faint">${escaped(advice.remark)}</p>`;
    byId("advice-part").hidden = false;
    if (view.turn === "over") judged = view.made;
    else byId("advice-part").scrollIntoView({ block: "start" });
    notice("");
  }

  function buttons(on) {
    byId("hint").disabled = !on || view.turn !== "choose";
    byId("hint").hidden = Boolean(view) && view.turn === "over";
    byId("undo").disabled = !on || !view.undo;
    byId("undo").title = view && view.undo ? `Undo: ${view.undo}` : "";
    byId("save").disabled = !on || view.made === 0;
    byId("uncover").disabled = !on;
  }

  // What can be done now.
  function settle() {
    skipping = false;
    byId("skip").hidden = true;
    byId("waiting").textContent = "";
    if (!view) return;
    buttons(true);
    if (view.turn === "cover") byId("uncover").focus({ preventScroll: true });
    if (view.turn === "cover" || !stale) return;
    stale = false;
    byId("points").innerHTML = `<pre>${escaped(plain(view.scores))}</pre>`;
    // Continuation lines are indented by four more characters.
    const line = (text) => `<span style="padding-left: ${text.search(/\S/) + 4}ch">${escaped(text.trim())}</span>`;
    byId("words").innerHTML = view.text.split("\n").filter((text) => text.trim()).map(line).join("");
    log();
    if (view.turn === "over") result();
    if (view.turn === "choose") {
      offer();
      choices();
      orient();
      if (typed) byId("choices").querySelector("button").focus({ preventScroll: true });
    }
  }

  // The scores by category and the costliest moves of the last person, above the table.
  function result() {
    byId("final").innerHTML = byId("points").innerHTML;
    byId("result").append(byId("advice-part"));
    byId("result").hidden = false;
    scrollTo(0, 0);
    if (view.made === judged) {
      byId("advice-part").hidden = false;
      return;
    }
    notice("The search for the costliest moves takes up to a minute.");
    setTimeout(() => act({ do: "hint" }));
  }

  // Marks the places and cards that moves belong to.
  function offer() {
    spots();
    cards();
  }

  function log() {
    let last = "", out = "";
    for (const [index, line] of view.lines.entries()) {
      const title = inTurn(line, index);
      if (title !== last) out += `<h2>${escaped(title)}</h2>`;
      last = title;
      out += `<div class="move">${words(line)}${line.only ? " [the only move]" : ""}${followed(line)}</div>`;
    }
    byId("log").innerHTML = out || "The deal.";
  }

  const label = (move) => `<b>${escaped(move.title)}</b>${move.words ? " · " + escaped(move.words) : ""}`;

  // The moves as a list, all or those of what was clicked.
  function choices() {
    const all = view.moves.map((_, index) => index), some = narrowed || all;
    byId("choices-title").textContent = narrowed ? `${some.length} of ${all.length} moves` : view.moves.length === 1 ? "Your move" : "Your moves";
    const entries = some.map((index) => `<button type="button" class="choice" data-move="${index}">${label(view.moves[index])}</button>`);
    if (narrowed) entries.push(`<button type="button" id="widen">show all moves</button>`);
    byId("choices").innerHTML = entries.join("");
    least();
  }

  // Stores the height of the list with six moves, for which the own panel makes room.
  function least() {
    const list = byId("choices"), top = (entry) => entry.getBoundingClientRect().top, last = list.children[Math.min(6, list.children.length) - 1];
    const height = top(list) - top(byId("choices-part")) + last.getBoundingClientRect().bottom - top(list.children[0]);
    byId("choices-part").style.setProperty("--least", `${Math.ceil(height)}px`);
  }

  // Places on the picture that moves belong to. They can be selected with Tab.
  function spots() {
    const found = new Map();
    view.moves.forEach((move, index) => {
      if (!move.spot) return;
      const key = `${move.spot.panel} ${move.spot.cell}`;
      if (!found.has(key)) found.set(key, { spot: move.spot, moves: [] });
      found.get(key).moves.push(index);
    });
    for (const { spot, moves } of found.values()) {
      const place = placeAt(spot);
      place.classList.add("choice-spot");
      place.dataset.moves = moves;
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", 0);
      const names = moves.map((index) => view.moves[index].title).join("; ");
      place.setAttribute("aria-label", `${names} (${placeWords(cellOf(place).cell)})`);
    }
  }

  // Cards in hand or on display that moves name.
  function cards() {
    for (const entry of document.querySelectorAll(".card")) {
      const card = drawn.hands[Number(entry.dataset.hand)].cards[Number(entry.dataset.card)];
      const name = (card.id || card.name).toLowerCase();
      const moves = view.moves.flatMap((move, index) => ` ${move.notation.toLowerCase()} `.includes(` ${name} `) ? [index] : []);
      if (!moves.length) continue;
      entry.dataset.moves = moves;
      entry.tabIndex = 0;
    }
  }

  // Takes the moves from a place or card.
  function withdraw(entry) {
    entry.classList.remove("choice-spot", "pointed");
    delete entry.dataset.moves;
    if (entry.getAttribute("role") === "button") entry.setAttribute("role", "img");
  }

  function choose(moves) {
    if (moves.length === 1) return act({ do: "move", move: view.moves[moves[0]].notation });
    narrowed = moves;
    choices();
    byId("choices-part").scrollIntoView({ block: "nearest" });
    if (typed) byId("choices").querySelector("button").focus({ preventScroll: true });
  }

  document.addEventListener("pointermove", (event) => { rest = `${event.screenX} ${event.screenY}`; }, true);
  document.addEventListener("pointerdown", (event) => { pointer = event.pointerType; }, true);
  document.addEventListener("click", (event) => {
    const entry = explainable(event.target);
    const touched = pointer === "touch" && event.detail > 0;
    // A tap explains and offers the moves; a tap elsewhere ends the explanation.
    if (entry && touched) return explain(entry, true);
    if (!event.target.closest("#tip")) silence();
    if (entry && !entry.dataset.moves) return explain(entry, false);
    if (busy || !view) return;
    const picked = event.target.closest("[data-moves], [data-move], #widen");
    if (!picked) return;
    typed = event.detail === 0;
    if (picked.id === "widen") { narrowed = null; return choices(); }
    silence();
    choose((picked.dataset.moves || picked.dataset.move).split(",").map(Number));
  });
  document.addEventListener("pointerover", (event) => {
    const at = `${event.screenX} ${event.screenY}`;
    if (event.pointerType === "touch" || at === rest || event.target.closest("#tip")) return;
    rest = at;
    const entry = explainable(event.target);
    if (entry) explain(entry, false); else silence();
  });
  document.addEventListener("focusin", (event) => {
    const entry = explainable(event.target);
    if (entry && entry.matches(":focus-visible")) explain(entry, false);
  });
  document.addEventListener("focusout", () => { if (!byId("tip").classList.contains("touched")) silence(); });
  document.addEventListener("scroll", beside, { capture: true, passive: true });

  // The nearest entry in the direction of an arrow key.
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function next(from, key) {
    const group = from.closest("#choices, [data-panel], .hand");
    if (!group) return null;
    const middle = (entry) => {
      const box = entry.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from), [right, down] = ARROWS[key];
    let best = null, least = Infinity;
    for (const entry of group.querySelectorAll("button:not(:disabled), .place[role]")) {
      const [dx, dy] = [middle(entry)[0] - x, middle(entry)[1] - y];
      const ahead = dx * right + dy * down, beside = Math.abs(dx * down) + Math.abs(dy * right);
      const far = ahead + 2 * beside;
      if (ahead > 1 && far < least) [best, least] = [entry, far];
    }
    return best;
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return silence();
    const target = event.target;
    if (event.key in ARROWS && !event.altKey && !event.ctrlKey && !event.metaKey && target.closest) {
      const entry = next(target, event.key);
      if (!entry) return;
      event.preventDefault();
      entry.scrollIntoView({ block: "nearest", inline: "nearest" });
      entry.focus();
    } else if ((event.key === "Enter" || event.key === " ") && target.classList.contains("choice-spot")) {
      event.preventDefault();
      target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  });
  // What a move of the list would be on the picture.
  function point(event) {
    const entry = event.target.closest ? event.target.closest("#choices [data-move]") : null;
    for (const spot of document.querySelectorAll(".choice-spot")) {
      spot.classList.toggle("pointed", Boolean(entry) && spot.dataset.moves.split(",").includes(entry.dataset.move));
    }
  }
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);

  byId("hint").addEventListener("click", () => { notice("The hint takes a second or two."); act({ do: "hint" }); });
  byId("skip").addEventListener("click", () => {
    skipping = true;
    if (resume) resume();
  });
  byId("close").addEventListener("click", () => {
    byId("advice-part").hidden = true;
    byId("hint").focus();
  });
  byId("go-on").addEventListener("click", () => goOn());
  byId("undo").addEventListener("click", () => act({ do: "undo" }));
  byId("save").addEventListener("click", () => act({ do: "save" }));
  byId("uncover").addEventListener("click", () => act({ do: "uncover" }));

  for (const mark of document.querySelectorAll("#legend span")) mark.style.background = colours[Number(mark.dataset.seat) % colours.length];
  byId("bar").hidden = false;
  // What is beside or below the bar keeps clear of it and of the heading, however many lines they have.
  const heading = document.querySelector("header"), heights = new ResizeObserver(clear);
  heights.observe(byId("bar"));
  heights.observe(heading);

  // Draws the table again for another width of the window.
  let width = innerWidth;
  addEventListener("resize", () => {
    if (width === innerWidth || !drawn) return;
    width = innerWidth;
    const frame = drawn;
    drawn = null;
    step(frame);
    if (view.turn === "choose" && !stale) {
      offer();
      least();
      orient();
    }
  });

  // Follows the other tabs, and finds the program again once it answers. A click goes before.
  async function follow() {
    try {
      const answer = busy ? null : await look(false);
      const news = answer && (!view || answer.version > view.version);
      if (!busy && (news || (view && view.turn === "next"))) {
        work(true);
        notice("");
        if (news) await take(answer);
        await others();
        settle();
        work(false);
      } else if (!busy && byId("notice").textContent === ended()) {
        notice("");
      }
    } catch (error) {
      notice(error.message === RESTARTED ? RESTARTED : ended());
      work(false);
    }
    setTimeout(follow, 1000);
  }
  follow();
})();
