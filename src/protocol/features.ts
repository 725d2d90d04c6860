// What a daemon can do, by name: `GET /v1` tells the names, so that a client of another version can ask before it tries.

export const features = {
  sessions: "Sessions: finding, listing, beginning, naming, selecting, archiving and ending them.",
  changes: "The list of sessions as a stream of the rows that change.",
  environments: "The environment of a session's agent can be looked at, by names, and renewed.",
  settings: "A session's mode, model and limits can be changed.",
  forks: "A session can branch off from another.",
  trash: "Deleted sessions can be brought back.",
  events: "Logs as pages, and as streams that go on: of one session, or of all.",
  outline: "A session's turns at a glance, however long it is.",
  blobs: "Long texts and files, by their hash.",
  prompts: "Prompts, the queue that they wait in, and stopping what runs.",
  permissions: "What agents ask people, and the answers.",
  policy: "Rules that answer in the place of people.",
  attention: "What waits for a person, and what they look at.",
  agents: "Which agents there are, how they are, and the processes that live.",
  callers: "Who calls, and a code on the person's terminal where the system does not tell.",
  backups: "Backups of the log.",
  import: "Sessions from files that were exported.",
  verify: "A session's log can be checked.",
  stats: "How much was done since when.",
} as const;

export type Feature = keyof typeof features;

export const featureNames = Object.keys(features) as Feature[];
