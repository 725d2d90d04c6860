// All commands of the page in one table, from which keys, the palette and the help sheet are made.
import { offersFor, type Row } from "../../view/index.ts";
import { showChanges } from "../changes/show-changes.ts";
import type { Page } from "../page/page.ts";
import { settingNames } from "../page/settings.ts";
import { lazyImport } from "../parts/lazy.tsx";
import { Menu } from "../parts/lazy-menu.ts";
import type { Anchor } from "../parts/menu.tsx";
import { performAction } from "../sessions/lazy-actions.ts";
import type { ListModel } from "../sessions/list-model.ts";
import { openNewSession } from "../sessions/open-new-session.tsx";

export interface PageCommand {
  readonly id: string;
  readonly name: string;
  readonly group: "Go to" | "Session" | "Page";
  readonly key: string | null;
  /** Other words by which people look for it. */
  readonly also?: string;
  /** Why it can't be done now; null if it can. */
  readonly refusal: string | null;
  run(): void;
}

const PALETTE = "Search and commands";
const NEXT_IN_NEED = "Next session that needs you";
const USAGE = "Usage";
const HELP = "Help and settings";

/** The target of commands on sessions: the selected ones, the focused one in the list, or the open one. */
export function sessionsMeant({ location }: Page, { selected, byId }: ListModel): Row[] {
  const rowOf = (id: string | undefined): Row[] => (id === undefined ? [] : [byId.value.get(id) ?? []].flat());
  if (selected.value.size > 0) return [...selected.value].flatMap(rowOf);
  const route = location.route.value;
  const focused = document.activeElement?.closest<HTMLElement>("[data-session]")?.dataset.session;
  return rowOf(focused ?? (route.kind === "session" ? route.session : undefined));
}

async function openPalette(page: Page, model: ListModel): Promise<void> {
  // Read now: the list loses the focus when the palette opens.
  const rows = sessionsMeant(page, model);
  const { Palette } = await loadPalette();
  const commands = commandsOf(page, model, rows).filter(({ id }) => id !== PALETTE);
  page.overlay.show(<Palette model={model} commands={commands} />);
}

async function openHelp(page: Page, model: ListModel): Promise<void> {
  const { Help } = await loadHelp();
  page.overlay.show(<Help commands={commandsOf(page, model, [])} />);
}

/** What has no button of its own, for devices without keys. */
const inMenu: Readonly<Record<string, string | null>> = {
  [PALETTE]: null,
  [NEXT_IN_NEED]: null,
  [USAGE]: "Tokens and cost by day, agent and directory",
  [HELP]: "Notifications of this device, theme, text size, keys",
};

export function openPageMenu(page: Page, model: ListModel, anchor: Anchor): void {
  const items = commandsOf(page, model, []).flatMap(({ id, name, key, refusal, run }) => {
    const note = inMenu[id];
    return note === undefined ? [] : [{ id, name, key, note, refusal, run }];
  });
  page.overlay.show(<Menu label="Menu" anchor={anchor} items={items} onClose={() => page.overlay.close()} />);
}

const loadPalette = lazyImport(() => import("./palette.tsx"));
const loadHelp = lazyImport(() => import("./help.tsx"));

const command = (
  group: PageCommand["group"],
  name: string,
  key: string | null,
  run: () => void,
  refusal: string | null = null,
): PageCommand => ({ id: name, group, name, key, run, refusal });

/** `rows`: the target sessions. */
export function commandsOf(page: Page, model: ListModel, rows: readonly Row[]): PageCommand[] {
  const { location, settings } = page;
  const route = location.route.value;
  const openId = route.kind === "session" ? route.session : null;
  const isPlayedBack = route.kind === "session" && route.plays === true;
  const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();
  const go = (row: Row | null): void => {
    if (!row) return;
    // The prompt does not take the focus then: the next letter is a key again.
    focus("#main");
    location.go({ kind: "session", session: row.id, at: null });
  };
  /** What a button of the open session does. */
  const pressing = (name: string, also: string, ...selectors: readonly string[]): PageCommand => ({
    ...command(
      "Session",
      name,
      null,
      () => {
        const found = document.querySelector<HTMLElement>(selectors.join());
        if (found instanceof HTMLButtonElement) found.click();
        else found?.focus();
      },
      openId === null ? "No session is open." : null,
    ),
    also,
  });
  const { theme, density } = settings.values.value;
  const onSessions = offersFor(rows).map(({ action: { id, name, key }, refusal }): PageCommand => {
    const of = rows.length > 1 ? ` ${rows.length} sessions` : "";
    return { id, group: "Session", name: `${name}${of}`, key, refusal, run: () => void performAction(page, id, rows) };
  });
  return [
    command("Go to", PALETTE, "Mod+K", () => void openPalette(page, model)),
    command("Go to", "New session…", "N", () => void openNewSession(page)),
    command(
      "Go to",
      NEXT_IN_NEED,
      "A",
      () => go(model.nextInNeed(openId)),
      model.nextInNeed(openId) ? null : "No session needs you.",
    ),
    command("Go to", "Next session", "]", () => go(model.neighbour(openId, 1))),
    command("Go to", "Previous session", "[", () => go(model.neighbour(openId, -1))),
    command("Go to", "Filter the list", "/", () => focus(".filter")),
    command("Go to", "List of sessions", "G", () => focus(".lines [tabindex='0']:is(a, button)")),
    {
      ...command(
        "Go to",
        "Changes of the session",
        "D",
        () => {
          if (openId !== null) showChanges(page, openId, route.kind === "session" && route.view === undefined);
        },
        openId === null ? "No session is open." : null,
      ),
      also: "diff what changed",
    },
    command("Go to", "Question of the agent", "Q", () => focus("main .question")),
    command("Go to", "Prompt", "I", () => focus("main textarea[aria-label=Prompt]")),
    command("Go to", USAGE, "U", () => location.go({ kind: "usage" })),
    command(
      "Session",
      "Play back",
      "P",
      () => openId !== null && location.go({ kind: "session", session: openId, at: null, plays: true }),
      openId === null ? "No session is open." : isPlayedBack ? "It is played back already." : null,
    ),
    pressing("Find in the session", "search", ".transcript-tools .find", ".transcript-panel input"),
    pressing("Outline of the session", "turns", ".transcript-tools .outline", ".transcript-panel button"),
    pressing("Mode…", "permissions plan ask", ".session-header .mode"),
    pressing("Model…", "", ".session-header .model"),
    ...onSessions,
    ...(["system", "light", "dark"] as const)
      .filter((one) => one !== theme)
      .map((one) => command("Page", `${settingNames.theme}: ${one}`, null, () => settings.set("theme", one))),
    density === "compact"
      ? command("Page", "Comfortable rows", null, () => settings.set("density", "comfortable"))
      : command("Page", "Compact rows", null, () => settings.set("density", "compact")),
    command("Page", HELP, "?", () => void openHelp(page, model)),
  ];
}
