// The frame of the page: the sessions at the left, what is open beside them.
import { usePage } from "../page/page.ts";
import { SessionPage } from "../session/session-page.tsx";
import { SessionList } from "../sessions/session-list.tsx";

export function App() {
  const { location } = usePage();
  const place = location.place.value;
  return (
    <div class="frame">
      <SessionList />
      <main>{place.kind === "session" ? <SessionPage key={place.session} id={place.session} /> : <h1>Skein</h1>}</main>
    </div>
  );
}
