/** The deepest body of ours has four. */
const deepest = 8

/** Names the field it happens at, where there is one. */
export class BadJson extends Error {
  override name = 'BadJson'
  readonly field: string | undefined
  constructor(field?: string) {
    super('bad json')
    this.field = field
  }
}

/**
 * Refuses (BadJson) what is no JSON in UTF-8, an object that names a field twice (two readers would see two values),
 * `__proto__` and its kin, deep nesting, and texts that the database cannot hold: zero bytes and halves of letters.
 */
export function strictJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadJson()
  }
  inspect(text)
  return value
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadJson()
  }
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** The text is known to be JSON. */
function inspect(text: string) {
  /** Names seen in each open object; a list has none. */
  const open: (Set<string> | undefined)[] = []
  for (const [mark, , isName] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (mark === '{' || mark === '[') {
      if (open.push(mark === '{' ? new Set() : undefined) > deepest) throw new BadJson()
    } else if (mark === '}' || mark === ']') open.pop()
    else readText(mark, isName !== undefined, open.at(-1))
  }
}

function readText(mark: string, isName: boolean, seen: Set<string> | undefined) {
  const text: string = JSON.parse(isName ? mark.replace(/\s*:$/, '') : mark)
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new BadJson()
  if (!isName) return
  if (forbidden.has(text) || seen?.has(text)) throw new BadJson(text.slice(0, 100))
  seen?.add(text)
}
