// The daemon's features by name: `GET /v1` returns the names, so that a client of another version can check first.

export const features = {
  sessions: "Sessions: finding, listing, creating, naming, selecting, archiving and ending them.",
  changes: "The list of sessions as a stream of the rows that change.",
  environments: "The environment of a session's agent can be compared, by name, and replaced.",
  settings: "A session's mode, model and limits can be changed.",
  forks: "Sessions can be forked.",
  arrangement: "Sessions can be pinned, snoozed, marked as unread, and put in an own order.",
  trash: "Deleted sessions can be restored.",
  events: "Logs as pages and live streams: of one session, or of all.",
  channels: "Many streams over one connection.",
  outline: "A session's turns at a glance, however long it is.",
  diff: "What a session changed: files and lines, as a whole and by turn.",
  timeline: "A session over its time, for a scrubber.",
  find: "Words in a whole session.",
  places: "Files of a workspace and directories, for choosing one.",
  blobs: "Long texts and files, by their hash.",
  prompts: "Prompts, the queue, and stopping turns.",
  permissions: "Questions of agents, and the answers.",
  policy: "Permission rules.",
  attention: "What waits for people, and what they look at.",
  push: "Push messages to browsers of signed-in devices.",
  agents: "Available agents, their state, and running processes.",
  callers: "Who the caller is, and confirmation codes where the system does not tell.",
  backups: "Backups of the log.",
  import: "Importing exported sessions.",
  verify: "A session's log can be checked.",
  web: "The page for browsers: opening it, signing in, and the devices that are signed in.",
  stats: "Activity and cost over time.",
} as const;

export type Feature = keyof typeof features;

export const featureNames = Object.keys(features) as Feature[];
