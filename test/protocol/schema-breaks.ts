// What a schema refuses although an earlier one allowed it. It errs on the side of telling: what it can't compare counts as a break.

type Schema = { readonly [keyword: string]: unknown };

/** Bounds that may only get wider: whether the later one is not narrower. */
const bounds: Readonly<Record<string, (earlier: number, later: number) => boolean>> = {
  minimum: (earlier, later) => later <= earlier,
  exclusiveMinimum: (earlier, later) => later <= earlier,
  minItems: (earlier, later) => later <= earlier,
  minLength: (earlier, later) => later <= earlier,
  maximum: (earlier, later) => later >= earlier,
  maxItems: (earlier, later) => later >= earlier,
  maxLength: (earlier, later) => later >= earlier,
};

export function breaksIn(earlier: Schema, later: Schema, at = ""): string[] {
  const alternatives = choicesOf(earlier);
  if (alternatives.length > 1)
    return alternatives.flatMap((one, index) => breaksIn(one, later, `${at}(choice ${index + 1})`));
  const choices = choicesOf(later);
  if (choices.length > 1) {
    const [old = {}] = alternatives;
    return choices.some((one) => breaksIn(old, one, at).length === 0)
      ? []
      : [`${at || "it"} fits none of the choices any more`];
  }
  const [old = {}] = alternatives;
  const [now = {}] = choices;
  return [
    ...typeBreaks(old, now, at),
    ...valueBreaks(old, now, at),
    ...boundBreaks(old, now, at),
    ...objectBreaks(old, now, at),
    ...(isSchema(now.items) ? breaksIn(isSchema(old.items) ? old.items : {}, now.items, `${at}[]`) : []),
  ];
}

/** A list of types is a choice as well. */
function choicesOf(schema: Schema): Schema[] {
  const given = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(given)) return (given as Schema[]).flatMap(choicesOf);
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ ...schema, type }));
  return [schema];
}

function typeBreaks(old: Schema, now: Schema, at: string): string[] {
  if (now.type === undefined || now.type === old.type) return [];
  if (now.type === "number" && old.type === "integer") return [];
  return [`${at || "it"} must be ${now.type}, and was ${old.type ?? "anything"}`];
}

function valueBreaks(old: Schema, now: Schema, at: string): string[] {
  const allowed = valuesOf(now);
  if (allowed === null) return [];
  const were = valuesOf(old);
  if (were === null) return [`${at || "it"} may be ${allowed.join(", ")} only`];
  return were.filter((value) => !allowed.includes(value)).map((value) => `${at || "it"} may not be ${value} any more`);
}

const valuesOf = ({ enum: values, const: value }: Schema): unknown[] | null =>
  Array.isArray(values) ? values : value === undefined ? null : [value];

function boundBreaks(old: Schema, now: Schema, at: string): string[] {
  const narrowed = Object.entries(bounds).filter(([word, isWideEnough]) => {
    const [before, after] = [old[word], now[word]];
    return typeof after === "number" && !(typeof before === "number" && isWideEnough(before, after));
  });
  const patterns = now.pattern !== undefined && now.pattern !== old.pattern ? ["pattern"] : [];
  return [...narrowed.map(([word]) => word), ...patterns].map((word) => `${at || "it"} has a narrower ${word}`);
}

function objectBreaks(old: Schema, now: Schema, at: string): string[] {
  const required = (now.required ?? []) as string[];
  const were = (old.required ?? []) as string[];
  const missing = required.filter((name) => !were.includes(name)).map((name) => `${at}.${name} is required now`);
  const properties = (now.properties ?? {}) as Record<string, Schema>;
  const known = (old.properties ?? {}) as Record<string, Schema>;
  const changed = Object.entries(properties).flatMap(([name, schema]) => {
    const before = known[name];
    // What was not described could be anything, but nobody wrote it: it is a new field.
    return before ? breaksIn(before, schema, `${at}.${name}`) : [];
  });
  const isClosed = now.additionalProperties === false && old.additionalProperties !== false;
  return [...missing, ...changed, ...(isClosed ? [`${at || "it"} takes no other fields any more`] : [])];
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
