// Parses the query of a request with its operation's schema: each parameter at most once. Unknown parameters are ignored.
import type * as z from "zod";
import type { ProblemCode } from "../../protocol/index.ts";
import { Refusal } from "../refusal.ts";

export function readQuery(schema: z.ZodObject, search: string): Record<string, unknown> {
  const given = new URLSearchParams(search);
  const read = Object.entries(schema.shape).flatMap(([name, parameter]) => {
    const [value, ...more] = given.getAll(name);
    if (more.length > 0) throw new Refusal("invalid_body", `${name} is given more than once; give it once.`);
    return value === undefined ? [] : [[name, readParameter(name, parameter, value)]];
  });
  return Object.fromEntries(read);
}

export function readParameter<Parameter extends z.core.$ZodType>(
  name: string,
  parameter: Parameter,
  value: string,
): z.output<Parameter> {
  const { data, error } = (parameter as unknown as z.ZodType).safeParse(value);
  const issue = error?.issues[0];
  if (!issue) return data as z.output<Parameter>;
  const code = (issue.code === "custom" ? issue.params?.code : undefined) ?? "invalid_body";
  throw new Refusal(code as ProblemCode, `${name} ${issue.message}, not ${quoted(value)}.`);
}

const SHOWN = 80;

const quoted = (value: string): string => `"${value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}"`;
