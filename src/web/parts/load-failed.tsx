// Instead of a part of the page whose program could not be loaded.
import type { LazyModule } from "../page/lazy-module.ts";

interface Props {
  readonly what: string;
  readonly program: LazyModule<unknown>;
}

export function LoadFailed({ what, program }: Props) {
  return (
    <p class="note" role="alert">
      {what} could not be loaded: {program.failure.value}{" "}
      <button type="button" onClick={() => void program.load()}>
        Try again
      </button>
    </p>
  );
}
