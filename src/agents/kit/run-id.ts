// Agents may restart their ids in each process, or copy them with a conversation. The run as a prefix makes them unique.
export const idIn = ({ run }: { readonly run: string }, id: string): string => `${run}-${id}`;
