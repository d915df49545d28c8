"use strict";
// Lines to sort and to filter, and points that name themselves. Without it the page reads as well.
(() => {
  const LONG = 12;
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
        const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
        let shown = 0;
        for (const row of rows) {
          const text = row.textContent.toLowerCase();
          row.hidden = !words.every(word => text.includes(word));
          shown += !row.hidden;
        }
        count.textContent = shown + " of " + rows.length + " lines";
      });
      label.append("Show lines with", input, count);
      table.parentElement.before(label);
    }
  }
  let tip = null;
  const hide = () => { if (tip) tip.remove(); tip = null; };
  const show = (text, box) => {
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
    const tell = () => show(text, mark.getBoundingClientRect());
    mark.addEventListener("pointerenter", tell);
    mark.addEventListener("pointerleave", hide);
    if (link) link.addEventListener("focus", tell), link.addEventListener("blur", hide);
  }
  for (const item of document.querySelectorAll(".item[title]")) {
    item.addEventListener("click", () => show(item.title, item.getBoundingClientRect()));
    item.addEventListener("pointerleave", hide);
  }
  addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
  // A line that a filter hides is shown when a point leads to it.
  addEventListener("hashchange", () => {
    const line = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (line && line.hidden) { line.hidden = false; line.scrollIntoView(); }
  });
})();
