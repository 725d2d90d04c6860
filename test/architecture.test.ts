// Holds the code to the map in docs/architecture.md: who may import whom, and what is kept out of where.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { cyclesIn } from "../scripts/import-graph/folders.ts";
import { readSource, type SourceFile } from "./kit/read-source.ts";

/** npm packages; any, where it isn't said. */
const packages: Readonly<Record<string, readonly string[]>> = {
  core: ["zod"],
  protocol: ["zod"],
  system: [],
  view: ["marked", "remend"],
  web: ["preact", "preact/hooks", "@preact/signals", "lowlight", "highlight.js", "highlight.js/lib/languages/*"],
};
const document = readFileSync("docs/architecture.md", "utf8");
/** Folders that may be imported from each folder, as the table in the document says. */
const folders = foldersIn(document, /^\| `([\w-]+)\/` \|.*\| ([^|]*) \|$/gm);
/** The same for the sub-folders of those that have a table of their own. In the one of `agents` all agents have one row. */
const subfolders = Object.fromEntries(
  ["agents", "log/sqlite", "daemon", "web", "cli"].map((parent) => [
    parent,
    foldersIn(document, new RegExp(`^\\| \`${parent}/([\\w-]+|<agent>)/\` \\|.*\\|([^|]*)\\|$`, "gm")),
  ]),
);
/** Sub-folders whose row also names everything outside of their parent's sub-folders that they may import. */
const outsideImports = new Map(
  [...document.matchAll(/^\| `([\w/-]+)\/` \|.*\|[^|]*; of the other folders and files only ([^|]*) \|$/gm)].map(
    ([, folder = "", names = ""]) => [folder, names.replaceAll("`", "").split(", ")] as const,
  ),
);
/** Sub-folders that are imported only through their index. */
const throughIndex = ["cli/terminal", "log/sqlite/recovery", "log/sqlite/repair"];
/** What can be had from outside of a folder with one way in. */
const onlyWayIn = { folder: "src/log/sqlite/recovery/", name: "recover" };
const ANY_AGENT = "<agent>";
const agentNames = readdirSync("src/agents", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !(entry.name in (subfolders.agents ?? {})))
  .map(({ name }) => name);
const no = /^$/;
/** Which files may import Node's own modules, in folders that also run outside Node. */
const nodeFiles: Readonly<Record<string, RegExp>> = {
  core: no,
  protocol: no,
  client: /unix/,
  "client-entry": no,
  view: no,
  web: no,
};

/** From the rows `| \`folder/\` | what it is | folders that it may import |`; after a semicolon come exceptions, which are rules below. */
function foldersIn(text: string, row: RegExp): Readonly<Record<string, readonly string[]>> {
  const table: Record<string, string[]> = {};
  for (const [, folder = "", imports = ""] of text.matchAll(row)) {
    const words = imports.replace(/;.*/, "").trim().split(", ").filter(Boolean);
    const isAll = words.includes("all of the above");
    table[folder] = isAll
      ? Object.keys(table)
      : words.filter((word) => word !== "nothing" && !packages[folder]?.includes(word));
  }
  return table;
}

/** What runs before anything else is loaded. */
const startFiles = ["src/bin.ts", "src/old-node.ts", "src/compile-cache.ts", "src/home/trusted-path.ts"];
/** Beside the index of a folder. Each spares a command that starts fast what the rest of the folder costs: what reads TOML, and what folds logs. */
const secondWaysIn = [
  "src/home/config.ts",
  "src/home/policy-file.ts",
  "src/core/text/byte-size.ts",
  "src/core/text/line-splitter.ts",
  "src/core/list-groups.ts",
  "src/core/without-folds.ts",
  "src/client-entry/lazy.ts",
  "src/view/markdown/index.ts",
  "src/view/markdown/mend.ts",
  "src/view/changes/index.ts",
  "src/view/usage/index.ts",
  "src/core/playback/index.ts",
  "src/client/playback/index.ts",
  "src/client/session-list.ts",
  "src/client/session-reader.ts",
  "src/system/processes.ts",
];
const demoAgent = "src/agents/demo/agent/";
const opencodeBridge = "src/agents/opencode/bridge/";
/** What puts the parts of a folder together; no part may know of it. */
const roots = ["daemon", "run", "index"].map((name) => `src/daemon/${name}.ts`);
/** Who may append to the log. */
const writers = ["src/session/session.ts", "src/session/arrival.ts"];
const impure =
  /^(new Date(\(\))?|Date\(\)|Date\.now|performance|crypto|process|fetch|console|globalThis|set(Timeout|Interval|Immediate)|Math\.random)$/;
