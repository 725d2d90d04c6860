// The frame of the page: the list of sessions at the left, the open session beside it, and overlays.
import { effect, useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { groupOf, sessionLabel } from "../../view/index.ts";
import { type Binding, listenForKeys } from "../page/keys.ts";
import { lazyModule } from "../page/lazy-module.ts";
import { type Page, usePage } from "../page/page.ts";
import { followViewport } from "../page/viewport.ts";
import { loadLazyParts } from "../parts/lazy.tsx";
import { MessageList } from "../parts/message-list.tsx";
import { prepareSession, SessionPage } from "../session/session-page.tsx";
import { type ListModel, openListModel } from "../sessions/list-model.ts";
import { openNewSession } from "../sessions/open-new-session.tsx";
import { SessionList } from "../sessions/session-list.tsx";
import { OpenUsage } from "../usage/open-usage.tsx";
import { WarningBanner } from "./warning-banner.tsx";
import { Welcome } from "./welcome.tsx";
import { whenIdle } from "./when-idle.ts";

/** The title of the browser's tab also shows how many sessions need somebody. */
function titleTab({ location }: Page, { byId }: ListModel): void {
  const route = location.route.value;
  const row = route.kind === "session" ? byId.value.get(route.session) : undefined;
  const needing = [...byId.value.values()].filter((one) => groupOf(one) === "needs_you").length;
  document.title = `${needing > 0 ? `(${needing}) ` : ""}${row ? `${sessionLabel(row)} · ` : ""}Skein`;
}

const commands = lazyModule(() => import("./commands.tsx"));

/** Null until the commands are loaded. */
function bindingsOf(page: Page, model: ListModel): Binding[] | null {
  const { commandsOf, sessionsMeant } = commands.loaded.peek() ?? {};
  if (!commandsOf || !sessionsMeant) return null;
  return commandsOf(page, model, sessionsMeant(page, model)).flatMap(({ key, refusal, run }) => {
    const act = (): void => (refusal ? page.messages.complain(refusal) : run());
    return key === null ? [] : [{ key, run: act }];
  });
}

/** What was not needed for what is drawn first, in the order in which it may be needed. */
async function prepareRest(page: Page): Promise<void> {
  await prepareSession();
  await page.skein.prepareView().catch(() => {});
  await commands.load();
  await loadLazyParts();
  // What fails to load is tried again with the next page: nothing that is shown needs it.
  await import("../notifications/start.ts").then((one) => one.startNotifications(page)).catch(() => undefined);
}

export function App() {
  const page = usePage();
  const model = useMemo(() => openListModel(page), [page]);
  const route = page.location.route.value;
  useEffect(() => effect(() => titleTab(page, model)), [page, model]);
  useEffect(() => followViewport(), []);
  const isListed = useComputed(() => page.list.sessions.value !== null).value;
  useEffect(() => (isListed ? whenIdle(() => void prepareRest(page)) : undefined), [page, isListed]);
  const onNew = (): void => void openNewSession(page);
  const onMenu = (button: HTMLElement): void =>
    void commands.load().then(() => commands.loaded.value?.openPageMenu(page, model, button));
  useEffect(
    () =>
      listenForKeys({
        letterKeys: () => page.settings.values.value.letterKeys === "on",
        bindings: () => bindingsOf(page, model) ?? commands.load().then(() => bindingsOf(page, model) ?? []),
      }),
    [page, model],
  );
  return (
    <div class="frame" data-route={route.kind}>
      <a class="skip" href="#main">
        Skip the list
      </a>
      <WarningBanner />
      <SessionList model={model} onNew={onNew} onMenu={onMenu} />
      <main id="main" tabIndex={-1}>
        {route.kind === "session" ? (
          <SessionPage key={route.session} id={route.session} />
        ) : route.kind === "usage" ? (
          <OpenUsage />
        ) : (
          <Welcome model={model} onNew={onNew} />
        )}
      </main>
      <MessageList />
      {page.overlay.shown.value}
    </div>
  );
}
