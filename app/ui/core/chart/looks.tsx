/**
 * How an area is drawn: told apart without colour, on paper and on a dark screen, since all take the colour of the page.
 * The order is from the lightest to the darkest.
 */
export const looks = ['hollow', 'dots', 'lines', 'hatch', 'cross', 'solid'] as const
export type Look = (typeof looks)[number] | 'running'

/** Lines and dots of a pattern of 6 by 6 pixels. */
const patterns: Partial<Record<Look, string>> = {
  dots: 'M2 2h1.6v1.6h-1.6zM5 5h1v1h-1z',
  lines: 'M0 1.5h6M0 4.5h6',
  hatch: 'M-1 1l2-2M0 6l6-6M5 7l2-2',
  cross: 'M0 6l6-6M0 0l6 6M0 3h6',
  running: 'M-1 1l2-2M0 6l6-6M5 7l2-2',
}

/** The patterns that a drawing uses; `id` is the drawing's own. */
export function Patterns({ id, used }: { id: string; used: readonly Look[] }) {
  const drawn = [...new Set(used)].filter((look) => patterns[look])
  if (drawn.length === 0) return null
  return (
    <defs>
      {drawn.map((look) => (
        <pattern key={look} id={`${id}-${look}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d={patterns[look]} fill="none" stroke="var(--brand)" strokeWidth="1.2" />
        </pattern>
      ))}
    </defs>
  )
}

/** What a shape of this look is filled and outlined with. */
export function inLook(look: Look, id: string) {
  return {
    fill: look === 'solid' ? 'var(--brand)' : patterns[look] ? `url(#${id}-${look})` : 'none',
    stroke: 'var(--brand)',
    strokeDasharray: look === 'running' ? '4 3' : undefined,
  }
}

/** A little square of a look, before the name of what is drawn so. */
export function Swatch({ look, id }: { look: Look; id: string }) {
  return (
    <svg width="16" height="16" aria-hidden="true">
      <rect x="1" y="1" width="14" height="14" {...inLook(look, id)} />
    </svg>
  )
}