/** What has one home: what it looks like when somebody writes it again, what to use instead, and who must write it again all the same. */
const written: readonly { pattern: RegExp; use: string; except?: readonly string[] }[] = [
  { pattern: /as NodeJS\.ErrnoException/, use: "codeOf, isCode or absent of src/system" },
  {
    pattern: /(\w+) instanceof Error \? \1\.message|as Error\)\.message/,
    use: "messageOf of src/system",
    except: ["src/bin.ts"],
  },
  { pattern: /\b(execFile(Sync)?|spawnSync)\b/, use: "runProgram of src/system" },
  {
    pattern: /\b(spawn|runProgram|runProgramNow)\("(?!\/)/,
    use: "an absolute path, or findProgram or programsOn of src/system with a safePath",
    // Their PATH begins with the system's own directories.
    except: ["src/daemon/gate/peers.ts", "src/agents/keeper/prepare-run.ts"],
  },
  { pattern: /\.split\(delimiter\)/, use: "findProgram or programsOn of src/system" },
  { pattern: /\bfsyncSync\b|\.sync\(\)/, use: "syncPath of src/system", except: ["src/log/sqlite/space.ts"] },
  {
    pattern: /\brename(Sync)?\b[^;]* from "node:fs/,
    use: "replaceFile of src/system",
    // What they rename is a socket, a full log, a whole database, a file that is set aside, or one that Git has written.
    except: [
      "src/daemon/server/listen.ts",
      "src/daemon/journal.ts",
      "src/daemon/attention/push/subscriptions.ts",
      "src/log/sqlite/",
      "src/workspace/changes/git-store.ts",
    ],
  },
  { pattern: /["'`]\/proc\//, use: "src/system/processes/proc.ts", except: ["src/home/trusted-path.ts"] },
  {
    pattern: /\w\.(lastI|i)ndexOf\((10|0x0a|NEWLINE|LINE_FEED)\b/,
    use: "LineSplitter or TextLines of src/core",
    except: ["src/core/text/line-splitter.ts"],
  },
  { pattern: /split\("\\n"\)\.at\(-1\)/, use: "lastLine of src/core", except: ["src/core/text/last-line.ts"] },
  {
    pattern: /\bconst (PAGE|SLICE) = \{/,
    use: "walkEvents, walkCommits or walkSessions of src/log",
    // They look at one slice in one turn of the event loop.
    except: [
      "src/log/walk.ts",
      "src/daemon/operations/outline.ts",
      "src/daemon/operations/find.ts",
      "src/daemon/changes/span-folds.ts",
      "src/daemon/changes/from-tools.ts",
      "src/daemon/usage/session-tally.ts",
    ],
  },
  {
    pattern: /= (this\.)?#?\w+\.then\(.*\);\s*(this\.)?#?\w+ = \w+\.catch\(\(\) => /,
    use: "TaskQueue of src/system",
    except: ["src/session/session.ts"],
  },
  { pattern: /\$\{[^}]*\} [KMG]B\b/, use: "byteSize of src/core", except: ["src/core/text/byte-size.ts"] },
];
const vagueName = /^(.*-)?(utils?|helpers?|common|managers?|services?)$|^types?$/;
const opensFile = /^(read|write|append|copy)File(Sync)?$|^(open|cp|truncate)(Sync)?$|^create(Read|Write)Stream$/;

function importBreaches({ path, imports }: SourceFile): string[] {
  return imports.flatMap(({ specifier, lazy }) => {
    const isRelative = specifier.startsWith(".");
    const target = isRelative ? join(dirname(path), specifier) : specifier;
    const isOutside = isRelative && !target.startsWith("src/");
    const breach = isOutside ? "src stands on its own" : importBreach(path, target, lazy);
    return breach === undefined ? [] : [`${path} imports ${specifier}: ${breach}`];
  });
}

function importBreach(path: string, target: string, lazy: boolean): string | undefined {
  const [, folder = ""] = path.split("/");
  const [, targetFolder = ""] = target.split("/");

  if (path.startsWith(demoAgent)) {
    const isKnown =
      target.startsWith("node:") ||
      target.startsWith(demoAgent) ||
      [
        "src/agents/demo/protocol.ts",
        "src/core/text/line-splitter.ts",
        "src/system/index.ts",
        "src/system/processes.ts",
      ].includes(target);
    return isKnown ? undefined : "the demo agent is a program of its own";
  }
  if (target.startsWith(demoAgent)) return "the demo agent is a program of its own";

  if (startFiles.includes(path)) {
    if (target.startsWith("node:") || startFiles.includes(target)) return undefined;
    const isEntry = target === "src/cli/index.ts" || target === "src/daemon/index.ts";
    return isEntry && lazy ? undefined : "the process starts with Node's modules alone, and loads cli or daemon lazily";
  }

  if (target === "node:process") return "process is a global; this would hide who ends it";
  const allowed = folders[folder];
  if (allowed === undefined) return `src/${folder} is not in the table`;
  if (target.startsWith("node:"))
    return nodeFiles[folder]?.test(basename(path)) === false ? `${folder} runs outside Node too` : undefined;
  if (!target.startsWith("src/"))
    return packages[folder]?.some((name) => matchesGlob(target, name)) === false
      ? `${folder} may use ${packages[folder].join(", ") || "no package"} only`
      : undefined;
  const unnamed = outsideBreach(path, target);
  if (unnamed !== undefined) return unnamed;
  if (folder === targetFolder) return subfolderBreach(path, target);
  // Only what speaks to a Unix socket: whose it is, is the home's to tell.
  const isNodeClient = folder === "client" && nodeFiles.client?.test(basename(path));
  const mayAsk = isNodeClient && ["system", "home"].includes(targetFolder);
  if (!allowed.includes(targetFolder) && !mayAsk)
    return `${folder} may import ${allowed.join(", ") || "no other folder"} only`;
  if (secondWaysIn.includes(target)) return undefined;
  return target === `src/${targetFolder}/index.ts` ? undefined : `only through src/${targetFolder}/index.ts`;
}

/** For a sub-folder whose row names all that it may import from outside. */
function outsideBreach(path: string, target: string): string | undefined {
  const folder = [...outsideImports.keys()].find((one) => path.startsWith(`src/${one}/`));
  if (folder === undefined) return undefined;
  const parent = dirname(folder);
  const siblings = (subfolders[parent]?.[basename(folder)] ?? []).map((name) => `src/${parent}/${name}/`);
  const named = (outsideImports.get(folder) ?? []).flatMap((name) => [`src/${name}.ts`, `src/${name}/index.ts`]);
  const isInside = [`src/${folder}/`, ...siblings].some((place) => target.startsWith(place));
  return isInside || named.includes(target)
    ? undefined
    : `${folder} may import only what its row in the document names`;
}

/** Between the sub-folders of a folder that has a table, and the files at its top. */
function subfolderBreach(path: string, target: string): string | undefined {
  const isBelow = (parent: string): boolean => [path, target].every((file) => file.startsWith(`src/${parent}/`));
  const parent = Object.keys(subfolders).find(isBelow);
  if (parent === undefined) return indexBreach(target);
  const [from = "", to = ""] = [path, target].map((file) => file.slice(`src/${parent}/`.length).split("/")[0]);
  const table = subfolders[parent] ?? {};
  if (from === to) return undefined;
  if (!isFolder(to)) return isFolder(from) && roots.includes(target) ? "it puts the parts together" : undefined;
  if (path === "src/agents/driver.ts") return "the port stands on its own";
  if (!isFolder(from)) {
    const isKept = parent === "agents" && agentNames.includes(to) && path !== "src/agents/registry.ts";
    return isKept ? "only the registry knows which agents there are" : indexBreach(target);
  }
  const allowed = table[from] ?? (agentNames.includes(from) ? table[ANY_AGENT] : undefined);
  if (allowed === undefined) return `src/${parent}/${from} is not in the table`;
  if (!allowed.includes(to)) return `${parent}/${from} may import ${allowed.join(", ") || "no other folder"} only`;
  return indexBreach(target);
}

function indexBreach(target: string): string | undefined {
  const folder = throughIndex.find((one) => target.startsWith(`src/${one}/`));
  return folder === undefined || target === `src/${folder}/index.ts` ? undefined : `only through ${folder}/index.ts`;
}

function isFolder(name: string): boolean {
  return !/\.tsx?$/.test(name);
}

/** Everything that runs in the daemon's process; programs that it starts are others. */
function isOfDaemon(path: string): boolean {
  const isProgram = [demoAgent, opencodeBridge, "src/agents/custom/runner/"].some((folder) => path.startsWith(folder));
  return /^src\/(core|home|log|agents|workspace|session|daemon)\//.test(path) && !isProgram;
}

function contentBreaches({ path, mentions, fsCalls }: SourceFile): string[] {
  const mayExit = ["src/bin.ts", `${demoAgent}main.ts`, `${opencodeBridge}main.ts`].includes(path);
  return [
    ...[...mentions]
      .filter((name) => path.startsWith("src/core/") && impure.test(name))
      .map((name) => `uses ${name}: core is pure`),
    ...[...mentions]
      .filter((name) => !mayExit && /^process\.(exit|abort|reallyExit)$/.test(name))
      .map((name) => `uses ${name}: only where a program starts`),
    ...[...mentions]
      .filter((name) => name === "void" && isOfDaemon(path))
      .map(() => "drops a value with void: a promise without an owner ends the daemon; use background()"),
    ...[...mentions]
      .filter((name) => name.endsWith("log.append") && !writers.includes(path))
      .map((name) => `calls ${name}: a session has one writer, its mailbox, and before it its arrival`),
    ...fsCalls
      .filter(({ name, args }) => opensFile.test(name) && /\.db\b|\bdb|db(path|file)|database/i.test(args))
      .map(({ name, args }) => `${name}(${args}): closing a database that SQLite has open drops its lock`),
  ].map((breach) => `${path} ${breach}`);
}

function copyBreaches(path: string, text: string): string[] {
  if (path.startsWith("src/system/")) return [];
  return written
    .filter(({ pattern, except = [] }) => pattern.test(text) && !except.some((one) => path.startsWith(one)))
    .map(({ use }) => `${path} writes again what there is: use ${use}`);
}

/** What holds for one agent alone stands in its folder, also in words. */
function agentNameBreaches(path: string, text: string): string[] {
  if (!path.startsWith("src/agents/kit/")) return [];
  const known = agentNames.filter((name) => !["custom", "demo"].includes(name));
  const names = known.filter((name) => new RegExp(`\\b${name}\\b`, "i").test(text));
  return names.map((name) => `${path} names ${name}: the kit serves every agent and knows none`);
}

function nameBreaches(path: string): string[] {
  const parts = path.replace(/(\.test)?\.\w+$/, "").split("/");
  const isStrayTest = /\.(test|spec)\.\w+$/.test(path) && !/^test\/.*\.test\.ts$/.test(path);
  return [
    ...parts.filter((part) => vagueName.test(part)).map((part) => `${path}: "${part}" says nothing; name the idea`),
    ...(isStrayTest ? [`${path}: tests are test/**/*.test.ts; no tier would run this one`] : []),
  ];
}

function breachesIn(path: string, text: string): string[] {
  const file = readSource(path, text);
  return [
    ...importBreaches(file),
    ...contentBreaches(file),
    ...copyBreaches(path, text),
    ...agentNameBreaches(path, text),
  ];
}

test("[M-10] [M-11] [T-01] the code keeps to the map", { timeout: 60_000 }, () => {
  const sources = globSync("src/**/*.{ts,tsx}");
  console.info(`architecture: ${sources.length} source files`);
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.flatMap((path) => breachesIn(path, readFileSync(path, "utf8")))).toEqual([]);
});

test("the document's table has each folder of src once, and only folders of src", () => {
  const there = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(Object.keys(folders).toSorted()).toEqual(there.map(({ name }) => name).toSorted());
  expect(
    Object.values(folders)
      .flat()
      .filter((name) => !(name in folders)),
  ).toEqual([]);
});

test.for(Object.entries(subfolders))(
  "the document's table of %s has each of its folders once, and each imports only those above it",
  ([parent, table]) => {
    const names = Object.keys(table);
    const there = readdirSync(`src/${parent}`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const expected = there.map(({ name }) => (parent === "agents" && agentNames.includes(name) ? ANY_AGENT : name));
    expect(names.toSorted()).toEqual([...new Set(expected)].toSorted());
    for (const [at, imports] of Object.values(table).entries())
      expect(imports.filter((name) => !names.slice(0, at).includes(name))).toEqual([]);
  },
);

test("recovery has one way in", () => {
  const { folder, name } = onlyWayIn;
  const exported = readFileSync(`${folder}index.ts`, "utf8").match(/^export .*$/gm);
  expect(exported).toEqual([`export { ${name} } from "./${name}.ts";`]);
});

test("a folder of agents that the document does not name is an agent", () => {
  expect(agentNames).toContain("gemini");
  expect(agentNames).not.toContain("kit");
});

test("sub-folders of no folder import each other in a circle", { timeout: 60_000 }, () => {
  const files = globSync("src/**/*.{ts,tsx}").map((path) => readSource(path, readFileSync(path, "utf8")));
  expect(cyclesIn(files)).toEqual([]);
});

test("a circle of sub-folders is found, however long it is", () => {
  const one = readSource("src/log/a/one.ts", 'import "../b/two.ts"; import "./own.ts"; import "../beside.ts";');
  const two = readSource("src/log/b/two.ts", 'import "../c/three.ts";');
  const three = (target: string) => readSource("src/log/c/three.ts", `import type { One } from "${target}";`);
  expect(cyclesIn([one, two, three("../d/four.ts")])).toEqual([]);
  expect(cyclesIn([one, two, three("../a/one.ts")])).toEqual(["src/log: a, b, c import each other"]);
});

test("files are named after ideas, and every test belongs to a tier", () => {
  const files = globSync("{src,test,bench,scripts}/**/*.{ts,tsx,mts,mjs}");
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(nameBreaches)).toEqual([]);
});

test.for<[path: string, text: string]>([
  ["src/core/status.ts", 'import { z } from "zod"; import { reduce } from "./reduce.ts";'],
  [
    "src/log/sqlite/open.ts",
    'import { DatabaseSync } from "node:sqlite"; import type { Event } from "../../core/index.ts";',
  ],
  ["src/agents/registry.ts", 'import { demo } from "./demo/driver.ts";'],
  ["src/agents/demo/driver.ts", 'import { quota } from "../kit/quota.ts"; // import "../pi/map.ts"'],
  ["src/agents/gemini/acp.ts", 'import type { Driver } from "../driver.ts"; import "../kit/acp/agent.ts";'],
  ["src/agents/demo/agent/main.ts", 'import { Line } from "../protocol.ts"; import "node:fs";'],
  ["src/client/unix-transport.ts", 'import { request } from "node:http";'],
  [
    "src/log/sqlite/recovery/recover.ts",
    'import { isLinked } from "../../chain.ts"; import { metaOf } from "../database-file/source.ts"; import { reduce } from "../../../core/index.ts"; import "./choose.ts";',
  ],
  [
    "src/log/sqlite/repair/prepare.ts",
    'import { recover } from "../recovery/index.ts"; import "../../../home/index.ts";',
  ],
  ["src/bin.ts", 'await import("./daemon/index.ts"); process.exit(1);'],
  ["src/core/event.ts", "export const event = { process: 1, at: state.process, ms: Date.parse(at) };"],
  [
    "src/log/sqlite/backup.ts",
    'import { rename } from "node:fs/promises"; await rename(databasePath, old); open(database);',
  ],
  ["src/session/run/attach.ts", "background(run(), report); let end: () => void = () => {};"],
  ["src/agents/demo/agent/main.ts", "void main();"],
  ["src/daemon/http/serve.ts", 'import "../gate/gate.ts"; import type { DaemonContext } from "../context.ts";'],
  ["src/daemon/daemon.ts", 'import { serve } from "./http/serve.ts";'],
  [
    "src/cli/attach/typing.ts",
    'import { pressKey } from "../terminal/index.ts"; import { Failure } from "../failure.ts";',
  ],
])("allows %s: %s", ([path, text]) => {
  expect(breachesIn(path, text)).toEqual([]);
});

test.for<[path: string, text: string]>([
  ["src/core/status.ts", 'import { open } from "../log/index.ts";'],
  ["src/core/status.ts", 'import { join } from "node:path";'],
  ["src/core/status.ts", 'import fuzzysort from "fuzzysort";'],
  ["src/core/status.ts", "const at = Date.now();"],
  ["src/core/status.ts", "const at = new Date;"],
  ["src/core/status.ts", "const id = Math.random();"],
  ["src/core/status.ts", 'type Log = import("../log/index.ts").Log;'],
  ["src/log/search.ts", 'import type { Event } from "../core/event.ts";'],
  ["src/log/search.ts", 'export * from "../session/index.ts";'],
  ["src/agents/demo/driver.ts", 'import { map } from "../pi/map.ts";'],
  ["src/agents/kit/acp/driver.ts", 'import { demoDrivers } from "../../demo/driver.ts";'],
  ["src/agents/kit/acp/driver.ts", "// As Gemini does it."],
  ["src/agents/keeper/open-run.ts", 'import { quota } from "../kit/quota.ts";'],
  ["src/agents/index.ts", 'export { gemini } from "./gemini/acp.ts";'],
  ["src/agents/driver.ts", 'import { withinLimits } from "./kit/questions/question-limits.ts";'],
  ["src/agents/demo/driver.ts", 'import "./agent/main.ts";'],
  ["src/agents/demo/agent/main.ts", 'import { lines } from "../../lines.ts";'],
  ["src/cli/start.ts", 'await import("../daemon/index.ts");'],
  ["src/cli/start.ts", "globalThis.process.exit(1);"],
  ["src/cli/start.ts", 'import { exit } from "node:process";'],
  ["src/cli/start.ts", 'import { clock } from "../../test/kit/clock.ts";'],
  ["src/client/stream.ts", 'import { request } from "node:http";'],
  ["src/bin.ts", 'import { runDaemon } from "./daemon/index.ts";'],
  ["src/misc/a.ts", 'import "node:fs";'],
  ["src/log/verify.ts", 'import * as fs from "node:fs"; fs.readFileSync(join(home, "skein.db"));'],
  ["src/log/verify.ts", 'import { readFileSync as read } from "node:fs"; read(databasePath);'],
  ["src/session/run/attach.ts", "setImmediate(() => void run());"],
  ["src/log/sqlite/store.ts", "void this.flush();"],
  ["src/daemon/operations/import.ts", "await context.log.append(change);"],
  ["src/cli/terminal/screen.ts", 'import { typeKey } from "../attach/typing.ts";'],
  ["src/cli/attach/typing.ts", 'import { pressKey } from "../terminal/line-editor.ts";'],
  ["src/log/sqlite/open.ts", 'import { rebuild } from "./recovery/rebuild.ts";'],
  ["src/log/sqlite/repair/prepare.ts", 'import { rebuild } from "../recovery/rebuild.ts";'],
  ["src/log/sqlite/recovery/recover.ts", 'import { generationsIn } from "../backup/generations.ts";'],
  ["src/log/sqlite/recovery/recover.ts", 'import { readWitness } from "../witness.ts";'],
  ["src/log/sqlite/recovery/recover.ts", 'import { isCode } from "../../../system/index.ts";'],
  ["src/log/sqlite/recovery/recover.ts", 'import { faults } from "../../faults.ts";'],
  ["src/cli/session/reference.ts", 'await import("../attach/attach-session.ts");'],
  ["src/daemon/streams/stream.ts", 'import { serve } from "../http/serve.ts";'],
  ["src/daemon/streams/stream.ts", 'import { startDaemon } from "../daemon.ts";'],
  ["src/daemon/misc/a.ts", 'import { headerOf } from "../server/headers.ts";'],
  ["src/cli/misc/a.ts", 'import { safeLine } from "../text/safe-text.ts";'],
  ["src/system/processes.ts", 'import { homeMark } from "../home/index.ts";'],
  ["src/system/processes.ts", 'import * as z from "zod";'],
  ["src/log/verify.ts", 'import { execFile } from "node:child_process";'],
  ["src/log/verify.ts", "const places = path.split(delimiter);"],
  ["src/cli/start.ts", 'spawn("sh", ["-c", command]);'],
  ["src/home/verify.ts", 'import { rename } from "node:fs/promises";'],
  ["src/log/verify.ts", 'const stat = readFileSync("/proc/self/stat");'],
  ["src/log/verify.ts", "const { code } = error as NodeJS.ErrnoException;"],
  ["src/log/verify.ts", "const text = error instanceof Error ? error.message : String(error);"],
  ["src/log/verify.ts", `const text = \`\${bytes / 1024} KB\`;`],
])("forbids in %s: %s", ([path, text]) => {
  expect(breachesIn(path, text)).toHaveLength(1);
});

test.for([
  "src/core/types.ts",
  "src/log/utils/a.ts",
  "src/session/session-manager.ts",
  "src/core/a.test.ts",
  "test/a.spec.ts",
])("forbids the name %s", (path) => {
  expect(nameBreaches(path)).toHaveLength(1);
});

test("the page and its view models take only types from the core's index: a value would bring the folds into the first screen; an exported file has them from the beginning", () => {
  const importsValue = /^(?:import|export) (?!type\b)[^;]*from "(?:\.\.\/)+core\/index\.ts"/m;
  const files = globSync("src/{view,web}/**/*.{ts,tsx}").filter((path) => !path.startsWith("src/web/exported/"));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => importsValue.test(readFileSync(path, "utf8")))).toEqual([]);
});
