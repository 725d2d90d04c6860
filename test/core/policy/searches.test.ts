// A search reads files that nobody names: rules that deny paths must not be passed by it.
import { expect, test } from "vitest";
import { evaluateRequest, type PermissionRequest, proposeRule, type Rule } from "../../../src/core/index.ts";
import { human, source, touch, where } from "./kit.ts";

const search = (...paths: string[]): PermissionRequest => ({ ...touch("search", ...paths), tool: "Grep" });
const allowed: Rule = { effect: "allow", kinds: ["read", "search"] };
const verdict = (paths: readonly string[], denied: readonly string[]): string =>
  evaluateRequest([source(allowed, { effect: "deny", paths: denied })], search(...paths), human).verdict;

test.for([
  [["/work/site"], ["**/.env"]],
  [["/work/site/src"], ["**/.env"]],
  [["/work/site"], ["secrets/**"]],
  [["/work/site"], ["config/secrets/*.pem"]],
  [["/work/site/config"], ["config/*/key"]],
  [["/work/site/config/a"], ["config/*/key"]],
  [["/work/site"], ["/work/site/a/b"]],
  [["/work/site"], ["/**/id_rsa"]],
  [["/work/site/SRC"], ["src/x"]],
  [["/work/site", "/work/site/*env"], ["**/.env"]],
] as const)("a search in %j, where %j is denied, is asked about", ([paths, denied]) => {
  expect(verdict(paths, denied)).toBe("ask");
});

test.for([
  [["/work/site/src"], ["secrets/**"]],
  [["/work/site/config/a/b"], ["config/*/key"]],
  [["/work/site/src"], ["~/.ssh/**"]],
  [["/work/site"], ["~/.ssh/**"]],
  [["/work/site/src", "/work/site/src/*.ts"], ["secrets/**"]],
] as const)("a search in %j, where %j is denied, is allowed", ([paths, denied]) => {
  expect(verdict(paths, denied)).toBe("allow");
});

test.for(["delete", "move"] as const)("to %s a directory concerns what is in it", (kind) => {
  const verdictOn = (denied: string, ...paths: string[]) =>
    evaluateRequest(
      [source({ effect: "allow", kinds: [kind], paths: ["**"] }, { effect: "deny", paths: [denied] })],
      touch(kind, ...paths),
      human,
    ).verdict;
  expect(verdictOn("db/migrations/**", "/work/site/db")).toBe("ask");
  expect(verdictOn("db/migrations/**", "/work/site/src", "/work/site/db")).toBe("ask");
  expect(verdictOn("db/migrations/**", "/work/site/db/migrations")).toBe("deny");
  expect(verdictOn("**/.env", "/work/site/src")).toBe("ask");
  expect(verdictOn("**/.env", "/work/site/src/a.ts")).toBe("allow");
  expect(verdictOn("db/migrations/**", "/work/site/src")).toBe("allow");
});

test("a search that names what is denied is denied", () => {
  expect(verdict(["/work/site", "/work/site/.env"], ["**/.env"])).toBe("deny");
  expect(verdict(["/work/site", "/work/site/**/.env"], ["**/.env"])).toBe("deny");
  expect(verdict(["/work/site/secrets"], ["secrets/**"])).toBe("deny");
});

test("no rule is kept for a search in some of a directory's files: it would be about all of them", () => {
  expect(proposeRule(search("/work/site/src"), where)?.paths).toEqual(["src"]);
  expect(proposeRule(search("/work/site/src", "/work/site/lib"), where)?.paths).toEqual(["src", "lib"]);
  expect(proposeRule(search("/work/site/src", "/work/site/src/*.ts"), where)).toBeNull();
});

test("a name is denied however its accents are written", () => {
  const denied: Rule = { effect: "deny", paths: ["geheim/übung.txt", "*/schlüssel*"] };
  const read = (path: string) => evaluateRequest([source(allowed, denied)], touch("read", path), human).verdict;
  for (const path of ["geheim/übung.txt", "a/schlüssel.pem"])
    for (const form of ["NFC", "NFD"]) expect([form, read(path.normalize(form))]).toEqual([form, "deny"]);
  const composed: Rule = { effect: "deny", paths: ["a/schlüssel*".normalize("NFD")] };
  expect(
    evaluateRequest([source(allowed, composed)], touch("read", "a/schlüssel".normalize("NFC")), human).verdict,
  ).toBe("deny");
});
