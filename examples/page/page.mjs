// All sessions, one of them as it goes on, and what it asks: with a list and a view that keep themselves up to date.
import { connect } from "/client.mjs";

const skein = connect({ name: "page example", token: location.hash.slice(1) });
const nav = document.querySelector("nav");
const [title, status, transcript, question] = ["h1", "#status", "#transcript", "#question"].map((one) =>
  document.querySelector(one),
);
let view = null;

function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

function drawList() {
  nav.replaceChildren(
    ...list.sessions.map(({ id, name, title, status }) => {
      const button = element("button", name ?? title ?? id.slice(0, 8), { onclick: () => open(id) });
      button.append(element("small", status));
      button.ariaCurrent = String(id === view?.session);
      return button;
    }),
  );
}

const words = {
  prompt: ({ text }) => text,
  message: ({ text }) => text,
  thought: ({ text }) => text,
  tool: ({ title, status }) => `${title} (${status})`,
  error: ({ text }) => text,
  notice: ({ text }) => text,
};

function drawSession() {
  const { name, title: first } = list.sessions.find(({ id }) => id === view.session) ?? {};
  title.textContent = name ?? first ?? view.session.slice(0, 8);
  status.textContent = `${view.status.word}: ${view.status.reason.text} · ${view.connection}`;
  const isAtEnd = transcript.scrollTop + transcript.clientHeight >= transcript.scrollHeight - 10;
  const shown = view.transcript.blocks.filter(({ kind }) => kind in words);
  transcript.replaceChildren(
    ...shown.map((block) => element("p", words[block.kind](block), { className: block.kind, dir: "auto" })),
  );
  // Who reads further up stays there.
  if (isAtEnd) transcript.scrollTop = transcript.scrollHeight;
  drawQuestion();
}

function drawQuestion() {
  const open = view.state.permission.open.find(({ state }) => state === "asked");
  if (!open) return question.replaceChildren();
  const answer = (option) => skein.answer(view.session, open.id, { option });
  const buttons = open.options.map(({ id, label }) => element("button", label, { onclick: () => answer(id) }));
  question.replaceChildren(element("p", open.detail || open.title), ...buttons);
}

async function open(session) {
  view?.close();
  view = await skein.view(session);
  view.subscribe(drawSession);
  drawSession();
  drawList();
}

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { text } = event.target.elements;
  if (view && text.value !== "") view.send(text.value);
  text.value = "";
});

const list = await skein.list();
list.subscribe(drawList);
drawList();
