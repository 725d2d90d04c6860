// The frame of the page: the sessions at the left, what is open beside them, and what lies over both.
import { useEffect, useMemo } from "preact/hooks";
import { listenForKeys } from "../page/keys.ts";
import { usePage } from "../page/page.ts";
import { MessageList } from "../parts/message-list.tsx";
import { SessionPage } from "../session/session-page.tsx";
import { openListModel } from "../sessions/list-model.ts";
import { SessionList } from "../sessions/session-list.tsx";
import { commandsOf, openNewSession, sessionsMeant } from "./commands.tsx";
import { TroubleBanner } from "./trouble-banner.tsx";
import { Welcome } from "./welcome.tsx";

export function App() {
  const page = usePage();
  const model = useMemo(() => openListModel(page), [page]);
  const place = page.location.place.value;
  const onNew = (): void => void openNewSession(page);
  useEffect(
    () =>
      listenForKeys({
        letterKeys: () => page.settings.values.value.letterKeys === "on",
        bindings: () =>
          commandsOf(page, model, sessionsMeant(page, model)).flatMap(({ key, refusal, run }) => {
            const act = (): void => (refusal ? page.messages.complain(refusal) : run());
            return key === null ? [] : [{ key, run: act }];
          }),
      }),
    [page, model],
  );
  return (
    <div class="frame" data-place={place.kind}>
      <a class="skip" href="#main">
        Skip the list
      </a>
      <TroubleBanner />
      <SessionList model={model} onNew={onNew} />
      <main id="main" tabIndex={-1}>
        {place.kind === "session" ? (
          <SessionPage key={place.session} id={place.session} />
        ) : (
          <Welcome model={model} onNew={onNew} />
        )}
      </main>
      <MessageList />
      {page.overlay.shown.value}
    </div>
  );
}
