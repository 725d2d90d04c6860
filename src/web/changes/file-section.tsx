// One changed file: its name, what is said of it, and its lines.
import { useState } from "preact/hooks";
import { exactLine, exactPath, remarksOn } from "../../view/changes/index.ts";
import { countText } from "../../view/index.ts";
import { InOrder } from "../parts/in-order.tsx";
import type { ChangedFile, ChangesModel } from "./changes-model.ts";
import { Counts } from "./counts.tsx";
import { DiffLines } from "./diff-lines.tsx";
import { FileName, Status } from "./file-list.tsx";

/** More is opened by hand. */
const MAX_OPEN_LINES = 1500;

export function FileSection({ model, file }: { model: ChangesModel; file: ChangedFile }) {
  const { folds, views, comments } = model;
  views.value;
  const { path, hunks, cut } = file;
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const isViewed = model.isViewed(file);
  const isOpen = folds.value.get(path) ?? (!isViewed && lines <= MAX_OPEN_LINES);
  const remarks = remarksOn(file);
  const own = comments.all.value.filter((one) => one.path === path).length;
  return (
    <article class="file" aria-label={exactPath(path)} data-path={path}>
      <header>
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          onClick={() => {
            folds.value = new Map([...folds.value, [path, !isOpen]]);
          }}
        >
          <Status file={file} />
          <FileName path={path} />
        </button>
        {own > 0 && <span class="quiet">{countText(own, "comment")}</span>}
        <Counts file={file} />
        <label class="check viewed">
          <input
            type="checkbox"
            checked={isViewed}
            onChange={({ currentTarget }) => model.setViewed(file, currentTarget.checked)}
          />
          Viewed
        </label>
      </header>
      {isOpen && (
        <>
          {remarks.length > 0 && (
            <p class="note remarks">
              <bdi dir="ltr">
                <InOrder text={exactLine(remarks.join(" · "))} />
              </bdi>
            </p>
          )}
          {lines > 0 && <DiffLines model={model} file={file} />}
          {cut && <Rest model={model} path={path} />}
        </>
      )}
      {!isOpen && lines > MAX_OPEN_LINES && !isViewed && (
        <p class="note remarks">{countText(lines, "line")}; open the file to see them.</p>
      )}
    </article>
  );
}

function Rest({ model, path }: { model: ChangesModel; path: string }) {
  const [isBusy, setBusy] = useState(false);
  const fetch = async (): Promise<void> => {
    setBusy(true);
    await model.fetchWhole(path);
    setBusy(false);
  };
  return (
    <p class="rest">
      <button type="button" disabled={isBusy} onClick={() => void fetch()}>
        {isBusy ? "Loading …" : "Load more of this file"}
      </button>
    </p>
  );
}
