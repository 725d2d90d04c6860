// The menu of snooze times.
import { type Row, type SnoozeChoice, sessionLabel, snoozeChoices } from "../../view/index.ts";
import { usePage } from "../page/page.ts";
import { Menu } from "../parts/menu.tsx";

interface Props {
  readonly rows: readonly Row[];
  readonly onChoose: (choice: SnoozeChoice) => void;
}

export function SnoozeMenu({ rows, onChoose }: Props) {
  const { overlay, now } = usePage();
  const [first] = rows;
  const label = `Snooze ${first && rows.length === 1 ? sessionLabel(first) : `${rows.length} sessions`}`;
  const items = snoozeChoices(now.peek()).map((choice) => ({
    id: choice.name,
    name: choice.name,
    note: choice.note,
    run: () => onChoose(choice),
  }));
  const focused = document.activeElement;
  const anchor =
    focused instanceof HTMLElement && focused !== document.body
      ? focused
      : { x: document.documentElement.clientWidth / 3, y: document.documentElement.clientHeight / 4 };
  return <Menu label={label} anchor={anchor} items={items} onClose={() => overlay.close()} />;
}
