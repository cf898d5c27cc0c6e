import { ownScript } from './own-script.ts'

/**
 * What no page of the product may have, whatever it shows: a script or a style of its own, no or several first headings
 * or main parts, an id twice, a control without a name, a state without the mark that says it where colour does not.
 * @param html a whole page, or all that a frame draws
 */
export function pageFaults(html: string): string[] {
  const faults: string[] = []
  const active = html
    .replace(ownScript, '')
    .match(/<script|<[^>]*\s(?:on[a-z]+|style)=|(?:href|action|src)="javascript:/i)
  if (active) faults.push(`runs or styles by itself: ${active[0].slice(-60)}`)
  for (const tag of ['h1', 'main']) {
    const count = html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0
    if (count !== 1) faults.push(`has ${count} <${tag}>`)
  }
  const ids = [...html.matchAll(/<[^>]*\sid="([^"]+)"/g)].map(([, id]) => id!)
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index)))
    faults.push(`has #${id} twice`)
  const linked = /<link\b[^>]*rel="stylesheet"/.test(html)
  const styled = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1]
  if (!linked && styled && !/(^|})\.status\{/.test(styled) && /class="status[ "]/.test(html))
    faults.push('shows the state of something without its mark')
  return [...faults, ...unnamedControls(html).map((tag) => `does not name ${tag}`)]
}

/** A control is named by a label that points at it or holds it, or by its own attribute. */
function unnamedControls(html: string): string[] {
  const labelled = new Set([...html.matchAll(/<label\b[^>]*\sfor="([^"]+)"/g)].map(([, id]) => id))
  const free = html.replace(/<label\b(?![^>]*\sfor=)[^>]*>.*?<\/label>/gs, '')
  return [...free.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/type="(?:hidden|submit)"|\saria-label(?:ledby)?=/.test(tag))
    .filter((tag) => !labelled.has(/\sid="([^"]+)"/.exec(tag)?.[1]))
}
