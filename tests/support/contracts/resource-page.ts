import type { Sent } from './resource-example.ts'

/** The field of what is sent under a name: `schedule[0].room` is of `schedule`. */
export const fieldOf = (name: string) => name.replace(/\[.*$/, '')

/** What is sent for some of the fields. */
export const some = (sent: Sent, isOne: (field: string) => boolean): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => isOne(fieldOf(name))))

/** Head and facts of the page of a row, without one that is another each time. */
export function toldOn(page: string, leftOut: string) {
  const [head] = /<header class="head">.*?<\/header>/s.exec(page) ?? ['']
  const facts = [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label, value]) => [
    label,
    value,
  ])
  return { head: head.replaceAll(/<[^>]+>/g, ' '), facts: facts.filter(([label]) => label !== leftOut) }
}

/** What those facts say under a label. */
export const factIn = ({ facts }: ReturnType<typeof toldOn>, label: string) =>
  facts.filter(([one]) => one === label)

/** What stands at a field of a form as its error. */
export const errorAt = (page: string, field: string) =>
  new RegExp(
    `<p class="error" id="[^"]*\\b${field.replaceAll(/[[\].]/g, '\\$&')}-error">(.*?)</p>`,
    's',
  ).exec(page)?.[1]
