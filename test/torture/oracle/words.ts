// I6: an error that people see names what went wrong and what they can do.

export function wordFaults(message: string, { cause, remedy }: { cause: RegExp; remedy: RegExp }): string[] {
  return [
    ...(cause.test(message) ? [] : [`the message does not name its cause (${cause}): ${message}`]),
    ...(remedy.test(message) ? [] : [`the message does not say what to do (${remedy}): ${message}`]),
  ];
}
