// The lifetime of a test's resources: one test, or several consecutive ones.
import { afterAll, onTestFinished } from "vitest";

/** Called at its end; what was started last ends first. */
type End = (hasFailed: boolean) => Promise<void>;

/** Whoever begins something says how it ends. */
export type Lifetime = (end: End) => void;

export const ofTheTest: Lifetime = (end) => onTestFinished(({ task }) => end(task.result?.state === "fail"));

/**
 * Made for the first test of this `describe` that asks for it, and ended after the last. After a test that failed, the next one, or its second attempt,
 * gets another.
 */
export function sharedByTests<Shared>(make: (lifetime: Lifetime) => Promise<Shared>): () => Promise<Shared> {
  let shared: Promise<Shared> | null = null;
  let ends: End[] = [];
  const end = async (hasFailed: boolean): Promise<void> => {
    const toEnd = ends;
    shared = null;
    ends = [];
    const stack = new AsyncDisposableStack();
    for (const one of toEnd) stack.defer(() => one(hasFailed));
    await stack.disposeAsync();
  };
  afterAll(() => end(false));
  return () => {
    onTestFinished(async ({ task }) => {
      if (task.result?.state === "fail") await end(true);
    });
    shared ??= make((one) => void ends.push(one));
    return shared;
  };
}
