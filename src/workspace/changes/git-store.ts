// A Git directory of Skein's own beside a repository: it has an index and objects for the same files. Git runs with it alone, so nothing of the
// repository is written, and nothing of its config is obeyed: no hook, filter, diff program or file monitor of it can run. Of the repository
// Git only reads objects; its index and its ignore rules are copied.
import { lstat, mkdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyRegularFile, readRegularFile } from "../../home/index.ts";
import { findProgram, orNull, safePath } from "../../system/index.ts";
import { runProgram } from "../../system/processes.ts";
import { gitEnvironment } from "../git-environment.ts";
import { gitDirectories } from "../workspace-id.ts";
import { inRoot } from "./paths-as-bytes.ts";

const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_CONFIG_LINE = 5000;
const MAX_INDEX_BYTES = 256 * 1024 * 1024;
const SECONDS = 1000;

export interface Running {
  readonly timeoutMs: number;
  readonly maxBytes?: number;
  readonly stdin?: string;
  /** `latin1`: a character per byte, because names of files need not be UTF-8 (`paths-as-bytes`). */
  readonly encoding?: "latin1";
  /** Another index than the store's. */
  readonly index?: string;
  /** Without the repository's objects: what is written is then written whole, and no object there gets another time. */
  readonly isAlone?: boolean;
}

export interface Repository {
  /** The directory that has `.git`. */
  readonly root: string;
  /** Where the store is. */
  readonly store: string;
}

export type OpenedStore = { readonly kind: "opened"; readonly git: GitStore } | { readonly kind: "no_git" };

export class GitStore {
  readonly directory: string;
  readonly root: string;
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #settings: readonly string[];

  private constructor({ root, store }: Repository, program: string, objects: string, settings: readonly string[]) {
    this.directory = store;
    this.root = root;
    this.#program = program;
    this.#settings = settings;
    this.#env = {
      ...gitEnvironment(process.env),
      // What the person has set up for all repositories may run programs, too.
      ...{
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_SYSTEM: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_ATTR_NOSYSTEM: "1",
      },
      ...{ HOME: store, XDG_CONFIG_HOME: join(store, "none"), LC_ALL: "C", PATH: safePath(process.env, root) },
      ...{ GIT_DIR: store, GIT_WORK_TREE: root, GIT_ALTERNATE_OBJECT_DIRECTORIES: inQuotes(objects) },
    };
  }

  /** Makes the store if there is none. Throws if the repository can't be read, or nothing can be written. */
  static async open({ root, store }: Repository): Promise<OpenedStore> {
    const found = await findProgram("git", { PATH: safePath(process.env, root) });
    if (found.kind === "missing") return { kind: "no_git" };
    const directories = gitDirectories(root);
    if (!directories) throw new Error(`${join(root, ".git")} names no repository`);
    const { own, common } = directories;
    const config = textIn(join(common, "config"));
    const personal = await personalSettings(found.path);
    const settings = [...safeSettings(personal), ...safeSettings(config), ...ignoreFile(personal)];
    const git = new GitStore({ root, store }, found.path, join(common, "objects"), settings);
    await git.#prepare({ own, common, format: valueIn(config, "objectformat") === "sha256" ? "sha256" : "sha1" });
    return { kind: "opened", git };
  }

  /** Its stdout. Rejects with a `ProgramFailed`. */
  run(args: readonly string[], { index, isAlone = false, ...limits }: Running): Promise<string> {
    const env = {
      ...this.#env,
      GIT_INDEX_FILE: index ?? join(this.directory, "index"),
      ...(isAlone ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined } : {}),
    };
    return runProgram(this.#program, [...always, ...this.#settings, ...args], { ...limits, env, cwd: this.root });
  }

  async #prepare({ own, common, format }: { own: string; common: string; format: string }): Promise<void> {
    const isMade = await exists(join(this.directory, "HEAD"));
    if (!isMade) {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      const bare = { ...this.#env, GIT_DIR: undefined, GIT_WORK_TREE: undefined };
      const object = format === "sha256" ? ["--object-format=sha256"] : [];
      const args = [...always, "init", "--quiet", "--bare", "--template=", ...object, this.directory];
      await runProgram(this.#program, args, { env: bare, cwd: "/", timeoutMs: 10 * SECONDS });
    }
    await mkdir(join(this.directory, "info"), { recursive: true });
    await writeFile(join(this.directory, "info", "exclude"), textIn(join(common, "info", "exclude")));
    await writeFile(join(this.directory, "info", "attributes"), ATTRIBUTES);
    if (!(await exists(join(this.directory, "index")))) await this.#copyIndex(join(own, "index"));
  }

  /** So that only changed files have to be read. An index that is not usable alone is left out. */
  async #copyIndex(from: string): Promise<void> {
    const to = join(this.directory, "index");
    const copied = `${to}.copied`;
    try {
      const { mtimeMs } = await copyRegularFile(from, copied, MAX_INDEX_BYTES);
      // A file that changed in the same moment as the index must not look unchanged: Git compares it with the index's time.
      const second = Math.floor(mtimeMs / SECONDS);
      await utimes(copied, second, second);
      const bytes = { index: copied, encoding: "latin1", timeoutMs: 10 * SECONDS } as const;
      const flags = await this.run(["ls-files", "-v", "-z"], bytes);
      // What the repository's owner told Git to overlook is not to be overlooked here.
      const overlooked = (sign: RegExp): string[] =>
        flags.split("\0").flatMap((line) => (sign.test(line) ? [line.slice(2)] : []));
      const heed = async (option: string, paths: readonly string[]): Promise<void> => {
        if (paths.length === 0) return;
        const stdin = paths.map((path) => `${path}\0`).join("");
        await this.run(["update-index", option, "-z", "--stdin"], { ...bytes, stdin });
      };
      await heed("--no-assume-unchanged", overlooked(/^[a-z] /));
      // In a sparse checkout such files are not there.
      await heed("--no-skip-worktree", await present(this.root, overlooked(/^[Ss] /)));
      await rename(copied, to);
    } catch {
      await rm(copied, { force: true });
    }
  }
}

