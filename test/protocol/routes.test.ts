// The route table.
import { expect, test } from "vitest";
import { operations, routes } from "../../src/protocol/index.ts";

const all = Object.entries(routes);

test("no two routes answer the same request", () => {
  const requests = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ":")}`);
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([]);
});

test("a fixed path is never hidden by one with a parameter", () => {
  const hidden = all.flatMap(([name, { method, path }]) => {
    const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, "[^/]+")}$`);
    return all.filter(([other, one]) => other !== name && pattern.test(`${one.method} ${one.path}`));
  });
  expect(hidden).toEqual([]);
});

test("whatever changes something is a POST or PUT with a body that is checked, and nothing else is but the bytes of a file", () => {
  const files = ["upload", "importSession"];
  const commands = all.filter(([name, { method }]) => method !== "GET" && !files.includes(name)).map(([name]) => name);
  expect(commands.sort()).toEqual(
    Object.entries(operations)
      .flatMap(([name, operation]) => ("body" in operation ? [name] : []))
      .sort(),
  );
});

test("everything but the sign of life is versioned", () => {
  const unversioned = all.filter(([, { path }]) => !/^\/v1(\/|$)/.test(path)).map(([name]) => name);
  expect(unversioned).toEqual(["health", "ready"]);
});
