// Below the end of a turn: the sessions that were forked from there, or the one that this session was forked from.
import { computed, type ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type ForkLink, forkLinks } from "../../../view/index.ts";
import { addressOf } from "../../page/location.ts";
import { type Page, usePage } from "../../page/page.ts";

export type ForkLinks = ReadonlySignal<ReturnType<typeof forkLinks>>;

export const ForksContext = createContext<ForkLinks | null>(null);

/** The links of a session, changed only if they change. */
export function openForkLinks({ list }: Pick<Page, "list">, session: string): ForkLinks {
  let last: ReturnType<typeof forkLinks> = new Map();
  return computed(() => {
    const links = forkLinks(list.sessions.value ?? [], session);
    if (JSON.stringify([...links]) !== JSON.stringify([...last])) last = links;
    return last;
  });
}

export function Forks({ seq }: { seq: number }) {
  const links = useContext(ForksContext)?.value.get(seq);
  if (!links) return null;
  return (
    <ul class="forks">
      {links.map((link) => (
        <li key={link.session}>
          {link.kind === "fork" ? "A fork begins here:" : "Everything above is from"} <ForkTarget link={link} />
        </li>
      ))}
    </ul>
  );
}

function ForkTarget({ link: { session, at, label } }: { link: ForkLink }) {
  const { location } = usePage();
  const place = { kind: "session", session, at } as const;
  return (
    <a
      href={addressOf(place)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        location.go(place);
      }}
    >
      <bdi>{label}</bdi>
    </a>
  );
}
