// From the line that Codex shows to the script that the model wrote.
import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptIn } from "../../../src/agents/codex/command.ts";

test.for([
  ["/bin/bash -lc ls", "ls"],
  ["/bin/bash -lc 'echo x > f; ls'", "echo x > f; ls"],
  [`/bin/bash -lc "cat 'a b'"`, "cat 'a b'"],
  [`bash -lc 'it'"'"'s'`, "it's"],
  [`/usr/bin/zsh -c "echo \\"\\$HOME\\""`, 'echo "$HOME"'],
  ["/bin/bash -lc 'two\nlines'", "two\nlines"],
  // Not surely one script: it stays as it is.
  ["/bin/bash -lc ls -l", "/bin/bash -lc ls -l"],
  ["/bin/bash -lc 'open", "/bin/bash -lc 'open"],
  [`/bin/bash -lc "echo $HOME"`, `/bin/bash -lc "echo $HOME"`],
  ["/bin/bash -lc ls; rm x", "/bin/bash -lc ls; rm x"],
  ["python -c 'print(1)'", "python -c 'print(1)'"],
] as const)("[T-21] %s", ([line, script]) => {
  expect(scriptIn(line)).toBe(script);
});

test("whatever the script, quoting it and reading it gives it back", () => {
  fc.assert(
    fc.property(fc.string(), (script) => {
      const single = `'${script.replaceAll("'", `'"'"'`)}'`;
      const double = `"${script.replace(/[\\"$`]/g, "\\$&")}"`;
      for (const quoted of [single, double]) expect(scriptIn(`/bin/bash -lc ${quoted}`)).toBe(script);
    }),
  );
});
