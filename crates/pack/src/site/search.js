// Finds sections in which every word asked for begins a word; sections whose heading or page is called so come first.
const form = document.querySelector("form.search");
const field = form.querySelector("input");
const list = form.querySelector("ol");

// words, and the numbers of the sections that have them, each beyond the one before
const LISTS = PLACES.trim().split("\n");
let before = "";
const INDEX = WORDS.trim().split("\n").map((line, k) => {
  before = before.slice(0, DIGITS.indexOf(line[0])) + line.slice(1);
  let at = 0;
  const places = [];
  for (const digit of LISTS[k]) {
    const value = DIGITS.indexOf(digit);
    at += value < ONES ? value : (value - ONES + 1) * ONES;
    if (value < ONES) places.push(at);
  }
  return [before, places];
});

function found(question) {
  const asked = question.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  if (!asked.length) return [];
  const begins = (text, word) => (" " + text.toLowerCase()).includes(" " + word);
  const places = asked.map((word) => new Set(INDEX.filter(([known]) => known.startsWith(word)).flatMap(([, at]) => at)));
  return SECTIONS.map(([link, page, heading], at) => {
    const titles = page + " " + heading;
    if (!asked.every((word, k) => places[k].has(at) || begins(titles, word))) return null;
    return { link, page, heading, rank: asked.filter((word) => begins(heading || page, word)).length };
  })
    .filter(Boolean)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, 12);
}

function show() {
  const sections = found(field.value);
  list.replaceChildren(
    ...sections.map(({ link, page, heading }) => {
      const item = document.createElement("li");
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.textContent = heading && heading !== page ? `${heading} – ${page}` : page;
      item.append(anchor);
      return item;
    }),
  );
  if (!sections.length && field.value.trim()) {
    const none = document.createElement("li");
    none.textContent = "Nothing found";
    list.append(none);
  }
  list.hidden = !field.value.trim();
}

field.addEventListener("input", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape") {
    field.value = "";
    show();
  }
});
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) list.hidden = true;
});
