// Which session a person means: exact name → full id → unambiguous id prefix → default.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Candidate, type FoundBy, freeName, resolve, sameName } from "../../src/core/index.ts";

const session = (id: string, name: string | null, workspaceId = "here"): Candidate => ({ id, name, workspaceId });

const fix = session("2f1c1b0e-7c55-4c1e-9d53-0a2f9ad5f0b1", "fix");
const docs = session("2f1c9999-0000-4000-8000-000000000000", "docs");
const nameless = session("a0000000-0000-4000-8000-000000000001", null);
const elsewhere = session("b0000000-0000-4000-8000-000000000002", "Fix", "there");
const far = session("c0000000-0000-4000-8000-000000000003", "fix", "yonder");

const all = [fix, docs, nameless, elsewhere, far];

const find = (ref: string | null, rest: Partial<Parameters<typeof resolve>[0]> = {}) =>
  resolve({ ref, candidates: all, workspaceId: "here", activeHere: null, activeAnywhere: null, ...rest });
const found = ({ id }: Candidate, by: FoundBy) => ({ kind: "found", id, by });

describe("[R-37] resolves by name, then id, then prefix, then default", () => {
  test.for<[string, string, Candidate, FoundBy]>([
    ["an exact name", "docs", docs, "name"],
    ["a name in another case", "DOCS", docs, "name"],
    ["a full id", docs.id, docs, "id"],
    ["a full id in capitals", docs.id.toUpperCase(), docs, "id"],
    ["an unambiguous prefix", "2f1c9", docs, "id"],
    ["four characters that only one id begins with", "a000", nameless, "id"],
    ["a prefix in capitals", "A000", nameless, "id"],
  ])("%s", ([, ref, expected, by]) => {
    expect(find(ref)).toEqual(found(expected, by));
  });

  test("a name goes before a prefix, and a whole id before both", () => {
    const namedLikeId = session("d0000000-0000-4000-8000-000000000004", docs.id);
    const namedLikePrefix = session("e0000000-0000-4000-8000-000000000005", "2f1c9");
    const candidates = [...all, namedLikeId, namedLikePrefix];
    expect(find(docs.id, { candidates })).toEqual(found(docs, "id"));
    expect(find("2f1c9", { candidates })).toEqual(found(namedLikePrefix, "name"));
    const longer = session(`${docs.id}-1`, null);
    expect(find(docs.id, { candidates: [longer, docs] })).toEqual(found(docs, "id"));
  });

  test.for([null, ""])("%j means the active session here, else the one that was selected last anywhere", (ref) => {
    expect(find(ref, { activeHere: fix.id, activeAnywhere: far.id })).toEqual(found(fix, "here"));
    expect(find(ref, { activeAnywhere: far.id })).toEqual(found(far, "elsewhere"));
    expect(find(ref)).toEqual({ kind: "none", message: "No session is selected, and none was named." });
  });

  test("@ means the active session here, and none anywhere else", () => {
    expect(find("@", { activeHere: fix.id, activeAnywhere: far.id })).toEqual(found(fix, "here"));
    expect(find("@", { activeAnywhere: far.id })).toEqual({ kind: "none", message: "This directory has no session." });
  });
});

describe("[R-38] says exactly what it could not decide", () => {
  test("an ambiguous prefix, with the count and the candidates", () => {
    expect(find("2f1c")).toEqual({
      kind: "ambiguous",
      message: 'Ambiguous session identifier: "2f1c" matches 2 sessions',
      candidates: [fix, docs],
    });
  });

  test.for(["nothing", "2f1c0", "a", "a00", "fi", "doc", " ", "-", "__proto__", "%"])("nothing found: %j", (ref) => {
    expect(find(ref)).toEqual({ kind: "none", message: `Session not found: "${ref}"` });
  });
});

describe("a name in several workspaces", () => {
  test("means the current one's", () => {
    expect(find("fix")).toEqual(found(fix, "name"));
    expect(find("fix", { workspaceId: "there" })).toEqual(found(elsewhere, "name"));
  });

  test.for(["nowhere", null])("is ambiguous from %s", (workspaceId) => {
    expect(find("fix", { workspaceId })).toEqual({
      kind: "ambiguous",
      message: 'Ambiguous session identifier: "fix" matches 3 sessions',
      candidates: [fix, elsewhere, far],
    });
  });

  test("is found from anywhere when only one has it", () => {
    expect(find("docs", { workspaceId: "there" })).toEqual(found(docs, "name"));
  });
});

test("a prefix of a name never resolves, even when it is the only one", () => {
  const candidates = [session("f0000000-0000-4000-8000-000000000006", "deploy")];
  expect(find("dep", { candidates })).toMatchObject({ kind: "none" });
});

test("more candidates than match do no harm", () => {
  const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 3, maxLength: 5 });
  const anyCandidate = fc.record({
    id: fc.tuple(hex, fc.uuid({ version: 4 })).map(([head, id]) => head + id.slice(head.length)),
    name: fc.option(fc.constantFrom("a", "A", "b", "fix")),
    workspaceId: fc.constantFrom("here", "there"),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyCandidate, { selector: ({ id }) => id }),
      fc.oneof(hex, fc.constant("Fix")),
      (some, ref) => {
        const matching = some.filter(({ id, name }) => id.startsWith(ref) || (name !== null && sameName(name, ref)));
        expect(find(ref, { candidates: some })).toEqual(find(ref, { candidates: matching }));
      },
    ),
  );
});

describe("a free name", () => {
  test.for<[string, string[], string]>([
    ["fix", [], "fix"],
    ["fix", ["docs"], "fix"],
    ["fix", ["fix"], "fix-2"],
    ["Fix", ["fix"], "Fix-2"],
    ["fix", ["FIX", "Fix-2", "fix-3"], "fix-4"],
    ["fix", ["fix", "fix-3"], "fix-2"],
    ["fix-2", ["fix", "fix-2"], "fix-2-2"],
  ])("for %s beside %j is %s", ([wanted, taken, expected]) => {
    expect(freeName(wanted, taken)).toBe(expected);
  });

  test("is never taken, ignoring case", () => {
    const name = fc.stringMatching(/^[aA](-[1-9])?$/);
    fc.assert(
      fc.property(name, fc.array(name), (wanted, taken) => {
        const free = freeName(wanted, taken);
        expect(taken.some((one) => sameName(one, free))).toBe(false);
        expect(free.startsWith(wanted)).toBe(true);
      }),
    );
  });
});
