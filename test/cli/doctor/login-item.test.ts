import { expect, test } from "vitest";
import { serviceKind } from "../../../src/cli/daemon/login-item.ts";
import { readLoginItem } from "../../../src/cli/daemon/read-login-item.ts";
import { type LoginItemFacts, loginItemFinding } from "../../../src/cli/doctor/login-item.ts";
import { VERSION } from "../../../src/home/index.ts";

const service = {
  command: ["/usr/bin/node", "--max-semi-space-size=2", '/opt/my "skein" 100%/$x\\y/<skein>.cjs', "__daemon"],
  home: "/home/ada/.skein & $co %h",
  path: "/usr/local/bin:/usr/bin",
  log: "/home/ada/daemon.log",
};

test.for(["linux", "darwin"] as const)("what is written for %s is read back as it was", (platform) => {
  const text = serviceKind(platform)!.text(service);
  expect(readLoginItem(text)).toEqual({ command: service.command, home: service.home });
});

test("a file that starts nothing is not understood", () => {
  expect(readLoginItem("[Service]\nType=simple\n")).toBeNull();
  expect(readLoginItem("")).toBeNull();
});

const facts: LoginItemFacts = {
  file: "~/.config/systemd/user/skein.service",
  item: { command: ["/usr/bin/node", "/opt/skein.cjs", "__daemon"], home: "/home/ada/.skein" },
  missing: null,
  version: VERSION,
  home: "/home/ada/.skein",
  systemd: { isEnabled: true, isLingering: true },
};
const anew = "write it again: skein daemon install";

test.for<[why: string, changed: Partial<LoginItemFacts>, state: string, text: string, fix?: string]>([
  ["all is well", {}, "ok", ""],
  ["launchd starts it", { systemd: null }, "ok", ""],
  ["its version can't be told", { version: null }, "ok", ""],
  ["it can't be read", { item: null }, "warning", " can't be read", anew],
  ["its program is gone", { missing: "/opt/skein.cjs" }, "warning", " starts /opt/skein.cjs, which is gone", anew],
  ["it is of another version", { version: "0.0.1" }, "warning", ` starts version 0.0.1, and this is ${VERSION}`, anew],
  [
    "it is for another home",
    { home: "/tmp/h" },
    "warning",
    " is for /home/ada/.skein, and this is /tmp/h: two daemons, each with its own sessions",
    "unset SKEIN_HOME, or install it for this home: skein daemon install",
  ],
  [
    "it is not enabled",
    { systemd: { isEnabled: false, isLingering: true } },
    "warning",
    " is not enabled: it starts nothing",
    "systemctl --user enable --now skein.service",
  ],
  [
    "it ends with the login",
    { systemd: { isEnabled: true, isLingering: false } },
    "warning",
    "; its daemon ends when you log out",
    "loginctl enable-linger",
  ],
])("%s", ([, changed, state, text, fix]) => {
  expect(loginItemFinding({ ...facts, ...changed })).toEqual({
    ...{ title: "login item", state, text: `${facts.file}${text}` },
    ...(fix === undefined ? {} : { fix }),
  });
});
