// `npm run picture`: plays a short scene with the built program and real agents in real terminals, and writes what they show to
// docs/picture.svg. What differs from run to run (ids, times, the scratch directory) is made the same, so that the file changes only when
// the product's looks do. Needs tmux, and the agents (`npm run agents:install`).
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHome, root } from "./home.ts";
import { svgOf } from "./svg.ts";
import { Terminal } from "./terminal.ts";

const COLUMNS = 100;
const { model, home, site, api, env, skein, end } = await openHome();
const terminal = (name: string): Terminal =>
  new Terminal({ socket: join(home, name), cwd: site, env, columns: COLUMNS });

model.script("[[text: I read the routes first.]] [[gate: never]]", "Document");
model.script("[[text: The limiter lets 100 requests a minute through.]]", "rate limiter");
model.script(
  "[[text: The cookie is set after the redirect, so the browser drops it. I run the tests first.]] [[run: npm test]] [[text: All 48 pass: the fix is safe to make.]]",
  "login",
);

/** Session → the id that the picture has. */
const ids: Readonly<Record<string, string>> = { docs: "0e93c6f5", limiter: "b7d21a94", login: "5f0c81e2" };

async function alike(rows: readonly string[]): Promise<string[]> {
  const { sessions } = JSON.parse(await skein("ls", "--json"));
  return rows.map((row) => {
    let text = row
      .replaceAll(home, "/home/ada")
      .replace(/\d+(?:\.\d+)?m?s(?= |$)(?! ago)/g, "12ms")
      .replace(/\d+s ago/g, "9s ago");
    for (const { id, name } of sessions) text = text.replace(id.slice(0, 8), ids[name] ?? id);
    return text;
  });
}

const PROMPT = /^\$\s*$/;
const open: Terminal[] = [];
try {
  await skein("-C", api, "new", "Explain the rate limiter", "--name", "limiter", "--agent", "gemini", "-q");
  await skein("-C", api, "new", "Document the routes", "--name", "docs", "--agent", "codex", "--detach");
  await skein("new", "--name", "login", "--agent", "claude", "-q");
  const at = terminal("one");
  open.push(at);
  await at.sees(PROMPT);
  at.type("skein attach login");
  await at.sees(/detaches.*\s+›\s*$/);
  at.type("Why does the login fail?");
  await at.sees(/answer 1.*›/);
  const beside = terminal("two");
  open.push(beside);
  await beside.sees(PROMPT);
  beside.type("skein ls");
  await beside.sees(/needs you: skein answer login\s+\$\s*$/);
  beside.type("skein answer login --once");
  await beside.sees(/Allow once\? \[y\/N\]\s*$/);
  beside.type("y");
  await beside.sees(/answered: Allow once\s+\$\s*$/);
  await at.sees(/✓ done.*\s+›\s*$/);
  const windows = [
    { title: "one terminal: Claude Code asks", rows: await alike(at.rows()) },
    {
      title: "another terminal: all sessions, and the answer",
      rows: (await alike(beside.rows())).filter((row) => row.trim() !== "$"),
    },
  ];
  writeFileSync(
    join(root, "docs/picture.svg"),
    svgOf("Claude Code asks in one terminal, and is answered in another", windows, COLUMNS),
  );
  console.log(windows.map(({ rows }) => rows.join("\n")).join("\n\n"));
} finally {
  for (const one of open) one.close();
  await end();
}
