// Words that a rule leaves open and that mean something else than they seem to: a value for a file, a host, a directory's content.
import type { Attack } from "./attack.ts";

export const secondMeanings: readonly Attack[] = [
  {
    about: "a flag's value that looks like the interpreter's file, before a pipe",
    allow: ["node **", "python3 **", "echo **"],
    cases: {
      ask: [
        "echo x | node --v8-pool-size 4",
        "echo x | node --max-http-header-size 20000",
        "echo x | node --trace-event-file-pattern a.js",
        "echo x | python3 --check-hash-based-pycs default",
      ],
      allow: ["node src/a.js", "node --watch src/a.js", "node --v8-pool-size=4 src/a.js", "python3 -u src/a.py"],
    },
  },
  {
    about: "a directory's content over the workspace's root, by the way above it",
    allow: ["cp **", "rsync **"],
    cases: {
      ask: ["cp -r src/q/z/.. .", "cp -r src/q/z/../ .", "rsync -a src/q/z/.. ."],
      allow: ["cp -r src/q build", "cp src/a.ts src/b.ts"],
    },
  },
  {
    about: "a wildcard in the host of an address",
    allow: ["curl https://*.example.com", "curl https://api.example.com/*"],
    cases: {
      ask: [
        "curl 'https://evil.com?x.example.com'",
        "curl 'https://evil.com#.example.com'",
        "curl 'https://evil.com\\.example.com'",
        "curl 'https://a@evil.com?.example.com'",
        "curl 'https://evil.com%2f.example.com'",
      ],
      allow: ["curl https://api.example.com", "curl https://a.b.example.com", "curl https://api.example.com/v1"],
    },
  },
  {
    about: "a flag's value that is called like a subcommand that only reads",
    allow: ["git **"],
    cases: {
      ask: ["git --no-pager repack --expire-to log /home/ada/x", "git --unknown log /home/ada/x"],
      allow: ["git --no-pager log src", "git log --oneline"],
    },
  },
];
