// The sign-in form. Nothing else is requested from the daemon before.
import type { JSX, TargetedSubmitEvent } from "preact";
import { codeIn } from "./code-in-address.ts";

interface Props {
  /** The daemon's answer to a wrong code. */
  readonly why: string | null;
  readonly isTrying: boolean;
  enter(code: string): void;
}

export function SignIn({ why, isTrying, enter }: Props): JSX.Element {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("code");
    if (typeof typed === "string" && typed.trim() !== "") enter(codeIn(typed));
  };
  return (
    <main class="sign-in">
      <h1>Skein</h1>
      <p role={why === null ? undefined : "alert"}>{why === null ? "This browser is not signed in." : withCode(why)}</p>
      <p>
        On the machine where your sessions run, type <code>skein web</code> and open the address that it prints. For a
        phone, type <code>skein web --pair</code>.
      </p>
      <form onSubmit={submit}>
        <label for="code">Code</label>
        <input
          id="code"
          name="code"
          autocomplete="off"
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          aria-describedby="code-help"
        />
        <button type="submit" disabled={isTrying}>
          Sign in
        </button>
        <p id="code-help">The short code that was printed, such as abcd-2345, or the whole address.</p>
      </form>
    </main>
  );
}

/** What is between backticks as code. */
const withCode = (text: string): (string | JSX.Element)[] =>
  text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
