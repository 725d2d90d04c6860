// All sessions with what they do, drawn anew whenever something changes. It outlives the daemon: stop it, start it, and look.
//   node examples/dashboard.mjs
import { connect } from "skein/client";

// Whoever reads may have enough, as `head` has.
process.stdout.on("error", () => process.exit());

const skein = connect({ name: "dashboard example" });
const list = await skein.list();

function draw() {
  const rows = list.sessions.map(({ id, name, status, reason, title }) => {
    const [who, what] = [name ?? id.slice(0, 8), status.padEnd(8)];
    return `${who.padEnd(20)} ${what} ${reason.text} ${title ? `(${title})` : ""}`.trimEnd();
  });
  if (process.stdout.isTTY) console.clear();
  console.log([`${list.sessions.length} sessions, ${list.connection}`, ...rows].join("\n"));
}

draw();
list.subscribe(draw);
