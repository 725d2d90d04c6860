// Consecutive tool calls: one line that says what was done, which opens to the lines of the calls.
import { useContext, useLayoutEffect } from "preact/hooks";
import { type CallGroup as Calls, callGroupMs, callGroupText, durationText } from "../../../view/index.ts";
import { Foldable, FoldsContext } from "./foldable.tsx";
import { Item } from "./item.tsx";
import { toolFold } from "./tool-call.tsx";

export function CallGroup({ group }: { group: Calls }) {
  const { key, items } = group;
  const folds = useContext(FoldsContext);
  const [first] = items;
  const words = callGroupText(group);
  const ms = callGroupMs(group);
  // A call that somebody has opened does not disappear when it comes into a group.
  useLayoutEffect(() => {
    const hasOpen = items.some(({ block }) => folds?.isTurned(toolFold(block.seq)));
    if (hasOpen && !folds?.isTurned(key)) folds?.turn(key);
  }, [items.length]);
  const line = (
    <>
      <span class="title">{words}</span>
      {ms !== null && <span class="state completed">{durationText(ms)}</span>}
    </>
  );
  return (
    <article class="item calls" aria-label={`Tool calls: ${words}`} data-key={key} data-seq={first?.block.seq}>
      <Foldable name={key} whenClosed={line} whenOpen={line}>
        {(isOpen) => isOpen && items.map((item) => <Item key={item.key} item={item} />)}
      </Foldable>
    </article>
  );
}
