// The system's unit that starts the daemon at login: a systemd user unit, or a launchd agent.
import { join } from "node:path";

export interface Service {
  /** Node and its arguments. */
  readonly command: readonly string[];
  /** Skein's home. */
  readonly home: string;
  /** The PATH on which agents are found if no client has sent one. */
  readonly path: string;
  readonly log: string;
}

export interface ServiceKind {
  readonly name: "systemd" | "launchd";
  readonly fileIn: (userHome: string, env: Readonly<Record<string, string | undefined>>) => string;
  readonly text: (service: Service) => string;
  /** The commands that register and start it, in order. */
  readonly enable: (file: string) => readonly (readonly string[])[];
  readonly disable: (file: string) => readonly (readonly string[])[];
  /** What people should know after the installation. */
  readonly hint: string;
}

const serviceName = "skein";
const label = "dev.skein.daemon";

const systemd: ServiceKind = {
  name: "systemd",
  fileIn: (userHome, env) =>
    join(env.XDG_CONFIG_HOME || join(userHome, ".config"), "systemd", "user", `${serviceName}.service`),
  text: systemdUnit,
  enable: () => [
    ["systemctl", "--user", "daemon-reload"],
    ["systemctl", "--user", "enable", "--now", `${serviceName}.service`],
  ],
  disable: () => [["systemctl", "--user", "disable", "--now", `${serviceName}.service`]],
  hint: "to keep it running after you log out: loginctl enable-linger",
};

const launchd: ServiceKind = {
  name: "launchd",
  fileIn: (userHome) => join(userHome, "Library", "LaunchAgents", `${label}.plist`),
  text: launchdPlist,
  enable: (file) => [["launchctl", "load", "-w", file]],
  disable: (file) => [["launchctl", "unload", "-w", file]],
  hint: "it starts with your login",
};

export const serviceKind = (platform: NodeJS.Platform): ServiceKind | null =>
  platform === "linux" ? systemd : platform === "darwin" ? launchd : null;

/**
 * `KillMode=process`: agents outlive the daemon, so the system may end only the daemon. A clean exit is intended (`skein daemon stop`, or another
 * daemon holds the home); after any other exit it is restarted.
 */
function systemdUnit({ command, home, path }: Service): string {
  return `[Unit]
Description=Skein, the session layer for coding agents
StartLimitIntervalSec=60
StartLimitBurst=5

[Service]
Type=simple
ExecStart=${command.map((word) => systemdWord(word).replaceAll("$", "$$$$")).join(" ")}
Environment=${systemdWord(`SKEIN_HOME=${home}`)}
Environment=${systemdWord(`PATH=${path}`)}
KillMode=process
Restart=on-failure
RestartSec=1

[Install]
WantedBy=default.target
`;
}

/** Quoted, with systemd's special characters escaped: % begins a specifier; in a command $ begins a variable. */
const systemdWord = (word: string): string =>
  `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%")}"`;

function launchdPlist({ command, home, path, log }: Service): string {
  const text = (value: string): string => `<string>${xml(value)}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(label)}
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    ${text(word)}`).join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>SKEIN_HOME</key>
    ${text(home)}
    <key>PATH</key>
    ${text(path)}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>AbandonProcessGroup</key>
  <true/>
  <key>StandardOutPath</key>
  ${text(log)}
  <key>StandardErrorPath</key>
  ${text(log)}
</dict>
</plist>
`;
}

const xml = (value: string): string => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
