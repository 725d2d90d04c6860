// From the packed tarball to a first answer, on a machine that has nothing but Node and npm.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);

test("the package installs without network and scripts, answers a first prompt, and is a library", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-packed-")));
  const [home, prefix, work] = ["home", "prefix", "work"].map((name) => join(root, name)) as [string, string, string];
  for (const dir of [home, prefix, work]) mkdirSync(dir);
  const path = [join(prefix, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { HOME: home, PATH: path, npm_config_cache: join(root, "npm") };
  const skein = async (...words: string[]): Promise<string> =>
    (await run(join(prefix, "bin", "skein"), words, { cwd: work, env })).stdout;
  onTestFinished(async () => {
    await skein("daemon", "stop", "--agents").catch(() => "");
    rmSync(root, { recursive: true, force: true });
  });

  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", root], { env });
  const tarball = readdirSync(root).find((name) => name.endsWith(".tgz"))!;
  const quietly = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", "--global", "--prefix", prefix, ...quietly, join(root, tarball)], { cwd: root, env });

  expect(await skein("new", "[[say: Hello from the package.]]", "--agent", "demo", "--name", "first")).toBe(
    "Hello from the package.\n",
  );
  expect(await skein("sessions")).toMatch(/first/);

  const program = join(work, "list.mjs");
  const library = join(prefix, "lib", "node_modules", "skein", "dist", "client.mjs");
  writeFileSync(
    program,
    `import { connect } from ${JSON.stringify(library)};
const skein = await connect();
for (const { name } of await skein.sessions()) console.log(name);
process.exit(0);
`,
  );
  expect((await run(process.execPath, [program], { cwd: work, env })).stdout).toBe("first\n");
});
