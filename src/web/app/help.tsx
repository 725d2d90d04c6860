// The help sheet: all keys, from the tables that define them, and the page's settings.

import { promptKeys, sessionActions } from "../../view/index.ts";
import { changesKeys } from "../changes/keys.ts";
import { NotificationSettings } from "../notifications/notification-settings.tsx";
import { shownKey } from "../page/keys.ts";
import { usePage } from "../page/page.ts";
import { type SettingName, settingChoices, settingNames } from "../page/settings.ts";
import { Dialog } from "../parts/dialog.tsx";
import { playbackKeys } from "../playback/playback-keys.ts";
import type { PageCommand } from "./commands.tsx";

interface KeyLine {
  readonly key: string;
  readonly name: string;
}

/** Keys that only work in one part of the page. */
const partKeys: Readonly<Record<string, readonly KeyLine[]>> = {
  "In the list": [
    { key: "ArrowDown", name: "Walk through the list; what is open stays" },
    { key: "Enter", name: "Open" },
    { key: " ", name: "Select, with Shift and arrows several" },
    { key: "Escape", name: "Select none" },
    { key: "Shift+F10", name: "Actions" },
    { key: "ArrowLeft", name: "Fold a group" },
    { key: "Alt+ArrowUp", name: "Move up, in your own order; Alt+↓ down" },
  ],
  "In the transcript": [
    { key: "Mod+F", name: "Find in the session" },
    { key: "j", name: "Next prompt" },
    { key: "k", name: "Previous prompt" },
    { key: "Home", name: "Start of the session; End: its end" },
  ],
  "In the changes": changesKeys,
  "In playback": playbackKeys,
  "In the prompt": promptKeys("sends"),
};

export function Help({ commands }: { commands: readonly PageCommand[] }) {
  const { overlay } = usePage();
  const inGroup = (group: PageCommand["group"]): KeyLine[] =>
    commands.flatMap((one) => (one.group === group && one.key !== null ? [{ key: one.key, name: one.name }] : []));
  const withKeys = Map.groupBy(
    sessionActions.filter(({ key }) => key !== null),
    ({ key }) => key,
  );
  const onSessions = [
    { key: "P", name: "Play back" },
    ...[...withKeys].map(([key, same]) => ({
      key: key ?? "",
      name: same.map(({ name }) => name).join(" / "),
    })),
  ];
  const sections = { "Go to": inGroup("Go to"), Session: onSessions, ...partKeys, Page: inGroup("Page") };
  return (
    <Dialog label="Help and settings" kind="help" onClose={() => overlay.close()}>
      <h2>Settings</h2>
      <div class="settings">
        {(Object.keys(settingChoices) as SettingName[]).map((name) => (
          <Setting key={name} name={name} />
        ))}
      </div>
      <h2>Notifications</h2>
      <NotificationSettings />
      <h2>Keys</h2>
      <div class="keys">
        {Object.entries(sections).map(([title, lines]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {lines.map(({ key, name }) => (
                <div key={`${key} ${name}`}>
                  <dt>
                    <kbd>{shownKey(key)}</kbd>
                  </dt>
                  <dd>{name}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div class="buttons">
        <button type="button" class="main" onClick={() => overlay.close()}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function Setting({ name }: { name: SettingName }) {
  const { settings } = usePage();
  return (
    <label>
      {settingNames[name]}
      <select
        value={settings.values.value[name]}
        onChange={({ currentTarget }) => {
          const chosen = settingChoices[name].find((choice) => choice === currentTarget.value);
          if (chosen) settings.set(name, chosen);
        }}
      >
        {settingChoices[name].map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
}
