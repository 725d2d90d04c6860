// The sessions at the left.
import { sessionLabel } from "../../view/index.ts";
import { addressOf } from "../page/location.ts";
import { usePage } from "../page/page.ts";

export function SessionList() {
  const { list, location } = usePage();
  return (
    <nav aria-label="Sessions">
      <ul>
        {list.sessions.value?.map(({ id, name, title, status }) => (
          <li key={id}>
            <a
              href={addressOf({ kind: "session", session: id, at: null })}
              onClick={(event) => {
                event.preventDefault();
                location.go({ kind: "session", session: id, at: null });
              }}
            >
              {sessionLabel({ id, name, title })} <small>{status}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
