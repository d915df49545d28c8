"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const steps = game.steps, seats = game.names.length, end = steps.length - 1;
  const { colours, plain, escaped } = picture;
  const byId = (id) => document.getElementById(id);
  const scores = steps.map((step) => step.points.map((points) => points.reduce((sum, more) => sum + more, 0)));
  let now = 0;

  const drawings = new Map();
  function drawing(index) {
    if (!drawings.has(index)) drawings.set(index, picture.drawing(game.panels[index]));
    return drawings.get(index).html;
  }

  // Where something happens on the map: the ship of whoever moved, where one of their pieces arrived, or the first cell that looks different.
  const shipOf = (panel, seat) => panel.cells.findIndex((cell) => cell.pieces.some((piece) => piece.shape === "ship" && piece.owner === seat));
  const mapOf = (step) => game.panels[steps[step].panels[0]];
  function focusOf(step) {
    const map = mapOf(step), seat = steps[step].seat;
    if (!map) return -1;
    const ship = shipOf(map, seat === null ? 0 : seat);
    if (ship >= 0 || step === 0) return ship;
    const before = mapOf(step - 1);
    if (!before) return -1;
    const look = (cell) => JSON.stringify(cell);
    const owned = (cell) => cell.pieces.filter((piece) => piece.owner === seat).reduce((sum, piece) => sum + piece.count, 0);
    const gained = map.cells.findIndex((cell, index) => before.cells[index] && owned(cell) > owned(before.cells[index]));
    return gained >= 0 ? gained : map.cells.findIndex((cell, index) => !before.cells[index] || look(cell) !== look(before.cells[index]));
  }

  // Marks the place, draws the way of a ship that has sailed, and brings both into view.
  const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
  function follow(figure) {
    const focus = focusOf(now), svg = figure.querySelector("svg");
    if (focus < 0 || !svg) return;
    const { seat, panels } = steps[now];
    const centre = (place) => [place.x + place.w / 2, place.y + place.h / 2];
    const at = drawings.get(panels[0]).places[focus], [x, y] = centre(at);
    const ink = colours[(seat || 0) % colours.length];
    let marks = `<rect class="focus" x="${at.x}" y="${at.y}" width="${at.w}" height="${at.h}" rx="4" stroke="${ink}"/>`;
    const from = now > 0 && seat !== null ? shipOf(mapOf(now - 1), seat) : -1;
    if (from >= 0 && shipOf(mapOf(now), seat) === focus && mapOf(now - 1).cells[from].name !== mapOf(now).cells[focus].name) {
      drawing(steps[now - 1].panels[0]);
      const [left, up] = centre(drawings.get(steps[now - 1].panels[0]).places[from]);
      marks += `<line class="wake" x1="${left}" y1="${up}" x2="${x}" y2="${y}" stroke="${ink}"/>`;
    }
    svg.insertAdjacentHTML("beforeend", marks);
    const scale = svg.clientWidth / svg.viewBox.baseVal.width || 1;
    const above = svg.getBoundingClientRect().top - figure.getBoundingClientRect().top + figure.scrollTop;
    figure.scrollTo({ left: x * scale - figure.clientWidth / 2, top: above + y * scale - figure.clientHeight / 2, behavior: quick ? "auto" : "smooth" });
  }

  // What lies open, and what every seat holds.
  function handOf(index) {
    const hand = game.hands[index], ink = hand.owner === null ? "var(--faint)" : colours[hand.owner % colours.length];
    const card = (card) => `<li title="${escaped(card.text)}">${escaped(plain(card.name))}${card.count > 1 ? " ×" + card.count : ""}${card.id ? ` <small>${escaped(card.id)}</small>` : ""}</li>`;
    return `<section class="hand" style="border-color:${ink}"><h3>${escaped(hand.title)}</h3><ul>${hand.cards.map(card).join("") || "<li>no cards</li>"}</ul></section>`;
  }

  // Charts: a line for every seat, over all moves.
  const CHART = { w: 560, h: 210, left: 44, right: 10, top: 10, bottom: 34 };
  function chart(values, label, marks) {
    const all = values.flat().filter((value) => Number.isFinite(value));
    const low = Math.min(0, ...all), high = Math.max(1, ...all);
    const x = (step) => CHART.left + (CHART.w - CHART.left - CHART.right) * (end ? step / end : 0);
    const y = (value) => CHART.h - CHART.bottom - (CHART.h - CHART.top - CHART.bottom) * ((value - low) / (high - low));
    const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((step) => (high - low) / step <= 6) || high - low;
    let out = "";
    for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) {
      out += `<line class="axis" x1="${CHART.left}" x2="${CHART.w - CHART.right}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${CHART.left - 6}" y="${y(tick) + 4}" font-size="11" text-anchor="end">${tick}</text>`;
    }
    for (let seat = 0; seat < seats; seat++) {
      const points = values.map((row, step) => `${x(step).toFixed(1)},${y(row[seat]).toFixed(1)}`);
      out += `<polyline points="${points.join(" ")}" fill="none" stroke="${colours[seat % colours.length]}" stroke-width="2"${seat % 2 ? ' stroke-dasharray="7 2"' : ""}/>`;
    }
    for (const mark of marks) {
      out += `<circle class="swing" data-step="${mark.step}" cx="${x(mark.step)}" cy="${y(mark.after)}" r="5" fill="${colours[mark.seat % colours.length]}" stroke="var(--ink)"><title>move ${mark.step}</title></circle>`;
    }
    out += `<text x="${(CHART.left + CHART.w) / 2}" y="${CHART.h - 4}" font-size="11" text-anchor="middle">moves made</text>`;
    out += `<text x="11" y="${(CHART.h - CHART.bottom) / 2}" font-size="11" text-anchor="middle" transform="rotate(-90 11 ${(CHART.h - CHART.bottom) / 2})">${label}</text>`;
    out += `<line class="now" y1="${CHART.top}" y2="${CHART.h - CHART.bottom}"/>`;
    return { html: `<svg class="chart" viewBox="0 0 ${CHART.w} ${CHART.h}" role="img" aria-label="${label} by move">${out}</svg>`, x };
  }

  const growth = chart(scores, "points", []);
  byId("growth").innerHTML = growth.html;
  const leads = byId("leads");
  if (leads) leads.innerHTML = chart(steps.map((step) => step.leads), "expected lead, points", game.swings).html;

  function table(step) {
    const most = Math.max(1, ...steps[end].points.flat());
    const cell = (points, seat) => `<td class="number">${points}<span class="meter" style="width:${(Math.max(0, points) / most * 3.5).toFixed(2)}em;margin-right:${((1 - Math.max(0, Math.min(points, most)) / most) * 3.5).toFixed(2)}em;background:${colours[seat % colours.length]}"></span></td>`;
    const rows = game.categories.map((name, category) => [plain(name), category])
      .filter(([, category]) => steps[end].points.some((points) => points[category] !== 0) || step.points.some((points) => points[category] !== 0))
      .map(([name, category]) => `<tr><td>${escaped(name)}</td>${step.points.map((points, seat) => cell(points[category], seat)).join("")}</tr>`);
    const sums = scores[now].map((score) => `<td class="number"><b>${score}</b><span style="display:inline-block;width:4em"></span></td>`);
    const header = game.names.map((name, seat) => `<th class="number" scope="col">seat ${seat + 1}<span style="display:inline-block;width:4em"></span></th>`);
    return `<table><thead><tr><th scope="col">category</th>${header.join("")}</tr></thead><tbody>${rows.join("")}<tr><td><b>score</b></td>${sums.join("")}</tr></tbody></table>`;
  }

  function told(step) {
    if (step.seat === null) return "The deal.";
    const words = step.words ? " · " + escaped(step.words) : "";
    const followed = step.followed.map((words) => `<span class="followed">→ ${escaped(words)}</span>`).join("");
    const lead = step.lead ? `<span class="lead">${escaped(step.lead)}</span>` : "";
    return `<b>${now} of ${end}</b> · round ${step.round}, seat ${step.seat + 1} (${escaped(game.names[step.seat])}), turn ${step.turn}: <b>${escaped(step.title)}</b>${words}${followed}${lead}`;
  }

  function go(to, scroll) {
    now = Math.max(0, Math.min(end, to));
    const step = steps[now];
    byId("slider").value = now;
    byId("move").innerHTML = told(step);
    const map = byId("map");
    map.innerHTML = step.panels.length ? drawing(step.panels[0]) : "";
    byId("hands").innerHTML = step.hands.map(handOf).join("");
    byId("boards").innerHTML = step.panels.slice(1).map((index) => `<figure class="panel scroll">${drawing(index)}</figure>`).join("");
    follow(map);
    const leadsNow = byId("leads-now");
    if (leadsNow) leadsNow.textContent = step.leads.map((lead, seat) => `seat ${seat + 1} ${Math.abs(lead) < 0.05 ? "is level" : (lead > 0 ? "is ahead by " : "is behind by ") + Math.abs(lead).toFixed(1)}`).join(" · ");
    byId("points").innerHTML = table(step);
    for (const line of document.querySelectorAll(".now")) {
      line.setAttribute("x1", growth.x(now));
      line.setAttribute("x2", growth.x(now));
    }
    document.querySelector(".move[aria-current]")?.removeAttribute("aria-current");
    const entry = document.querySelector(`.move[data-step="${now}"]`);
    if (entry) {
      entry.setAttribute("aria-current", "step");
      const list = byId("moves");
      if (scroll !== false) list.scrollTop = entry.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    history.replaceState(null, "", "#" + now);
  }

  const turn = (step) => `${steps[step].seat} ${steps[step].turn}`;
  function turnAway(way) {
    let to = now + way;
    while (to > 0 && to < end && turn(to) === turn(now)) to += way;
    return to;
  }

  // Plays by itself until somebody takes over.
  const play = byId("play"), speed = byId("speed");
  let timer = 0;
  function pause() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
    byId("move").setAttribute("aria-live", "polite");
  }
  function tick() {
    if (now >= end) return pause();
    go(now + 1);
    timer = setTimeout(tick, 1200 / Number(speed.value));
  }
  function start() {
    if (now >= end) go(0);
    play.textContent = "Pause";
    byId("move").setAttribute("aria-live", "off");
    timer = setTimeout(tick, 1200 / Number(speed.value));
  }
  function by(hand, scroll) {
    pause();
    go(hand, scroll);
  }
  play.addEventListener("click", () => timer ? pause() : start());

  const keys = { ArrowLeft: () => now - 1, ArrowRight: () => now + 1, ArrowUp: () => turnAway(-1), ArrowDown: () => turnAway(1), Home: () => 0, End: () => end };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === speed || !(event.key in keys)) return;
    event.preventDefault();
    by(keys[event.key]());
  });
  const buttons = { first: keys.Home, back: keys.ArrowLeft, forward: keys.ArrowRight, last: keys.End, "turn-back": keys.ArrowUp, "turn-forward": keys.ArrowDown };
  for (const [id, to] of Object.entries(buttons)) byId(id).addEventListener("click", () => by(to()));
  byId("slider").addEventListener("input", (event) => by(Number(event.target.value)));
  document.addEventListener("click", (event) => {
    const entry = event.target.closest(".move, .swing");
    if (entry) by(Number(entry.dataset.step), entry.classList.contains("swing"));
  });
  document.addEventListener("keyup", (event) => {
    if (event.key === "Enter" && event.target.classList?.contains("swing")) by(Number(event.target.dataset.step));
  });
  for (const mark of document.querySelectorAll("#legend span")) mark.style.background = colours[Number(mark.dataset.seat) % colours.length];
  byId("bar").hidden = false;
  // A page that was left at a move comes back there, and rests.
  const left = Number(location.hash.slice(1)) || 0;
  go(left);
  if (!left && !quick) start(); else pause();
})();
