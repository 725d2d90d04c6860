// Homes that another user could have a hand in are told before anything in them is opened.
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { distrustHome, pathsOf } from "../../src/home/index.ts";
import { isRoot, withoutRoot } from "../kit/left-out.ts";
import { makeFifo, makeSocket } from "../kit/odd-entries.ts";
import { tempDir } from "../kit/temp-dir.ts";

const MALLORY = 12_002;
/** Root shows it as somebody else, as for root some rules are others. */
const ADA = isRoot ? 12_001 : (process.getuid?.() ?? 0);

interface Scene {
  /** Below it everything is made; Ada's. */
  readonly dir: string;
  readonly home: string;
}

/** Everything in the scene is Ada's, and she looks at it. */
function look(make: (scene: Scene) => void): { problem: string; fix: string } | null {
  const dir = tempDir();
  const scene = { dir, home: join(dir, "home") };
  make(scene);
  if (isRoot) {
    giveTo(ADA, dir);
    vi.spyOn(process, "getuid").mockReturnValue(ADA);
    onTestFinished(() => void vi.restoreAllMocks());
  }
  const found = distrustHome(pathsOf({ SKEIN_HOME: scene.home }));
  const inPlace = (text: string): string => text.replaceAll(dir, "").replaceAll(String(ADA), "ADA");
  return found && { problem: inPlace(found.problem), fix: inPlace(found.fix) };
}

/** What root owns below it. */
function giveTo(uid: number, path: string): void {
  const stat = lstatSync(path);
  if (stat.uid === 0) lchownSync(path, uid, uid);
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveTo(uid, join(path, name));
}

const makeDir = (path: string, mode = 0o700): string => {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  return path;
};
const makeFile = (path: string, mode = 0o600): string => {
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
};
const foreign = (path: string): void => lchownSync(path, MALLORY, MALLORY);

type Home = readonly [what: string, make: (scene: Scene) => void];

const trusted: readonly Home[] = [
  ["is not there yet", () => {}],
  ["is closed to others", ({ home }) => void makeDir(home)],
  ["can be read by others", ({ home }) => void makeDir(home, 0o755)],
  ["can be read by its group", ({ home }) => void makeDir(home, 0o750)],
  ["is your own link to a directory of yours", ({ dir, home }) => symlinkSync(makeDir(join(dir, "disk")), home)],
  ["is a relative link", ({ dir, home }) => [makeDir(join(dir, "a", "b")), symlinkSync("a/../a/./b", home)]],
  [
    "is a link to a link",
    ({ dir, home }) => {
      symlinkSync(makeDir(join(dir, "disk")), join(dir, "second"));
      symlinkSync("second", home);
    },
  ],
  [
    "has parts that are links of yours to files of yours",
    ({ dir, home }) => {
      makeDir(home);
      symlinkSync(makeFile(join(dir, "dotfile")), join(home, "config.toml"));
      symlinkSync(makeDir(join(dir, "disk")), join(home, "backups"));
    },
  ],
  ["has a link that leads nowhere yet", ({ home }) => [makeDir(home), symlinkSync("/none", join(home, "skein.db"))]],
  ["has a log that its group may write", ({ home }) => [makeDir(home), makeFile(join(home, "daemon.log"), 0o664)]],
  ["lies below a directory that its group may write", ({ dir }) => [makeDir(join(dir, "home")), chmodSync(dir, 0o775)]],
  [
    "lies in a directory that all may write, but for what is others'",
    ({ dir, home }) => [makeDir(home), chmodSync(dir, 0o1777)],
  ],
  ["holds something that is not Skein's", ({ home }) => [makeDir(home), makeFifo(join(home, "notes"))]],
  ...["policy-examples", "agents-notes", "backups2", "runs.old", "damaged.1.old"].map(
    (name): Home => [
      `holds ${name}, which its group may write`,
      ({ home }) => void makeDir(join(makeDir(home), name), 0o775),
    ],
  ),
  ...["config.toml.old", "skein.db.old", "skein.db-wal.old", "lock.db.bak", "policy.toml.orig", "time.json~"].map(
    (name): Home => [`has a FIFO as ${name}`, ({ home }) => makeFifo(join(makeDir(home), name))],
  ),
] as const;

test.for(trusted)("a home is used that %s", ([, make]) => {
  expect(look(make)).toBeNull();
});

test.for([
  [{ SKEIN_HOME: "rel" }, "rel", resolve("rel")],
  [{ SKEIN_HOME: "./a b/../c d" }, "./a b/../c d", `'${resolve("c d")}'`],
  [{ HOME: "rel" }, "rel/.skein", resolve("rel/.skein")],
] as const)("a relative home is refused: %j", ([env, home, absolute]) => {
  expect(distrustHome(pathsOf(env))).toEqual({
    problem: `"${home}" is not an absolute path: each directory would have a different home`,
    fix: `export SKEIN_HOME=${absolute}`,
  });
});

test("a home below what is no directory is refused, without advice to change that", () => {
  const file = makeFile(join(tempDir(), "file"), 0o666);
  expect(distrustHome(pathsOf({ SKEIN_HOME: join(file, "home") }))).toMatchObject({
    problem: expect.stringContaining(`${file} is not a directory`),
    fix: expect.not.stringContaining("chmod"),
  });
});

