// The name under which people see a session.
interface Named {
  readonly id: string;
  readonly name: string | null;
  readonly title: string | null;
}

/** Its name, its title, or the beginning of its id. */
export const sessionLabel = ({ id, name, title }: Named): string => name ?? title ?? id.slice(0, 8);
