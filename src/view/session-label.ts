// What a session is called where people see it.
interface Named {
  readonly id: string;
  readonly name: string | null;
  readonly title: string | null;
}

/** Its name, or what was asked first, or the beginning of its id. */
export const sessionLabel = ({ id, name, title }: Named): string => name ?? title ?? id.slice(0, 8);
