// What comes from other people's packages: exact versions, each known by its hash, and none that runs a program when it is installed.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Package {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;
const manifest = read<Manifest>("package.json");
const lock = read<{ packages: Record<string, Package> }>("package-lock.json");
const installed = Object.entries(lock.packages).filter(([path]) => path.startsWith("node_modules/"));

test("nothing of other people's is installed beside Skein: what it needs is in its bundle", () => {
  expect(Object.keys(manifest.dependencies ?? {})).toEqual([]);
});

test("every package has one version, and is known by its hash", () => {
  const ours = Object.entries(manifest.devDependencies).filter(([, version]) => !version.startsWith("file:"));
  expect(ours.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(installed.length).toBeGreaterThan(ours.length);
  const unknown = installed.filter(([, { integrity, link }]) => !link && !/^sha512-/.test(integrity ?? ""));
  expect(unknown).toEqual([]);
});

test("no package comes from elsewhere than the registry", () => {
  const elsewhere = installed.filter(
    ([, { resolved, link }]) => !link && resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"),
  );
  expect(elsewhere).toEqual([]);
});

test("a package that would run a program when it is installed is named, and may not", () => {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  const forbidden = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name] === false);
  expect(running.filter((name) => !forbidden.includes(name))).toEqual([]);
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
});
