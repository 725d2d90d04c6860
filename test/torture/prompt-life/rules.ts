// Rules of the simulated workspace: `ls` needs nobody, everything else a person.
import type { Policy } from "../../../src/session/index.ts";

export const policy: Policy = {
  sourcesFor: () => [{ name: "global", rules: [{ effect: "allow", command: "ls", kinds: ["execute"] }] }],
  parse: () => ({ name: "session", rules: [] }),
  home: "/home",
};
