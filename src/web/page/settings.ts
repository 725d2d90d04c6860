// The page's settings in this browser: theme, density, text size, folded groups. Stored in local storage, the same in all tabs.
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { storedText, storeText } from "./stored-text.ts";

interface Values {
  readonly theme: "system" | "light" | "dark";
  /** The order of the list: by what needs somebody and by time, or the person's own. */
  readonly order: "attention" | "own";
  readonly density: "comfortable" | "compact";
  readonly textSize: "small" | "normal" | "large" | "larger";
  /** Whether single letters are keys; people who use voice control turn them off. */
  readonly letterKeys: "on" | "off";
  /** What Enter does in a prompt; "auto": a new line on touch screens, otherwise it sends. */
  readonly enterKey: "auto" | "sends" | "newline";
}

export type SettingName = keyof Values;

export const settingChoices: { readonly [Name in SettingName]: readonly Values[Name][] } = {
  theme: ["system", "light", "dark"],
  order: ["attention", "own"],
  density: ["comfortable", "compact"],
  textSize: ["small", "normal", "large", "larger"],
  letterKeys: ["on", "off"],
  enterKey: ["auto", "sends", "newline"],
};

export const settingNames: Readonly<Record<SettingName, string>> = {
  theme: "Theme",
  order: "Order of the list",
  density: "Rows",
  textSize: "Text size",
  letterKeys: "Single letters as keys",
  enterKey: "Enter in a prompt",
};

const defaults: Values = {
  theme: "system",
  order: "attention",
  density: "comfortable",
  textSize: "normal",
  letterKeys: "on",
  enterKey: "auto",
};
const KEY = "skein settings";

export interface Settings {
  readonly values: ReadonlySignal<Values>;
  set<Name extends SettingName>(name: Name, value: Values[Name]): void;
}

function parsed(text: string | null): Values {
  let given: Partial<Record<SettingName, unknown>> = {};
  try {
    given = (JSON.parse(text ?? "{}") ?? {}) as typeof given;
  } catch {
    // Damaged settings count as none.
  }
  const choose = <Name extends SettingName>(name: Name): Values[Name] =>
    settingChoices[name].find((choice) => choice === given[name]) ?? defaults[name];
  return {
    theme: choose("theme"),
    order: choose("order"),
    density: choose("density"),
    textSize: choose("textSize"),
    letterKeys: choose("letterKeys"),
    enterKey: choose("enterKey"),
  };
}

export function openSettings(): Settings {
  const values = signal(parsed(storedText(KEY)));
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY) values.value = parsed(newValue);
  });
  effect(() => {
    const { theme, density, textSize } = values.value;
    Object.assign(document.documentElement.dataset, { theme, density, textSize });
  });
  return {
    values,
    set(name, value) {
      values.value = { ...values.value, [name]: value };
      storeText(KEY, JSON.stringify(values.value));
    },
  };
}