const SET = "set SKEIN_HOME to a directory of your own";

type Refused = readonly [...Home, problem: string, fix: string];

const specialParts =
  "config.toml config.toml.4711.new policy.toml policy.toml.new skein.db skein.db-wal skein.db-shm skein.db-journal skein.db-probe skein.db.page1 skein.db.page1.new skein.db.witness lock.db lock.db-journal daemon.log daemon.log.1 attention.json.new time.json time.json.new";

const loose: readonly Refused[] = [
  ...[0o777, 0o770, 0o722, 0o702, 0o720, 0o1777, 0o2775].map((mode): Refused => {
    const shown = mode.toString(8);
    return [
      `has mode ${shown}`,
      ({ home }) => void makeDir(home, mode),
      `others can write to /home (mode ${shown})`,
      `chmod 700 /home, or ${SET}`,
    ];
  }),
  [
    "is your link to a directory that others may write",
    ({ dir, home }) => symlinkSync(makeDir(join(dir, "disk"), 0o777), home),
    "others can write to /home (/disk) (mode 777)",
    `chmod 700 /home, or ${SET}`,
  ],
  [
    "is a file",
    ({ home }) => void makeFile(home),
    "/home is not a directory",
    `move it away: mv /home /home.old, or ${SET}`,
  ],
  [
    "is a FIFO",
    ({ home }) => makeFifo(home),
    "/home is not a directory",
    `move it away: mv /home /home.old, or ${SET}`,
  ],
  [
    "is a link to what is not there",
    ({ home }) => symlinkSync("big disk/it's", home),
    "/home is a link to big disk/it's, which does not exist",
    `create it: mkdir -m 700 '/big disk/it'\\''s', or ${SET}`,
  ],
  [
    "is a link to itself",
    ({ home }) => symlinkSync("home", home),
    "/home is a link to home, which does not exist",
    `create it: mkdir -m 700 /home, or ${SET}`,
  ],
  [
    "lies below a directory that all may write",
    ({ dir, home }) => [makeDir(home), chmodSync(dir, 0o777)],
    "everyone can write to  (mode 777) and so replace /home",
    `chmod o-w , or ${SET}`,
  ],
  [
    "is not there yet, below a directory that all may write",
    ({ dir }) => chmodSync(dir, 0o777),
    "everyone can write to  (mode 777) and so replace /home",
    `chmod o-w , or ${SET}`,
  ],
  [
    "leads through a directory that all may write",
    ({ dir, home }) => {
      makeDir(join(dir, "open", "inner"));
      chmodSync(join(dir, "open"), 0o777);
      symlinkSync("open/inner", home);
    },
    "everyone can write to /open (mode 777) and so replace /home",
    `chmod o-w /open, or ${SET}`,
  ],
  ...["runs", "environments", "agents", "policy", "backups", "damaged"].map(
    (name): Refused => [
      `has ${name} that others may write`,
      ({ home }) => void makeDir(join(makeDir(home, 0o755), name), 0o777),
      `others can write to /home/${name} (mode 777)`,
      `chmod 700 /home/${name}`,
    ],
  ),
  ...specialParts
    .split(" ")
    .map(
      (name): Refused => [
        `has a FIFO as ${name}`,
        ({ home }) => makeFifo(join(makeDir(home), name)),
        `/home/${name} is a FIFO, and Skein keeps a file there`,
        `move it away: mv /home/${name} /home/${name}.old`,
      ],
    ),
  [
    "has a link to a device as attention.json",
    ({ home }) => symlinkSync("/dev/zero", join(makeDir(home), "attention.json")),
    "/home/attention.json is a device, and Skein keeps a file there",
    "move it away: mv /home/attention.json /home/attention.json.old",
  ],
  [
    "has a link to itself as time.json",
    ({ home }) => symlinkSync("time.json", join(makeDir(home), "time.json")),
    "/home/time.json is a link that can't be followed (it points back to itself)",
    "move it away: mv /home/time.json /home/time.json.old",
  ],
  [
    "has a link to a name that is too long as config.toml",
    ({ home }) => symlinkSync("x".repeat(300), join(makeDir(home), "config.toml")),
    "/home/config.toml is a link that can't be followed (ENAMETOOLONG)",
    "move it away: mv /home/config.toml /home/config.toml.old",
  ],
];

test.for(loose)("a home is refused that %s", ([, make, problem, fix]) => {
  expect(look(make)).toEqual({ problem, fix });
});

test("a home is used after what it was refused for was moved away as told", () => {
  const home = tempDir();
  const paths = pathsOf({ SKEIN_HOME: home });
  makeFifo(paths.config);
  const [, from = "", to = ""] = /mv (\S+) (\S+)$/.exec(distrustHome(paths)?.fix ?? "") ?? [];
  expect(from).toBe(paths.config);
  renameSync(from, to);
  expect(distrustHome(paths)).toBeNull();
});

