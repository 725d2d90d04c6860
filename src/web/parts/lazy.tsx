// Parts of the page that are loaded apart from what is drawn first: when they are needed, or once the browser has time.
import type { ComponentType, JSX } from "preact";
import { useContext, useEffect } from "preact/hooks";
import { type LazyModule, lazyModule } from "../page/lazy-module.ts";
import { PageContext } from "../page/page.ts";

const parts: LazyModule<unknown>[] = [];

/** A component that is drawn once it is loaded. One that can't be loaded is asked for again the next time. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element | null {
  const program = lazyModule(load);
  parts.push(program);
  return function Later(props) {
    // An exported file has no page around it, and all parts in it.
    const page = useContext(PageContext);
    useEffect(() => {
      void program.load().then(() => {
        const { value: failure } = program.failure;
        if (failure !== null) page?.messages.complain(`This part of the page could not be loaded: ${failure}`);
      });
    }, []);
    const Part = program.loaded.value;
    return Part && <Part {...props} />;
  };
}

/** Anything else that is loaded apart. */
export function lazyImport<T>(load: () => Promise<T>): () => Promise<T> {
  parts.push(lazyModule(load));
  return load;
}

/** Loads them all, so that they are there when they are needed, whatever the connection is like then. */
export async function loadLazyParts(): Promise<void> {
  for (const part of parts) await part.load();
}
