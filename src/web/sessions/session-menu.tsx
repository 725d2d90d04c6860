// The menu of one or several sessions: available actions, and why others are not available.
import { useEffect, useState } from "preact/hooks";
import { type Offer, offersFor, type Row, type SessionActionId, sessionLabel } from "../../view/index.ts";
import { type Page, usePage } from "../page/page.ts";
import { type Anchor, Menu, type MenuItem } from "../parts/menu.tsx";
import { performAction } from "./lazy-actions.ts";

/** The intents for which the daemon is asked. */
const intents = {
  interrupt: { type: "interrupt" },
  restart: { type: "restart" },
  kill: { type: "stop" },
} as const;

type AskedCommand = keyof typeof intents;

const asked = Object.keys(intents) as readonly AskedCommand[];

/** The daemon knows more than a row, such as who calls and what the agent supports. */
async function refusalsOf({ skein }: Page, row: Row): Promise<ReadonlyMap<SessionActionId, string>> {
  const found = await skein.why(
    row.id,
    asked.map((id) => intents[id]),
  );
  return new Map(asked.flatMap((id, at) => (found[at] ? [[id, found[at].detail]] : [])));
}

const itemsFor = (page: Page, offers: readonly Offer[], rows: readonly Row[]): MenuItem[] =>
  offers.map(({ action, refusal }) => ({
    id: action.id,
    name: action.name,
    note: action.about,
    key: action.key,
    isGrave: action.isGrave,
    refusal,
    run: () => void performAction(page, action.id, rows),
  }));

interface Props {
  readonly rows: readonly Row[];
  readonly anchor: Anchor;
  /** Starts a selection, for devices without a hovering pointer. */
  readonly onSelect?: () => void;
}

export function SessionMenu({ rows, anchor, onSelect }: Props) {
  const page = usePage();
  const [refusals, setRefusals] = useState<ReadonlyMap<SessionActionId, string>>(new Map());
  const [first] = rows;
  const only = rows.length === 1 ? first : undefined;
  useEffect(() => {
    if (only) refusalsOf(page, only).then(setRefusals, () => {});
  }, [page, only]);
  if (!first) return null;
  const offers = offersFor(rows).map(({ action, refusal }) => ({
    action,
    refusal: refusal ?? refusals.get(action.id) ?? null,
  }));
  const label = only ? `Actions for ${sessionLabel(only)}` : `Actions for ${rows.length} sessions`;
  const items = itemsFor(page, offers, rows);
  if (onSelect) items.unshift({ id: "select", name: "Select", run: onSelect });
  return <Menu label={label} anchor={anchor} items={items} onClose={() => page.overlay.close()} />;
}
