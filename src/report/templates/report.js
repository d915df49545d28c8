"use strict";
// Lines to sort and to filter, and points that name themselves. Without it the page reads as well.
(() => {
  // Tables from this length on have a filter; longer ones show their first lines only.
  const LONG = 12, FIRST = 15;
  const number = text => {
    const found = text.replace(/−/g, "-").replace(/(\d),(?=\d{3})/g, "$1").match(/-?\d+(\.\d+)?/);
    return found ? parseFloat(found[0]) - (text.includes("<") ? 1e-9 : 0) : NaN;
  };
  const sorted = (rows, column, down, numbers) => rows.sort((one, other) => {
    const [a, b] = [one, other].map(row => row.cells[column] ? row.cells[column].textContent.trim() : "");
    const [x, y] = [number(a), number(b)];
    if (numbers && (isNaN(x) || isNaN(y))) return isNaN(x) - isNaN(y);
    const order = numbers ? x - y : a.localeCompare(b, "en", { numeric: true });
    return down ? -order : order;
  });
  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0], rows = [...body.rows], heads = table.tHead ? [...table.tHead.rows[0].cells] : [];
    const ends = "ends" in table.dataset;
    let words = [], all = rows.length <= FIRST + 3;
    const more = document.createElement("button");
    // The first lines in their present order, or all that a filter finds.
    const show = () => {
      let place = 0;
      for (const row of body.rows) {
        const text = words.length ? row.textContent.toLowerCase() : "";
        row.hidden = !words.every(word => text.includes(word));
        // Where the last lines matter as much as the first, both are shown.
        const head = ends ? Math.ceil(FIRST / 2) : FIRST, tail = FIRST - head;
        const cut = !all && !words.length;
        row.classList.toggle("beyond", cut && place >= head && place < rows.length - tail);
        row.classList.toggle("gap", cut && ends && place === head - 1);
        place++;
      }
      more.hidden = all || words.length > 0;
    };
    table.showAll = () => { all = true; show(); };
    if (!all) {
      more.type = "button";
      more.className = "more";
      more.textContent = "Show all " + rows.length + " lines";
      more.addEventListener("click", table.showAll);
      table.parentElement.after(more);
      show();
    }
    if (rows.length > 1) heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const numbers = head.className === "number";
        const now = head.getAttribute("aria-sort"), first = numbers ? "descending" : "ascending";
        const next = !now ? first : now !== first ? "" : numbers ? "ascending" : "descending";
        heads.forEach(other => other.removeAttribute("aria-sort"));
        if (next) head.setAttribute("aria-sort", next);
        body.append(...(next ? sorted([...rows], column, next === "descending", numbers) : rows));
        show();
      });
    });
    if (rows.length > LONG) {
      const label = document.createElement("label"), input = document.createElement("input");
      const count = document.createElement("span");
      label.className = "filter";
      input.type = "search";
      input.placeholder = "word or number";
      count.setAttribute("role", "status");
      count.textContent = rows.length + " lines";
      input.addEventListener("input", () => {
        words = input.value.toLowerCase().split(/\s+/).filter(word => word);
        show();
        const shown = rows.filter(row => !row.hidden).length;
        count.textContent = shown + " of " + rows.length + " lines";
      });
      label.append("Show lines with", input, count);
      table.parentElement.before(label);
    }
  }
  let tip = null;
  const hide = () => { if (tip) tip.remove(); tip = null; };
  const say = (text, box) => {
    hide();
    tip = document.createElement("div");
    tip.className = "tip";
    tip.textContent = text;
    document.body.append(tip);
    const most = document.documentElement.clientWidth - tip.offsetWidth - 4;
    tip.style.left = Math.max(4, Math.min(most, box.left + box.width / 2 - tip.offsetWidth / 2)) + scrollX + "px";
    const above = box.top - tip.offsetHeight - 6;
    tip.style.top = (above > 0 ? above : box.bottom + 6) + scrollY + "px";
  };
  for (const title of document.querySelectorAll("svg circle > title, svg rect > title, svg path > title")) {
    const mark = title.parentElement, text = title.textContent, link = mark.closest("a");
    (link || mark).setAttribute("aria-label", text);
    title.remove();
    const tell = () => say(text, mark.getBoundingClientRect());
    mark.addEventListener("pointerenter", tell);
    mark.addEventListener("pointerleave", hide);
    if (link) link.addEventListener("focus", tell), link.addEventListener("blur", hide);
  }
  for (const item of document.querySelectorAll(".item[title]")) {
    item.addEventListener("click", () => say(item.title, item.getBoundingClientRect()));
    item.addEventListener("pointerleave", hide);
  }
  addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
  for (const badge of document.querySelectorAll(".badge[title]"))
    badge.addEventListener("click", () => say(badge.title, badge.getBoundingClientRect()));
  // What a link leads to is shown: folded parts open, and a line that a filter or the length of its table hides appears.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let at = target.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    const table = target.closest("table");
    if (table) table.showAll();
    target.hidden = false;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();
  // The same address again changes no hash.
  for (const link of document.querySelectorAll('a[href^="#"]')) link.addEventListener("click", () => setTimeout(reveal));
  // Paper shows everything; afterwards the page is as it was.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    folded.forEach(one => { one.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach(one => { one.open = false; }));
})();
