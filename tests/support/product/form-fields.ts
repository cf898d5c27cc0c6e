/** The fields of the page's form as a browser would send them. */
export function fieldsOf(html: string): Record<string, string> {
  const form = /<form method="post"[^>]*class="fields"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const fields: Record<string, string> = {}
  const put = (tag: string, value: string | undefined) => {
    fields[attribute(tag, 'name') ?? ''] = value ?? ''
  }
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) put(tag, attribute(tag, 'value'))
  for (const [tag, text] of form.matchAll(/<textarea[^>]*>([\s\S]*?)<\/textarea>/g))
    put(tag, decoded(text ?? ''))
  for (const [tag, options] of form.matchAll(/<select[^>]*>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option[^>]*selected=""[^>]*>/.exec(options ?? '')?.[0] ?? ''
    put(tag, attribute(chosen, 'value'))
  }
  return fields
}

/** What a button of conform sends. */
export function intent(html: string, type: string): string {
  const values = [...html.matchAll(/name="__intent__" value="([^"]*)"/g)].map(([, value]) => decoded(value!))
  return values.find((value) => JSON.parse(value).type === type)!
}

/** Of a tag or what stands in it. */
export function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(` ${tag}`)?.[1]
  return value === undefined ? undefined : decoded(value)
}

/** Text of a page without the ways in which HTML writes a character. */
export const decoded = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replace(/&#(x?[\da-f]+);/gi, (_, code) => String.fromCodePoint(Number(`0${code}`)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
