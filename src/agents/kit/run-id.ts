// Ids of an agent may begin anew with each process, or be the same in a copy of the conversation. With the run in front they are unique.
export const idIn = ({ run }: { readonly run: string }, id: string): string => `${run}-${id}`;
