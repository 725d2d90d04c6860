// What the system is told so that the daemon starts with the person's login: a systemd user unit, or a launchd agent.
import { join } from "node:path";

export interface Service {
  /** Node and its arguments. */
  readonly command: readonly string[];
  /** Skein's home. */
  readonly home: string;
  /** Where agents are found that no client told about. */
  readonly path: string;
  readonly log: string;
}

export interface ServiceKind {
  readonly name: "systemd" | "launchd";
  readonly fileIn: (userHome: string, env: Readonly<Record<string, string | undefined>>) => string;
  readonly text: (service: Service) => string;
  /** What makes the system know of it, and start it; in order. */
  readonly enable: (file: string) => readonly (readonly string[])[];
  readonly disable: (file: string) => readonly (readonly string[])[];
  /** What people should know after it was installed. */
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
 * `KillMode=process`: agents outlive the daemon, so the system may end the daemon and nothing else. A clean end is a person's wish
 * (`skein daemon stop`, or another daemon that holds the home already); anything else is started again.
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

/** Quoted, with systemd's own signs taken literally: % begins a specifier; in a command also $ a variable. */
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
