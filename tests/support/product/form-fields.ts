/** The fields of the page's form as a browser would send them. */
export function fieldsOf(html: string): Record<string, string> {
  const form = /<form method="post"[^>]*class="fields"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const fields: Record<string, string> = {}
  const attribute = (tag: string, name: string) =>
    decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) fields[attribute(tag, 'name')] = attribute(tag, 'value')
  for (const [tag, text] of form.matchAll(/<textarea[^>]*>([\s\S]*?)<\/textarea>/g))
    fields[attribute(tag, 'name')] = decoded(text ?? '')
  for (const [tag, options] of form.matchAll(/<select[^>]*>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option[^>]*selected=""[^>]*>/.exec(options ?? '')?.[0] ?? ''
    fields[attribute(tag, 'name')] = attribute(chosen, 'value')
  }
  return fields
}

/** What a button of conform sends. */
export function intent(html: string, type: string): string {
  const values = [...html.matchAll(/name="__intent__" value="([^"]*)"/g)].map(([, value]) => decoded(value!))
  return values.find((value) => JSON.parse(value).type === type)!
}

const decoded = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
