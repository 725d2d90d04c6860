// Two users on one machine: what one prepared must neither run as the other, nor hear from them, nor be written through.
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { pathsOf } from "../../src/home/index.ts";
import { withoutRoot } from "../kit/left-out.ts";
import { MachineUser } from "../kit/machine-user.ts";
import { tempDir } from "../kit/temp-dir.ts";

interface Scene {
  readonly ada: MachineUser;
  readonly mallory: MachineUser;
}

const people = (): Scene => ({ ada: new MachineUser(), mallory: new MachineUser() });

const chownLink = (user: MachineUser, path: string): void => lchownSync(path, user.uid, user.uid);

const give = (user: MachineUser, ...paths: string[]): void => {
  for (const path of paths) chownSync(path, user.uid, user.uid);
};

/** Everybody may call; what they say is kept. */
async function listenAs(user: MachineUser, path: string): Promise<{ heard: () => string }> {
  const chunks: Buffer[] = [];
  const server = createServer((connection) => connection.on("data", (chunk) => chunks.push(chunk)));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  chmodSync(path, 0o777);
  give(user, path);
  return { heard: () => Buffer.concat(chunks).toString() };
}

describe.skipIf(withoutRoot("two users on one machine", "npm run test:process"))("two users", () => {
  test("a daemon of another user at the short path hears nothing, and the error says what to do", async () => {
    const { ada, mallory } = people();
    const home = join(ada.dir, "x".repeat(100));
    const short = `/tmp/skein-${ada.uid}`;
    const [, name] = /(\w+\.sock)$/.exec(pathsOf({ SKEIN_HOME: home }).socket) ?? [];
    mkdirSync(short);
    chmodSync(short, 0o755);
    give(mallory, short);
    const { heard } = await listenAs(mallory, join(short, name ?? ""));
    const around = { env: { SKEIN_HOME: home, TOKEN: "sekret-42" } };
    const { code, err } = await ada.skein(["new", "my private prompt", "-a", "demo", "-d"], around);
    expect({ code, err, heard: heard() }).toEqual({
      code: 5,
      err: [
        "error: the daemon's socket can't be used",
        `why: ${short}, which has the daemon's socket, belongs to user ${mallory.uid}, and you are ${ada.uid}; set SKEIN_HOME to a directory of your own with a path of at most 91 bytes`,
        "fix: check it: skein doctor",
        "",
      ].join("\n"),
      heard: "",
    });
    const doctor = JSON.parse((await ada.skein(["doctor", "--json"], around)).out) as {
      checks: { id: string; state: string; text: string }[];
    };
    const [socket] = doctor.checks.filter(({ id }) => id === "socket");
    expect(socket).toMatchObject({ state: "failed", text: expect.stringContaining(`belongs to user ${mallory.uid}`) });
    expect(heard()).toBe("");
  });

  test.for([
    ["a directory of theirs", ({ mallory }: Scene) => mallory],
    ["a directory of yours", ({ ada }: Scene) => ada],
  ] as const)("no socket is made through another user's link at the short path to %s", async ([, ownerOf]) => {
    const scene = people();
    const { ada, mallory } = scene;
    const target = tempDir();
    chmodSync(target, 0o700);
    give(ownerOf(scene), target);
    const short = `/tmp/skein-${ada.uid}`;
    symlinkSync(target, short);
    chownLink(mallory, short);
    const around = { env: { SKEIN_HOME: join(ada.dir, "x".repeat(100)) } };
    const { code, err } = await ada.skein(["new", "my private prompt", "-a", "demo", "-d"], around);
    expect({ code, err }).toEqual({
      code: 5,
      err: expect.stringContaining(`${short} is a link of user ${mallory.uid}, who can point it anywhere`),
    });
    const byHand = await ada.skein(["__daemon"], around);
    expect(byHand).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${short} is a link of user ${mallory.uid}`),
    });
    expect(readdirSync(target)).toEqual([]);
  });

  test("hooks that another user wrote never run: not in a home that all may write, nor after it was closed", async () => {
    const { ada, mallory } = people();
    mkdirSync(ada.skeinHome);
    give(ada, ada.skeinHome);
    chmodSync(ada.skeinHome, 0o777);
    const ran = join(ada.dir, "ran");
    const config = join(ada.skeinHome, "config.toml");
    writeFileSync(config, `default_agent = "demo"\n[hooks]\nturn_end = ["/bin/sh", "-c", "touch ${ran}"]\n`, {
      mode: 0o644,
    });
    give(mallory, config);
    const work = () => ada.skein(["new", "[[say: hi]]"]);
    expect(await work()).toEqual({
      code: 5,
      out: "",
      err: [
        "error: Skein's home can't be used",
        `why: others can write to ${ada.skeinHome} (mode 777)`,
        `fix: chmod 700 ${ada.skeinHome}, or set SKEIN_HOME to a directory of your own`,
        "",
      ].join("\n"),
    });
    expect(readdirSync(ada.skeinHome)).toEqual(["config.toml"]);
    await ada.sh(`chmod 700 ${ada.skeinHome}`);
    expect(await work()).toMatchObject({
      code: 5,
      err: expect.stringContaining(`${config} belongs to user ${mallory.uid}`),
    });
    await ada.sh(`rm ${config}`);
    expect(await work()).toMatchObject({ code: 0 });
    expect(existsSync(ran)).toBe(false);
  });

  test("a config of yours that others can write is not used", async () => {
    const { ada } = people();
    await ada.sh(
      "mkdir -m 755 .skein; printf 'default_agent = \"demo\"\\n' > .skein/config.toml; chmod 666 .skein/config.toml",
    );
    const { code, err } = await ada.skein(["new"]);
    const config = join(ada.skeinHome, "config.toml");
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining(`others can write to ${config}, so it is not used: chmod 600 ${config}`),
    });
    await ada.sh(`chmod 600 ${config}`);
    expect((await ada.skein(["new"])).code).toBe(0);
  });

  /** Links that lead to what is Ada's, or would make something there. */
  function layTraps(ada: MachineUser, mallory: MachineUser, home: string): () => void {
    const profile = join(ada.dir, ".profile");
    writeFileSync(profile, "# mine\n");
    give(ada, profile);
    const traps = {
      "daemon.log": profile,
      "skein.db": join(ada.dir, "made.db"),
      "lock.db": join(ada.dir, "lock"),
      starting: join(ada.dir, "starting"),
    };
    for (const [name, target] of Object.entries(traps)) {
      symlinkSync(target, join(home, name));
      chownLink(mallory, join(home, name));
    }
    return () => {
      expect(readFileSync(profile, "utf8")).toBe("# mine\n");
      expect(readdirSync(ada.dir).filter((name) => /made|lock|starting/.test(name))).toEqual([]);
    };
  }

  const commands = [
    ["new"],
    ["sessions"],
    ["daemon", "start"],
    ["daemon", "logs"],
    ["daemon", "recover"],
    ["config", "set", "default_agent", "demo"],
    ["doctor"],
  ];

  test.for(commands)("nothing is written through links in another user's home: %s", async (words) => {
    const { ada, mallory } = people();
    const home = tempDir();
    const isUntouched = layTraps(ada, mallory, home);
    chmodSync(home, 0o777);
    give(mallory, home);
    const before = readdirSync(home);
    const { code, err, out } = await ada.skein(words, { env: { SKEIN_HOME: home } });
    expect(code).toBe(words[0] === "doctor" ? 1 : 5);
    expect(`${err}${out}`).toContain(`${home} belongs to user ${mallory.uid}, and you are ${ada.uid}`);
    expect(readdirSync(home)).toEqual(before);
    isUntouched();
  });

  test.for(commands)("nor through another user's links in your own home: %s", async (words) => {
    const { ada, mallory } = people();
    mkdirSync(ada.skeinHome, { mode: 0o700 });
    give(ada, ada.skeinHome);
    const isUntouched = layTraps(ada, mallory, ada.skeinHome);
    const before = readdirSync(ada.skeinHome);
    const { code, err, out } = await ada.skein(words);
    expect(code).toBe(words[0] === "doctor" ? 1 : 5);
    expect(`${err}${out}`).toContain(`belongs to user ${mallory.uid}, and you are ${ada.uid}`);
    expect(readdirSync(ada.skeinHome)).toEqual(before);
    isUntouched();
  });

  test.for([
    ["runs", "link"],
    ["runs", "directory"],
    ["environments", "link"],
    ["environments", "directory"],
  ] as const)("nothing is put into %s of your home when it is a %s of another user's", async ([name, kind]) => {
    const { ada, mallory } = people();
    mkdirSync(ada.skeinHome, { mode: 0o700 });
    give(ada, ada.skeinHome);
    const path = join(ada.skeinHome, name);
    const target = kind === "link" ? join(ada.dir, "target") : path;
    mkdirSync(target);
    chmodSync(target, 0o777);
    give(kind === "link" ? ada : mallory, target);
    if (kind === "link") {
      symlinkSync(target, path);
      chownLink(mallory, path);
    }
    const { code, err } = await ada.skein(["new", "[[say: hi]]", "-a", "demo"], { env: { TOKEN: "sekret-42" } });
    expect({ code, err, put: readdirSync(target) }).toEqual({
      code: 5,
      err: expect.stringContaining(`${path} belongs to user ${mallory.uid}, and you are ${ada.uid}`),
      put: [],
    });
  });

  test("a daemon that is started by hand refuses such homes, too, and leaves no trace", async () => {
    const { ada, mallory } = people();
    const home = tempDir();
    const isUntouched = layTraps(ada, mallory, home);
    give(mallory, home);
    const { code, err } = await ada.skein(["__daemon"], { env: { SKEIN_HOME: home } });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("error: Skein's home can't be used: "),
    });
    isUntouched();
  });

  test("a home below another user's directory is neither used nor made: they could replace it", async () => {
    const { ada, mallory } = people();
    const shared = join(mallory.dir, "shared");
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const home = join(shared, "home");
    const { err } = await ada.skein(["daemon", "start"], { env: { SKEIN_HOME: home } });
    expect(err).toContain(`${mallory.dir} belongs to user ${mallory.uid}, who could replace ${home}`);
    expect(existsSync(home)).toBe(false);
  });

  test("a user's home is closed to another user, who is told whose it is", async () => {
    const { ada, mallory } = people();
    await ada.skein(["daemon", "start"]);
    const { code, err } = await mallory.skein(["sessions"], { env: { SKEIN_HOME: ada.skeinHome } });
    expect(code).toBe(5);
    expect(err).toContain(`${ada.dir} belongs to user ${ada.uid}`);
  });

  test("a home that is your own link works, and so does one whose target is made as the error says", async () => {
    const { ada } = people();
    symlinkSync(join(ada.dir, "big disk"), ada.skeinHome);
    chownLink(ada, ada.skeinHome);
    const { code, err } = await ada.skein(["new", "-a", "demo"]);
    expect(code).toBe(5);
    const [, make] = /fix: create it: (.*), or /.exec(err) ?? [];
    await ada.sh(make ?? "false");
    expect(await ada.skein(["new", "[[say: hi]]", "-a", "demo", "--name", "one"])).toMatchObject({ code: 0 });
    expect(readdirSync(join(ada.dir, "big disk"))).toContain("skein.db");
    expect((await ada.skein(["sessions"])).out).toContain("one");
    expect(await ada.skein(["doctor"])).toMatchObject({ code: 0 });
  });

  test.for(["000", "022", "077", "777"])(
    "with the umask %s nothing of Skein's can be read or written by others",
    async (umask) => {
      const { ada, mallory } = people();
      const around = { umask, env: { EDITOR: "true" } };
      await ada.skein(["config", "set", "default_agent", "demo"], around);
      expect((await ada.skein(["new", "[[say: hi]]", "--name", "one"], around)).code).toBe(0);
      await ada.skein(["daemon", "backup"], around);
      expect(modesBelow(ada.skeinHome)).toEqual([]);
      const cache = join(ada.dir, ".cache", "skein");
      expect([lstatSync(cache).mode & 0o777, lstatSync(join(cache, "code")).mode & 0o777]).toEqual([0o700, 0o700]);
      expect((await mallory.sh(`ls ${cache} ${ada.skeinHome}; cat ${ada.skeinHome}/skein.db`)).out).toBe("");
    },
  );

  test("an older home that others may read goes on", async () => {
    const { ada } = people();
    await ada.sh("mkdir -m 755 .skein");
    expect((await ada.skein(["new", "-a", "demo"])).code).toBe(0);
    expect((await ada.skein(["doctor"])).out).toContain("others on this machine can read");
  });
});

/** What is open to anybody but its owner; what agents' FIFOs and files need is no exception. */
function modesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    // The daemon is at work meanwhile.
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return [];
    const open = (stat.mode & 0o077) === 0 ? [] : [`${path} ${(stat.mode & 0o777).toString(8)}`];
    return stat.isDirectory() ? [...open, ...modesBelow(path)] : open;
  });
}
