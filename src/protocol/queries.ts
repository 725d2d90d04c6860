// What may stand in the query of a request, by route: each at most once. Parameters that are not named here are not looked at.
import { limits } from "./api.ts";
import type { RouteName } from "./routes.ts";

export interface Parameter {
  /** `cursor`: a whole number from 0. `count`: one from 1. `flag`: 1 or 0. */
  readonly type: "string" | "cursor" | "count" | "flag";
  readonly text: string;
}

const limit = (most: number, usual: number) =>
  ({ type: "count", text: `At most so many; ${usual} unless it is said, and never more than ${most}.` }) as const;
const following = {
  follow: {
    type: "flag",
    text: "As NDJSON: 1 = stay, and send what happens from then on. As server-sent events it is always so.",
  },
  epoch: {
    type: "string",
    text: "Which life of the log `after` belongs to. When it is another one by now, the stream begins with `reset`.",
  },
} as const satisfies Record<string, Parameter>;

const quick = { type: "flag", text: "1 = without what only a program itself can tell: none is run." } as const;

export const queries = {
  agents: { quick },
  agent: { quick },
  resolve: {
    ref: {
      type: "string",
      text: "A name, an id or its beginning; `-` for the session selected before the current one, `@last` for the newest activity, `@` for the directory's own and no other; nothing for the directory's, else the one selected last anywhere.",
    },
    cwd: { type: "string", text: "The directory, absolute." },
  },
  sessions: {
    workspace: { type: "string", text: "Only those of one workspace: its id or an absolute path." },
    shelf: {
      type: "string",
      text: "`listed` unless it is said; `archived`, `all` (both of them), or `trash`.",
    },
    status: { type: "string", text: "Only those with one of these status words, with commas between them." },
    agent: { type: "string", text: "Only those of one of these agents, with commas between them." },
    since: { type: "string", text: "Only those that were active at this time or later: an ISO time." },
    sort: { type: "string", text: "`active` (the newest activity first) unless it is said; `created`, or `name`." },
    limit: limit(limits.pageSessions, 50),
    cursor: { type: "string", text: "`next` of the page before." },
  },
  events: {
    after: { type: "cursor", text: "What follows this seq. `Last-Event-ID` wins over it." },
    before: { type: "cursor", text: "The newest before this seq, in order." },
    limit: limit(limits.pageEvents, 200),
    ...following,
  },
  allEvents: {
    after: { type: "cursor", text: "What follows this commit number. `Last-Event-ID` wins over it." },
    sessions: { type: "string", text: "Only of these sessions: ids with commas between them." },
    limit: limit(limits.pageEvents, 200),
    ...following,
  },
  importSession: {
    as: { type: "string", text: "`new` = under a new id; else under the one in the file, which must be free." },
    dry: { type: "flag", text: "1 = only look whether it could be taken in." },
  },
  stats: { since: { type: "string", text: "Beginnings of periods: ISO times with commas between them." } },
  permissions: { sessions: { type: "string", text: "Only of these sessions: ids with commas between them." } },
  policy: { cwd: { type: "string", text: "The directory, absolute." } },
} as const satisfies Partial<Record<RouteName, Readonly<Record<string, Parameter>>>>;

export type QueryRoute = keyof typeof queries;

interface Values {
  string: string;
  cursor: number;
  count: number;
  flag: boolean;
}

/** A route's query as its handler gets it: what was not given is not there. */
export type QueryOf<R extends QueryRoute> = {
  readonly [P in keyof (typeof queries)[R]]?: (typeof queries)[R][P] extends { type: infer T extends keyof Values }
    ? Values[T]
    : never;
};