test("a home with the daemon's socket is used; any other socket in the place of a file is not", async () => {
  const home = tempDir();
  const paths = pathsOf({ SKEIN_HOME: home });
  await makeSocket(paths.socket);
  expect(distrustHome(paths)).toBeNull();
  await makeSocket(paths.starting);
  expect(distrustHome(paths)?.problem).toBe(`${paths.starting} is a socket, and Skein keeps a file there`);
});

const parts =
  "config.toml policy.toml policy skein.db skein.db-wal lock.db daemon.log daemon.log.1 daemon.sock starting runs environments agents attention.json backups damaged";

const foreignHomes: readonly Refused[] = [
  ["is another user's", ({ home }) => foreign(makeDir(home)), `/home belongs to user ${MALLORY}, and you are ADA`, SET],
  [
    "is another user's, open to you",
    ({ home }) => foreign(makeDir(home, 0o777)),
    `/home belongs to user ${MALLORY}, and you are ADA`,
    SET,
  ],
  [
    "is another user's link, to a directory of yours",
    ({ dir, home }) => [symlinkSync(makeDir(join(dir, "disk")), home), foreign(home)],
    `/home is a link of user ${MALLORY}, who can point it anywhere`,
    SET,
  ],
  [
    "is another user's link that leads nowhere",
    ({ home }) => [symlinkSync("/none", home), foreign(home)],
    `/home is a link of user ${MALLORY}, who can point it anywhere`,
    SET,
  ],
  [
    "is your link to another user's link",
    ({ dir, home }) => {
      symlinkSync(makeDir(join(dir, "disk")), join(dir, "second"));
      foreign(join(dir, "second"));
      symlinkSync("second", home);
    },
    `/second is a link of user ${MALLORY}, who can point it anywhere`,
    SET,
  ],
  [
    "is your link to another user's directory",
    ({ dir, home }) => [symlinkSync(makeDir(join(dir, "disk")), home), foreign(join(dir, "disk"))],
    `/home (/disk) belongs to user ${MALLORY}, and you are ADA`,
    SET,
  ],
  [
    "lies in another user's directory",
    ({ dir, home }) => [makeDir(home), foreign(dir)],
    ` belongs to user ${MALLORY}, who could replace /home`,
    SET,
  ],
  ...parts
    .split(" ")
    .map(
      (name): Refused => [
        `has another user's ${name}`,
        ({ home }) => foreign(makeFile(join(makeDir(home), name))),
        `/home/${name} belongs to user ${MALLORY}, and you are ADA`,
        `if you created it as another user: sudo chown -h ADA /home/${name}; otherwise move it away: mv /home/${name} /home/${name}.old`,
      ],
    ),
  ...["skein.db", "daemon.log", "config.toml", "runs"].map(
    (name): Refused => [
      `has another user's link as ${name}, to a file of yours`,
      ({ dir, home }) => {
        symlinkSync(makeFile(join(dir, "mine")), join(makeDir(home), name));
        foreign(join(home, name));
      },
      `/home/${name} belongs to user ${MALLORY}, and you are ADA`,
      `if you created it as another user: sudo chown -h ADA /home/${name}; otherwise move it away: mv /home/${name} /home/${name}.old`,
    ],
  ),
  [
    "has a link of yours to another user's file",
    ({ dir, home }) => {
      symlinkSync(makeFile(join(dir, "theirs")), join(makeDir(home), "config.toml"));
      foreign(join(dir, "theirs"));
    },
    `/home/config.toml is a link to /theirs, which belongs to user ${MALLORY}, and you are ADA`,
    "if you created it as another user: sudo chown -h ADA /home/config.toml; otherwise move it away: mv /home/config.toml /home/config.toml.old",
  ],
];

describe.skipIf(withoutRoot("homes of other users"))("other users", () => {
  test.for(foreignHomes)("a home is refused that %s", ([, make, problem, fix]) => {
    expect(look(make)).toEqual({ problem, fix });
  });

  test("what sudo made is to be given back; root is told to leave a user's home alone", () => {
    const home = makeDir(join(tempDir(), "home"));
    chownSync(dirname(home), ADA, ADA);
    const paths = pathsOf({ SKEIN_HOME: home });
    vi.spyOn(process, "getuid").mockReturnValue(ADA);
    expect(distrustHome(paths)?.fix).toBe(`give it back: sudo chown -R ${ADA} ${home}, or ${SET}`);
    vi.restoreAllMocks();
    chownSync(home, ADA, ADA);
    expect(distrustHome(paths)?.fix).toBe(`run it without sudo, or ${SET}`);
    chownSync(home, 0, 0);
    expect(distrustHome(paths)).toBeNull();
  });

  test("root's files and links are trusted", () => {
    const dir = tempDir();
    makeDir(join(dir, "home"));
    makeFile(join(dir, "home", "config.toml"));
    symlinkSync("home", join(dir, "link"));
    chmodSync(dir, 0o755);
    chownSync(join(dir, "home"), ADA, ADA);
    vi.spyOn(process, "getuid").mockReturnValue(ADA);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(distrustHome(pathsOf({ SKEIN_HOME: join(dir, "link") }))).toBeNull();
  });
});
