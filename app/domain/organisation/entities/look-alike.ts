/** What an eye takes for one another, each kind under one letter. */
const takenFor: readonly [RegExp, string][] = [
  [/-/g, ''],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

const seenAs = (subdomain: string) =>
  takenFor.reduce((seen, [these, letter]) => seen.replace(these, letter), subdomain)

/**
 * Whether two different subdomains would be mixed up: they look alike (`mawar-1`, `mawarl`), or one character is left out,
 * put in or another, as when somebody mistypes.
 */
export function looksLike(one: string, other: string): boolean {
  return one !== other && (seenAs(one) === seenAs(other) || isOneSlipFrom(one, other))
}

function isOneSlipFrom(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  const rest = short.length === long.length ? same + 1 : same
  return short.slice(rest) === long.slice(same + 1)
}
