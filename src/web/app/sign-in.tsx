// What a browser shows that is not signed in: how to get in. Nothing else of Skein is asked for before.
interface Props {
  /** What the daemon said of the code that was tried. */
  readonly why: string | null;
}

export function SignIn({ why }: Props) {
  return (
    <main class="sign-in">
      <h1>Skein</h1>
      {why === null ? <p>This browser is not signed in.</p> : <p role="alert">{why}</p>}
      <p>
        On the machine where your sessions run, type <code>skein web</code> and open the address that it prints.
      </p>
    </main>
  );
}
