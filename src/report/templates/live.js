(() => {
  const { colours, plain, escaped } = picture;
  const byId = (id) => document.getElementById(id);
  // The last answer, how many moves the page shows by now, and by whose eyes.
  let view = null, shown = -1, viewer = null;
  // The picture that is on the page.
  let drawn = null;
  // Whether a question is under way or moves are being shown, what ends the pause before the next one, and whether the
  // rest up to the next decision is skipped.
  let busy = false, resume = null, skipping = false;
  // Whether the page offers the moves of an older answer.
  let stale = true;
  // The moves that the list is narrowed to; all for null.
  let narrowed = null;
  // Whether the last move was made by keyboard: the next one is then, too.
  let typed = false;

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
    for (const spot of document.querySelectorAll(".choice-spot")) spot.remove();
    for (const button of document.querySelectorAll("#choices button, .hand button")) button.disabled = true;
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

  // Whose turn it is and what to do, in one line, and the scores so far.
  function task() {
    const totals = document.querySelectorAll("#legend .total");
    totals.forEach((total, seat) => total.textContent = view.totals.length ? `${view.totals[seat]}` : "");
    const verbs = [...new Set(view.moves.map((move) => move.text.split(" ")[0]))];
    const some = verbs.length > 8 ? [...verbs.slice(0, 7), "…"] : verbs;
    const tasks = {
      choose: () => `${view.people > 1 ? `${who(view.mover)} decides` : "Your turn"}: ${some.join(", ")}`,
      cover: () => `${who(view.mover)} is next`,
      next: () => `${who(view.mover)} moves`,
      over: () => `The game is over: ${view.outcome}`,
    };
    byId("task").textContent = `${tasks[view.turn]()}.`.replace("….", "…");
  }

  const who = (seat) => `seat ${seat + 1} (${view.names[seat]})`;

  // The picture after so many moves.
  function step(frame) {
    const before = drawn;
    shown = frame.made;
    drawn = frame;
    const panels = frame.panels;
    byId("map").innerHTML = panels.length ? picture.drawing(panels[0]).html : "";
    byId("boards").innerHTML = panels.slice(1).map((panel) => `<figure class="panel scroll">${picture.drawing(panel).html}</figure>`).join("");
    byId("hands").innerHTML = frame.hands.map(hand).join("");
    if (before && before.made < frame.made) wakes(before, frame);
    if (frame.spot) mark(frame);
    told(shown);
  }

  // The ways of ships that have sailed.
  function wakes(before, frame) {
    const [old, map] = [before.panels[0], frame.panels[0]];
    if (!map || !map.cells.some((cell) => cell.pieces.some((piece) => piece.shape === "ship"))) return;
    const at = (panel, seat) => panel.cells.findIndex((cell) => cell.pieces.some((piece) => piece.shape === "ship" && piece.owner === seat));
    const places = picture.drawing(map).places, olds = picture.drawing(old).places;
    view.names.forEach((_, seat) => {
      const [from, to] = [at(old, seat), at(map, seat)];
      if (from < 0 || to < 0 || old.cells[from].name === map.cells[to].name) return;
      const [one, other] = [olds[from], places[to]], ink = colours[seat % colours.length];
      byId("map").querySelector("svg").insertAdjacentHTML("beforeend", `<rect class="focus" x="${other.x}" y="${other.y}" width="${other.w}" height="${other.h}" rx="4" stroke="${ink}"/><line class="wake" x1="${one.x + one.w / 2}" y1="${one.y + one.h / 2}" x2="${other.x + other.w / 2}" y2="${other.y + other.h / 2}" stroke="${ink}"/>`);
    });
  }

  function figure(panel) {
    return panel === 0 ? byId("map") : byId("boards").children[panel - 1];
  }

  const placeOf = (frame, spot) => picture.drawing(frame.panels[spot.panel]).places[spot.cell];

  // Where the last move was made, brought into view.
  const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
  function mark(frame) {
    const svg = figure(frame.spot.panel).querySelector("svg"), at = placeOf(frame, frame.spot);
    const ink = colours[frame.seat % colours.length];
    svg.insertAdjacentHTML("beforeend", `<rect class="focus" x="${at.x}" y="${at.y}" width="${at.w}" height="${at.h}" rx="4" stroke="${ink}"/>`);
    if (frame.spot.panel !== 0) return;
    const map = byId("map"), scale = svg.clientWidth / svg.viewBox.baseVal.width || 1;
    map.scrollTo({ left: (at.x + at.w / 2) * scale - map.clientWidth / 2, top: svg.offsetTop - map.offsetTop + (at.y + at.h / 2) * scale - map.clientHeight / 2, behavior: quick ? "auto" : "smooth" });
  }

  // A hand; cards that moves name can be clicked.
  function hand(hand, index) {
    const ink = hand.owner === null ? "var(--faint)" : colours[hand.owner % colours.length];
    const card = (card) => {
      const does = card.text ? `<small class="does">${escaped(card.text)}</small>` : "";
      return `<li data-card="${escaped(card.id || card.name)}"><span>${escaped(plain(card.name))}${card.count > 1 ? " ×" + card.count : ""}${card.id ? ` <small>${escaped(card.id)}</small>` : ""}</span>${does}</li>`;
    };
    return `<section class="hand" data-hand="${index}" style="border-color:${ink}"><h3>${escaped(hand.title)}</h3><ul>${hand.cards.map(card).join("") || "<li>no cards</li>"}</ul></section>`;
  }

  const words = (line) => `<b>${escaped(line.text)}</b>${line.words ? " · " + escaped(line.words) : ""}`;
  const followed = (line, most) => line.followed.slice(0, most).map((words) => `<span class="followed">→ ${escaped(words)}</span>`).join("");
  const turn = (line) => line.turn ? `turn ${line.turn}` : "set-up";

  // What the last of so many moves was, with at most so much of what followed, and everything since the viewer's last
  // decision.
  function told(made, most) {
    const line = view.lines[made - 1];
    byId("now").innerHTML = line ? `${escaped(who(line.seat))}, ${turn(line)}: ${words(line)}${followed(line, most)}` : "The deal.";
    // What followed from the decision itself, such as the turn of an automa, belongs to it; the last move stands above.
    const last = view.since > 0 && view.lines[view.since - 1].followed.length ? view.since - 1 : view.since;
    const since = view.lines.slice(Math.min(last, made), made);
    byId("happened-part").hidden = since.length < 2;
    byId("happened").innerHTML = since.map((line, index) => `<li>${escaped(who(line.seat))}: ${words(line)}${followed(line, index + 1 < since.length ? undefined : most)}</li>`).join("");
  }

  function cover() {
    const next = who(view.mover);
    byId("cover-title").textContent = `Pass the device to ${next}.`;
    byId("uncover").textContent = `I am ${next}: show my hand`;
    byId("now").textContent = `It is the turn of ${next}.`;
    for (const id of ["map", "boards", "hands", "happened", "log", "words", "points", "advice"]) byId(id).textContent = "";
  }

  function advise(text) {
    byId("advice-title").textContent = view.turn === "over" ? "Costliest moves" : "Hint";
    byId("advice").textContent = text;
    byId("advice-part").hidden = false;
    byId("advice-part").scrollIntoView({ block: "nearest" });
    notice("");
  }

  function buttons(on) {
    byId("hint").disabled = !on || view.turn !== "choose";
    byId("hint").hidden = Boolean(view) && view.turn === "over";
    byId("costliest").hidden = !byId("hint").hidden;
    byId("costliest").disabled = !on;
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
    if (view.turn === "cover" || !stale) return;
    stale = false;
    byId("choices-part").hidden = view.turn !== "choose";
    byId("points").innerHTML = `<pre>${escaped(view.scores)}</pre>`;
    byId("words").textContent = view.text;
    log();
    if (view.turn === "over") {
      byId("scores-part").open = true;
    }
    if (view.turn === "choose") {
      spots();
      cards();
      choices();
      if (typed) byId("choices").querySelector("button").focus({ preventScroll: true });
    }
  }

  function log() {
    let last = "", out = "";
    for (const line of view.lines) {
      const title = `${who(line.seat)}, ${turn(line)}`;
      if (title !== last) out += `<h3>${escaped(title)}</h3>`;
      last = title;
      out += `<div class="move">${words(line)}${line.only ? " [the only move]" : ""}${followed(line)}</div>`;
    }
    byId("log").innerHTML = out || "The deal.";
  }

  const label = (move) => move.words ? `${move.text} · ${move.words}` : move.text;

  // The moves as a list, all or those of what was clicked.
  function choices() {
    const all = view.moves.map((_, index) => index), some = narrowed || all;
    byId("choices-title").textContent = narrowed ? `${some.length} of ${all.length} moves` : view.moves.length === 1 ? "Your move" : "Your moves";
    const entries = some.map((index) => {
      const { text, words } = view.moves[index];
      return `<button type="button" class="choice" data-move="${index}"><b>${escaped(text)}</b>${words ? " · " + escaped(words) : ""}</button>`;
    });
    if (narrowed) entries.push(`<button type="button" id="widen">show all moves</button>`);
    byId("choices").innerHTML = entries.join("");
  }

  // Places on the picture that moves belong to.
  function spots() {
    const frame = view.frames[view.frames.length - 1], found = new Map();
    view.moves.forEach((move, index) => {
      if (!move.spot) return;
      const key = `${move.spot.panel} ${move.spot.cell}`;
      if (!found.has(key)) found.set(key, { spot: move.spot, moves: [] });
      found.get(key).moves.push(index);
    });
    for (const { spot, moves } of found.values()) {
      const svg = figure(spot.panel).querySelector("svg"), at = placeOf(frame, spot);
      const text = escaped(moves.map((index) => label(view.moves[index])).join("\n"));
      svg.setAttribute("role", "group");
      svg.insertAdjacentHTML("beforeend", `<rect class="choice-spot" data-moves="${moves}" role="button" tabindex="0" aria-label="${text}" x="${at.x}" y="${at.y}" width="${at.w}" height="${at.h}" rx="4"><title>${text}</title></rect>`);
    }
  }

  // Cards in hand or on display that moves name.
  function cards() {
    for (const entry of document.querySelectorAll("#hands li[data-card]")) {
      const name = entry.dataset.card.toLowerCase();
      const moves = view.moves.flatMap((move, index) => ` ${move.text.toLowerCase()} `.includes(` ${name} `) ? [index] : []);
      if (!moves.length) continue;
      const name_of = entry.querySelector("span");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.moves = moves;
      button.title = moves.map((index) => label(view.moves[index])).join("\n");
      button.innerHTML = name_of.innerHTML;
      name_of.replaceChildren(button);
    }
  }

  function choose(moves) {
    if (moves.length === 1) return act({ do: "move", move: view.moves[moves[0]].text });
    narrowed = moves;
    choices();
    byId("choices-part").scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    if (busy || !view) return;
    const picked = event.target.closest("[data-moves], [data-move], #widen");
    if (!picked) return;
    typed = event.detail === 0;
    if (picked.id === "widen") { narrowed = null; return choices(); }
    choose((picked.dataset.moves || picked.dataset.move).split(",").map(Number));
  });
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.classList.contains("choice-spot")) {
      event.preventDefault();
      event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
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
  byId("costliest").addEventListener("click", () => { notice("The search takes up to a minute."); act({ do: "hint" }); });
  byId("skip").addEventListener("click", () => {
    skipping = true;
    if (resume) resume();
  });
  byId("undo").addEventListener("click", () => act({ do: "undo" }));
  byId("save").addEventListener("click", () => act({ do: "save" }));
  byId("uncover").addEventListener("click", () => act({ do: "uncover" }));

  for (const mark of document.querySelectorAll("#legend span")) mark.style.background = colours[Number(mark.dataset.seat) % colours.length];
  byId("bar").hidden = false;
  // What stands beside or below the bar keeps clear of it, however many lines it has.
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${byId("bar").offsetHeight}px`)).observe(byId("bar"));

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
    } catch {
      notice(ended());
      work(false);
    }
    setTimeout(follow, 1000);
  }
  follow();
})();
