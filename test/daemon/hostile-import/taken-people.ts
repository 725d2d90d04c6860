// Files that speak for people: their answers, prompts and decisions.
import { workspaceId } from "../../../src/workspace/index.ts";
import { event, ID, OTHER, type Piece, start } from "./lines.ts";
import { afterTalk, IMPORTED_AT, inside, type TakenFile, taken } from "./taken-file.ts";

export const people: readonly TakenFile[] = [
  taken("everything read up to 1e15", [], inside(event("acknowledged", { seq: 1e15 }))),
  taken(
    "everything read up to the largest number",
    [],
    inside(event("acknowledged", { seq: Number.MAX_SAFE_INTEGER })),
  ),
  taken("nothing read, below 0", [], inside(event("acknowledged", { seq: -5 }))),
  taken("a selection in 9999", [], inside(event("selected", {}, { at: "9999-12-31T23:59:59.999Z" })), {
    row: () => ({ lastActiveAt: IMPORTED_AT }),
  }),
  taken(
    "a beginning in 9999",
    [],
    ({ here }) => [{ ...(start(here) as object), at: "9999-12-31T23:59:59.999Z" } as Piece],
    { row: () => ({ createdAt: IMPORTED_AT, lastActiveAt: IMPORTED_AT }) },
  ),
  taken("times that are none", [], ({ here }) => [{ ...(start(here) as object), at: "zzzz" } as Piece], {
    row: () => ({ createdAt: IMPORTED_AT, lastActiveAt: IMPORTED_AT }),
  }),
  taken(
    "a time with a year of six digits",
    [],
    ({ here }) => [{ ...(start(here) as object), at: "+275760-09-13T00:00:00.000Z" } as Piece],
    { row: () => ({ createdAt: IMPORTED_AT }) },
  ),
  taken("a prompt that waits", ["prompts"], inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /" }))),
  taken(
    "a prompt for a time that has come",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /", notBefore: "2000-01-01T00:00:00.000Z" })),
  ),
  taken(
    "a prompt for a time to come",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /", notBefore: "2026-01-01T00:00:01.000Z" })),
  ),
  taken(
    "a prompt that is held",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "rm -rf /", held: true })),
  ),
  taken(
    "a prompt that waits for itself",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "x", after: "p1" })),
  ),
  taken("a prompt called __proto__", ["prompts"], inside(event("prompt_queued", { promptId: "__proto__", text: "x" }))),
  taken(
    "a prompt for a turn that runs",
    ["prompts"],
    inside(event("prompt_queued", { promptId: "p1", text: "x", steer: { turn: "t1", otherwise: "queue" } })),
  ),
  taken(
    "a thousand prompts",
    ["prompts"],
    inside(...Array.from({ length: 1000 }, (_, n) => event("prompt_queued", { promptId: `p${n}`, text: "x" }))),
  ),
  taken(
    "a prompt with a file that is not here",
    ["prompts"],
    inside(
      event("prompt_queued", {
        promptId: "p1",
        text: "x",
        files: [{ name: "../../x", mediaType: "text/plain\u001b]52;c;eA==\u0007", hash: "0".repeat(64), bytes: 1 }],
      }),
    ),
  ),
  taken("the trash of yesterday", [], afterTalk(event("trashed", { batch: "b", until: "2000-01-01T00:00:00.000Z" }))),
  taken("the trash of 9999", [], afterTalk(event("trashed", { batch: "b", until: "9999-12-31T23:59:59.999Z" }))),
  taken("an archive", [], afterTalk(event("session_end", { reason: "archived" }), event("archived", {})), {
    row: () => ({ shelf: "archived" }),
  }),
  taken("a session in place of another", [], ({ here }) => [start(here, { after: OTHER })]),
  taken("a session in place of itself", [], ({ here }) => [start(here, { after: ID })]),
  taken(
    "an import of its own, with a directory of its choice",
    [],
    ({ here, trusted }) => [
      start(here),
      event("imported", { from: OTHER, workspace: { id: workspaceId(trusted), path: here } }),
    ],
    { row: ({ here }) => ({ workspace: { id: workspaceId(here), path: here } }) },
  ),
];
