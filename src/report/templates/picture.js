"use strict";
// The table as a picture: what a page of a game that was played and one of a game that is being played share.
const picture = (() => {
  // Colours of Okabe and Ito, told apart by colour-blind eyes as well.
  const colours = ["#0072b2", "#e69f00", "#cc79a7", "#009e73", "#56b4e9"];
  // Ids as words.
  const plain = (text) => text.replaceAll("_", " ");
  const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");

  // Nations and goods in the colours that they have on the table.
  const inks = { france: "#2f6fd0", spain: "#e0ac00", england: "#c8372d", corn: "#e8c547", indigo: "#4062bb", sugar: "#d9cfa8", tobacco: "#a47148", coffee: "#6f4518" };
  const inkOf = (text) => inks[String(text).toLowerCase()];

  // The table: cells on a grid, in a drawing for every panel.
  const WIDTH = 128, NAME = 15, NOTE = 13, PIECE = 17, SIGN = 15;

  const ruler = document.createElement("canvas").getContext("2d");
  function wide(text, font) {
    ruler.font = font + " system-ui, sans-serif";
    return ruler.measureText(text).width;
  }

  function fitting(text, room, font) {
    if (wide(text, font) <= room) return text;
    let letters = text.length - 1;
    while (letters > 1 && wide(text.slice(0, letters) + "…", font) > room) letters--;
    return text.slice(0, letters) + "…";
  }

  // A seat's pieces have the number of the seat, others their name.
  function pieceText(piece) {
    const name = piece.owner === null ? plain(piece.label) : piece.owner + 1;
    return name + (piece.count === 1 ? "" : "×" + piece.count);
  }

  const NAME_FONT = "600 12px", NOTE_FONT = "10.5px", PIECE_FONT = "11px";

  function pieceWidth(piece) {
    return SIGN + wide(pieceText(piece), PIECE_FONT) + 5;
  }

  function piecesOf(cell, room) {
    const rows = [[]];
    let used = 0;
    for (const piece of cell.pieces) {
      const wide = Math.min(pieceWidth(piece), room);
      if (used > 0 && used + wide > room) { rows.push([]); used = 0; }
      rows[rows.length - 1].push({ piece, at: used });
      used += wide;
    }
    return rows;
  }

  function sign(piece, x, y) {
    const fill = piece.owner === null ? inkOf(piece.label) || "#888" : colours[piece.owner % colours.length];
    const style = ` fill="${fill}" stroke="var(--paper)"`;
    switch (piece.shape) {
      case "ship": return `<path d="M${x - 1} ${y + 10}l3 5h9l3-5zM${x + 6} ${y + 9}v-10l7 10zM${x + 5} ${y + 9}v-8l-5 8z"${style}/>`;
      case "figure": return `<path d="M${x + 1} ${y + 14}q0-8 5.500-8q5.500 0 5.500 8z"${style}/><circle cx="${x + 6.5}" cy="${y + 4}" r="3.500"${style}/>`;
      case "disc": return `<circle cx="${x + 6.5}" cy="${y + 7}" r="6"${style}/>`;
      default: return `<rect x="${x + 1}" y="${y + 2}" width="11" height="11" rx="2"${style}/>`;
    }
  }

  function drawnPiece({ piece, at }, left, top, room) {
    const owner = piece.owner === null ? piece.label : "seat " + (piece.owner + 1);
    const text = fitting(pieceText(piece), room - at - SIGN, PIECE_FONT);
    const label = text ? `<text x="${left + at + SIGN}" y="${top + 11}" font-size="11">${escaped(text)}</text>` : "";
    return `<g><title>${escaped([piece.count, owner, piece.shape].join(" "))}</title>${sign(piece, left + at, top)}${label}</g>`;
  }

  // A panel as a figure's content, and where its cells are in it.
  function drawing(panel) {
    const columns = Math.max(1, ...panel.cells.map((cell) => cell.column + cell.width));
    const rows = Math.max(1, ...panel.cells.map((cell) => cell.row + 1));
    const tops = [0];
    for (let row = 0; row < rows; row++) {
      const cells = panel.cells.filter((cell) => cell.row === row);
      const note = cells.some((cell) => cell.note) ? NOTE : 0;
      const most = Math.max(0, ...cells.map((cell) => cell.pieces.length ? piecesOf(cell, cell.width * WIDTH - 12).length : 0));
      tops.push(tops[row] + 8 + NAME + note + most * PIECE + 6);
    }
    const place = (cell) => ({ x: cell.column * WIDTH + 2, y: tops[cell.row] + 2, w: cell.width * WIDTH - 4, h: tops[cell.row + 1] - tops[cell.row] - 4 });
    let out = "";
    for (const [from, to] of panel.ways) {
      const [one, other] = [place(panel.cells[from]), place(panel.cells[to])];
      out += `<line class="way" x1="${one.x + one.w / 2}" y1="${one.y + one.h / 2}" x2="${other.x + other.w / 2}" y2="${other.y + other.h / 2}"/>`;
    }
    for (const cell of panel.cells) {
      const { x, y, w, h } = place(cell), room = w - 8;
      out += `<g><title>${escaped([cell.name, cell.note].filter(Boolean).join(": "))}</title>`;
      out += `<rect class="cell ${cell.ground}" x="${x}" y="${y}" width="${w}" height="${h}" rx="4"/>`;
      if (inkOf(cell.name)) out += `<rect x="${x}" y="${y + h - 4}" width="${w}" height="4" rx="2" fill="${inkOf(cell.name)}"/>`;
      out += `<text x="${x + 4}" y="${y + 13}" font-size="12" font-weight="600">${escaped(fitting(plain(cell.name), room, NAME_FONT))}</text>`;
      if (cell.note) out += `<text class="note" x="${x + 4}" y="${y + 26}" font-size="10.500">${escaped(fitting(plain(cell.note), room, NOTE_FONT))}</text>`;
      out += "</g>";
      const noted = panel.cells.some((other) => other.row === cell.row && other.note) ? NOTE : 0;
      piecesOf(cell, room).forEach((row, number) => {
        for (const placed of row) out += drawnPiece(placed, x + 4, y + 4 + NAME + noted + number * PIECE, room);
      });
    }
    const [wide, high] = [columns * WIDTH, tops[rows]];
    const title = panel.title ? `<figcaption>${escaped(panel.title)}</figcaption>` : "";
    const html = `${title}<svg width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" role="img" aria-label="${escaped(panel.title || "table")}">${out}</svg>`;
    return { html, places: panel.cells.map(place) };
  }

  return { colours, plain, escaped, drawing };
})();
