// An input for a directory, with recent directories and completions of a typed path.
import { useEffect, useState } from "preact/hooks";
import { usePage } from "../page/page.ts";

interface Props {
  readonly value: string;
  readonly recent: readonly string[];
  readonly onChange: (path: string) => void;
}

interface Found {
  readonly path: string;
  readonly note: string;
}

const MOST = 12;

const problems = {
  missing: "There is no such directory.",
  not_a_directory: "This is a file, not a directory.",
  unreadable: "This directory can't be read.",
} as const;

/** Only the result of the latest query is used. */
function useFound(
  value: string,
  recent: readonly string[],
  isOpen: boolean,
): { items: Found[]; problem: string | null } {
  const { skein } = usePage();
  const [listed, setListed] = useState<{ items: Found[]; problem: string | null }>({ items: [], problem: null });
  useEffect(() => {
    if (!isOpen) return;
    let isOld = false;
    skein.directories(value, { limit: MOST }).then(
      ({ items, problem }) => {
        if (isOld) return;
        const found = items.map(({ path, isRepository }) => ({ path, note: isRepository ? "repository" : "" }));
        setListed({ items: found, problem: problem && problems[problem] });
      },
      // Without completions the person types the whole path.
      () => {},
    );
    return () => {
      isOld = true;
    };
  }, [skein, value, isOpen]);
  const used = recent
    .filter((path) => path !== value && path.startsWith(value))
    .map((path) => ({ path, note: "recent" }));
  const others = listed.items.filter(({ path }) => !used.some((one) => one.path === path));
  return { items: [...used, ...others].slice(0, MOST), problem: listed.problem };
}

export function DirectoryField({ value, recent, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { items, problem } = useFound(value, recent, isOpen);
  const isShown = isOpen && items.length > 0;
  const choose = (path: string | undefined): void => {
    if (path === undefined) return;
    onChange(path);
    setAt(-1);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const steps: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => (isShown ? setAt((at + 1) % items.length) : setOpen(true)),
      ArrowUp: isShown ? () => setAt((at - 1 + items.length) % items.length) : undefined,
      Enter: isShown && at >= 0 ? () => choose(items[at]?.path) : undefined,
      Escape: isShown ? () => setOpen(false) : undefined,
    };
    const step = steps[event.key];
    if (!step) return;
    step();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="directory-field">
      <label>
        Directory
        <input
          type="text"
          role="combobox"
          aria-expanded={isShown}
          aria-controls="directories"
          aria-autocomplete="list"
          aria-activedescendant={isShown && at >= 0 ? `directory-${at}` : undefined}
          aria-describedby="directory-problem"
          required
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          placeholder="/home/you/project"
          value={value}
          onInput={({ currentTarget }) => {
            onChange(currentTarget.value);
            setAt(-1);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
      </label>
      <div id="directories" role="listbox" aria-label="Directories" hidden={!isShown}>
        {items.map(({ path, note }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={path}
            id={`directory-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(path)}
          >
            <span class="name">
              <bdi>{path}</bdi>
            </span>
            <span class="note">{note}</span>
          </div>
        ))}
      </div>
      <p id="directory-problem" class="note" role="status">
        {isOpen && items.length === 0 ? problem : null}
      </p>
    </div>
  );
}