/** Before those of the work tree: files are recorded as they are on the disk, but for their line ends, and what looks like text is shown. */
const ATTRIBUTES = "* -ident -filter -working-tree-encoding !diff\n";

/** Nothing that Git could run, whatever its version, and the same output for everybody. */
const always = [
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.attributesFile=/dev/null"],
  ...["-c", "core.quotePath=false", "-c", "core.safecrlf=false", "-c", "core.untrackedCache=false"],
  ...["-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "advice.addEmbeddedRepo=false"],
  ...["-c", "diff.renameLimit=1000", "-c", "submodule.recurse=false", "-c", "core.splitIndex=false"],
  "--no-pager",
];

/** How lines end and what the file system can do: from the config as text, these words and no others. */
const allowed: Readonly<Record<string, RegExp>> = {
  autocrlf: /^(?:true|false|input)$/,
  eol: /^(?:lf|crlf|native)$/,
  filemode: /^(?:true|false)$/,
  symlinks: /^(?:true|false)$/,
  ignorecase: /^(?:true|false)$/,
  precomposeunicode: /^(?:true|false)$/,
};

const safeSettings = (config: string): string[] =>
  Object.entries(allowed).flatMap(([name, isAllowed]) => {
    const value = valueIn(config, name);
    return value !== null && isAllowed.test(value) ? ["-c", `core.${name}=${value}`] : [];
  });

const ignoreFile = (personal: string): string[] => {
  const path = valueIn(personal, "excludesfile");
  return path === null ? [] : ["-c", `core.excludesFile=${path}`];
};

/** The last value of a name, in the words that Git's config has for it. Longer lines are none that anybody has written. */
export function valueIn(config: string, name: string): string | null {
  let found: string | null = null;
  for (const line of config.split("\n")) {
    const at = line.length > MAX_CONFIG_LINE ? -1 : line.indexOf("=");
    if (at < 0 || line.slice(0, at).trim().toLowerCase() !== name) continue;
    const value = line.slice(at + 1).trim();
    found = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return found;
}

/** What the person has set for all repositories: where their ignore rules are, and how lines end. Read once. */
let personalText: Promise<string> | null = null;
function personalSettings(program: string): Promise<string> {
  personalText ??= readPersonal(program);
  return personalText;
}

async function readPersonal(program: string): Promise<string> {
  const env = gitEnvironment(process.env);
  const read = (name: string): Promise<string> =>
    runProgram(program, ["config", "--global", "--path", "--get", `core.${name}`], {
      ...{ env, cwd: "/", timeoutMs: 5 * SECONDS, maxBytes: 4096 },
    }).then(
      (value) => `${name} = ${value.trimEnd()}`,
      () => "",
    );
  const named = await Promise.all(["excludesFile", "autocrlf", "eol"].map(read));
  if (!named[0])
    named[0] = `excludesFile = ${join(env.XDG_CONFIG_HOME || join(env.HOME ?? "/", ".config"), "git", "ignore")}`;
  return named.join("\n");
}

const textIn = (path: string): string =>
  orNull(() => readRegularFile(path, { maxBytes: MAX_CONFIG_BYTES }).toString("utf8")) ?? "";

/** Those of these paths that are there. */
async function present(root: string, paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      lstat(inRoot(root, path)).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A list of paths with one path in it, which may contain the separator. */
const inQuotes = (path: string): string => `"${path.replace(/["\\]/g, "\\$&")}"`;
