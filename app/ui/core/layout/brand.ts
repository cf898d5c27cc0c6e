import { readablePair } from '#app/domain/core/colour.ts'

/**
 * The style rule that gives a tenant's colour (`#rrggbb`) to its pages, for their head; the stylesheets make `--brand`
 * of it. No colour, or anything that is not one, gives no rule: then Lunas' own colour applies.
 */
export function brandStyle(colour: string | null): string {
  if (!colour) return ''
  let style = styles.get(colour)
  if (style === undefined) {
    style = styleOf(colour)
    if (styles.size > 1_000) styles.clear()
    styles.set(colour, style)
  }
  return style
}

/** Worked out once for a colour: every page of an organisation asks for the same one. */
const styles = new Map<string, string>()

function styleOf(colour: string): string {
  const pair = readablePair(colour)
  return pair ? `:root{--tenant:${pair.light};--tenant-dark:${pair.dark}}` : ''
}

/** The rule that lays a picture behind public pages; what is read on them keeps its own paper. */
export function backgroundStyle(address: string | null): string {
  if (!address || !/^(data:image\/webp;base64,[\w/+=]+|[\w/.?=-]+)$/.test(address)) return ''
  return `body{background:var(--wash) url(${address}) center/cover fixed}.narrow{background:var(--paper)}`
}
