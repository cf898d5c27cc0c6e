/** JSON.parse with the text of each value, and text that goes out as it came: Node has both, the library of types not yet. */
interface SourceJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): unknown
}

/** Parsed so that `JSON.stringify` writes each number as it was written, `85.0` as `85.0`. */
export function parseKeepingNumbers(text: string): unknown {
  const { parse, rawJSON } = JSON as unknown as SourceJson
  return parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  )
}
