// What the matrix tells of every agent, in the order of its columns.

/** Each with its heading and what it means there. */
export const features = {
  stream: { heading: "stream", meaning: "words are in the log while the model still speaks" },
  thoughts: { heading: "thoughts", meaning: "so is what it thinks" },
  resume: { heading: "resume", meaning: "a conversation goes on in another process" },
  fork: { heading: "fork", meaning: "a conversation can be branched off: as it stands, or at any turn" },
  approve: { heading: "approve", meaning: "people are asked before it acts" },
  interrupt: { heading: "interrupt", meaning: "a turn can be stopped, and the session goes on" },
  steer: { heading: "steer", meaning: "words go into the turn that runs" },
  commands: { heading: "commands", meaning: "commands of its own can be sent" },
  modes: { heading: "modes", meaning: "modes that were seen to do what they say" },
  model: { heading: "model", meaning: "another model can be set between two turns" },
  images: {
    heading: "images",
    meaning: "an image reaches the model: inside the prompt, or as a path that it can read",
  },
  usage: { heading: "usage", meaning: "tokens of each turn" },
  survives: {
    heading: "survives a daemon's kill -9",
    meaning: "killed again and again in mid-turn: nothing lost, doubled or run twice",
  },
} as const;

export type Feature = keyof typeof features;

export const featureNames = Object.keys(features) as Feature[];

/** What is only there or not. */
export const YES = "yes";

/** Shown by a suite of its own, which runs apart from the others. */
export const apart: Feature = "survives";
