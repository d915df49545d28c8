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

  // The table: cells on a grid, in a drawing for every panel. A column is at most UNIT wide, and a row at least LOWEST high.
  const UNIT = 128, LEAST = 34, LOWEST = 28, SIGN = 15;

  // Sizes in pixels of texts in columns of this width.
  const sizes = (unit) => unit < 50 && innerWidth < 768
    ? { pad: 2, name: 9, note: 9, piece: 9, line: 11, row: 15 }
    : unit < 80
      ? { pad: 3, name: 11, note: 11, piece: 11, line: 12, row: 16 }
      : { pad: 5, name: 13, note: 12, piece: 12, line: 15, row: 18 };

  const ruler = document.createElement("canvas").getContext("2d");
  function wide(text, font) {
    ruler.font = font + " system-ui, sans-serif";
    return ruler.measureText(text).width;
  }

  // Wraps a text and hyphenates words that are too long. At least two letters precede a hyphen, and three follow it.
  function lines(text, room, font) {
    const found = [];
    for (let word of text.split(" ").filter(Boolean)) {
      while (word.length > 4 && wide(word, font) > room) {
        let letters = word.length - 3;
        while (letters > 2 && wide(word.slice(0, letters) + "-", font) > room) letters--;
        found.push(word.slice(0, letters) + "-");
        word = word.slice(letters);
      }
      const longer = found[found.length - 1] + " " + word;
      if (found.length && wide(longer, font) <= room) found[found.length - 1] = longer;
      else found.push(word);
    }
    return found;
  }

  // A seat's pieces have the number of the seat, others their name.
  const pieceName = (piece) => piece.owner === null ? plain(piece.label) : `${piece.owner + 1}`;
  const pieceCount = (piece) => piece.count === 1 ? "" : "×" + piece.count;

  // Rows of pieces with their labels. A label that has no room beside its piece is wrapped below it.
  function piecesOf(cell, room, font) {
    const rows = [[]];
    let used = 0;
    for (const piece of cell.pieces) {
      const [name, count] = [pieceName(piece), pieceCount(piece)], label = name + count;
      const width = SIGN + wide(label, font) + 5;
      if (used > 0 && used + width > room + 5) { rows.push([]); used = 0; }
      const last = rows[rows.length - 1];
      if (width <= room + 5) {
        last.push({ piece, at: used, label });
        used += width;
        continue;
      }
      const [beside, below] = piece.owner === null ? [count, name] : [name, count];
      last.push({ piece, at: 0, label: beside });
      rows.push(...lines(below, room, font).map((label) => [{ at: 0, label }]), []);
    }
    return rows.filter((row) => row.length);
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

  // Pieces in words: "2 figures of seat 1", "spain".
  function pieceWords(piece) {
    const shapes = piece.shape + (piece.count === 1 ? "" : "s");
    const what = piece.owner === null ? plain(piece.label || shapes) : `${shapes} of seat ${piece.owner + 1}`;
    return piece.count === 1 ? what : piece.count + " " + what;
  }

  // A place in words, with its note and pieces.
  const placeWords = (cell) => [plain(cell.name), plain(cell.note), ...cell.pieces.map(pieceWords)].filter(Boolean).join(", ");

  // A panel as a figure's content, and where its cells are in it. With so much room in pixels, its columns share the
  // room; otherwise they have the full width.
  function drawing(panel, room) {
    const columns = Math.max(1, ...panel.cells.map((cell) => cell.column + cell.width));
    const rows = Math.max(1, ...panel.cells.map((cell) => cell.row + 1));
    const unit = room ? Math.max(LEAST, Math.min(UNIT, Math.floor(room / columns))) : UNIT;
    const size = sizes(unit), fonts = { name: `600 ${size.name}px`, note: `${size.note}px`, piece: `${size.piece}px` };
    const inside = (cell) => cell.width * unit - 4 - 2 * size.pad;
    const texts = panel.cells.map((cell) => ({
      name: lines(plain(cell.name), inside(cell), fonts.name),
      note: lines(plain(cell.note), inside(cell), fonts.note),
      pieces: cell.pieces.length ? piecesOf(cell, inside(cell), fonts.piece) : [],
    }));
    const most = (row, part) => Math.max(0, ...texts.filter((_, index) => panel.cells[index].row === row).map((text) => text[part].length));
    const tops = [0], heads = [];
    for (let row = 0; row < rows; row++) {
      const [names, notes] = [Math.max(1, most(row, "name")), most(row, "note")];
      heads.push({ names, head: (names + notes) * size.line });
      tops.push(tops[row] + Math.max(LOWEST, 10 + heads[row].head + most(row, "pieces") * size.row));
    }
    const place = (cell) => ({ x: cell.column * unit + 2, y: tops[cell.row] + 2, w: cell.width * unit - 4, h: tops[cell.row + 1] - tops[cell.row] - 4 });
    let out = "";
    for (const [from, to] of panel.ways) {
      const [one, other] = [place(panel.cells[from]), place(panel.cells[to])];
      out += `<line class="way" x1="${one.x + one.w / 2}" y1="${one.y + one.h / 2}" x2="${other.x + other.w / 2}" y2="${other.y + other.h / 2}"/>`;
    }
    panel.cells.forEach((cell, index) => {
      const { x, y, w, h } = place(cell), left = x + size.pad, text = texts[index];
      const title = room ? "" : `<title>${escaped(placeWords(cell))}</title>`;
      out += `<g class="place" data-cell="${index}">${title}<rect class="cell ${cell.ground}" x="${x}" y="${y}" width="${w}" height="${h}" rx="4"/>`;
      if (inkOf(cell.name)) out += `<rect x="${x}" y="${y + h - 4}" width="${w}" height="4" rx="2" fill="${inkOf(cell.name)}"/>`;
      out += `<rect class="mark" x="${x}" y="${y}" width="${w}" height="${h}" rx="4"/>`;
      text.name.forEach((line, number) => {
        out += `<text x="${left}" y="${y + (number + 1) * size.line - 1}" font-size="${size.name}" font-weight="600">${escaped(line)}</text>`;
      });
      text.note.forEach((line, number) => {
        out += `<text class="note" x="${left}" y="${y + (heads[cell.row].names + number + 1) * size.line - 1}" font-size="${size.note}">${escaped(line)}</text>`;
      });
      text.pieces.forEach((row, number) => {
        const top = y + 2 + heads[cell.row].head + number * size.row;
        for (const { piece, at, label } of row) {
          const x = left + at + (piece ? SIGN : 0);
          out += (piece ? sign(piece, left + at, top) : "") + (label ? `<text x="${x}" y="${top + 11}" font-size="${size.piece}">${escaped(label)}</text>` : "");
        }
      });
      out += "</g>";
    });
    const [width, height] = [columns * unit, tops[rows]];
    const title = panel.title ? `<figcaption>${escaped(panel.title)}</figcaption>` : "";
    const html = `${title}<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="${room ? "group" : "img"}" aria-label="${escaped(panel.title || "table")}">${out}</svg>`;
    return { html, places: panel.cells.map(place) };
  }

  return { colours, plain, escaped, drawing, placeWords, pieceWords };
})();
