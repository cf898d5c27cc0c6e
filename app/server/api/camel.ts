/** `contact_email` → `contactEmail`: names of columns as the API's callers write them. */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

export type CamelKeys<Row> = { [Name in keyof Row & string as Camel<Name>]: InJson<Row[Name]> }
/** Instants are told as text, `2026-01-31T06:05:00.000Z`. */
type InJson<Value> = Value extends Date ? string : Value

export function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const fields = Object.entries(row).map(([name, value]) => [
    camel(name),
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(fields) as CamelKeys<Row>
}

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? Letter extends Lowercase<Letter>
    ? `${Letter}${Snake<Rest>}`
    : `_${Lowercase<Letter>}${Snake<Rest>}`
  : Name

type SnakeKeys<Fields> = { [Name in keyof Fields & string as Snake<Name>]: Fields[Name] }

export function snakeKeys<Fields extends object>(fields: Fields): SnakeKeys<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [snake(name), value])) as SnakeKeys<Fields>
}
