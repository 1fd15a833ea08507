// Search and filters of the index, scale buttons, and ticks that stay. The pages work without it.
"use strict";

const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

// Storage may be forbidden, as in private windows; then ticks last as long as the page.
const stored = {
  get(key) {
    try { return JSON.parse(localStorage.getItem(key)) ?? null; } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* not stored */ }
  },
};

function search(form) {
  const cards = [...document.querySelectorAll("#recipes > li")].map((card) => ({
    card,
    words: card.dataset.words,
    minutes: card.dataset.minutes ? Number(card.dataset.minutes) : null,
    kinds: {
      cuisine: (card.dataset.cuisine ?? "").split("|"),
      category: (card.dataset.category ?? "").split("|"),
      tag: (card.dataset.tag ?? "").split("|"),
    },
  }));
  const count = document.getElementById("count");
  const fields = [...form.elements].filter((field) => field.name);

  function show() {
    const value = (name) => form.elements[name]?.value ?? "";
    const words = fold(value("q")).split(/\s+/).filter(Boolean);
    const minutes = Number(value("time")) || Infinity;
    let shown = 0;
    for (const { card, words: text, minutes: time, kinds } of cards) {
      const fits = words.every((word) => text.includes(word)) &&
        (minutes === Infinity || (time !== null && time <= minutes)) &&
        Object.entries(kinds).every(([name, all]) => !value(name) || all.includes(value(name)));
      card.hidden = !fits;
      if (fits) shown += 1;
    }
    count.textContent = shown === cards.length
      ? `${shown} ${shown === 1 ? "recipe" : "recipes"}` : `${shown} of ${cards.length} recipes`;
  }

  // The state of the form is in the address, so that a link and the back button bring it back.
  function write() {
    const state = new URLSearchParams();
    for (const field of fields) if (field.value) state.set(field.name, field.value);
    history.replaceState(null, "", state.size ? "#" + state : location.pathname + location.search);
  }
  function read() {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const field of fields) {
      const value = state.get(field.name) ?? "";
      field.value = value;
      if (field.value !== value) field.value = "";
    }
    show();
  }
  form.addEventListener("input", () => { show(); write(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", read);
  form.hidden = false;
  read();
}

function scale(group) {
  const parts = [...document.querySelectorAll("[data-x]")].map((part) => ({
    part, texts: { 1: part.textContent, ...JSON.parse(part.dataset.x) },
  }));
  const buttons = [...group.querySelectorAll("button")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const factor = button.dataset.factor;
      for (const { part, texts } of parts) part.textContent = texts[factor] ?? texts[1];
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    });
  }
  group.hidden = false;
}

// A tick belongs to the text of its line, so that it survives a new edition of the page.
function ticks(boxes) {
  const key = "ticks " + location.pathname;
  const saved = stored.get(key);
  const states = new Map(Array.isArray(saved) ? saved : []);
  const lines = [...boxes].map((box) => ({ box, text: box.closest("label").textContent }));
  const set = (box, text, isDone) => {
    box.checked = isDone;
    states.set(text, isDone);
    stored.set(key, [...states]);
  };
  for (const { box, text } of lines) {
    if (states.has(text)) box.checked = Boolean(states.get(text));
    box.addEventListener("change", () => set(box, text, box.checked));
  }
  const clear = document.getElementById("clear");
  if (!clear) return;
  clear.hidden = false;
  clear.addEventListener("click", () => lines.forEach(({ box, text }) => set(box, text, false)));
}

const form = document.querySelector("form.search");
if (form) search(form);
const group = document.querySelector(".scale");
if (group) scale(group);
const boxes = document.querySelectorAll(".ticks input");
if (boxes.length) ticks(boxes);
