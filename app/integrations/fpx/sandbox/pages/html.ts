/** Text that is HTML already; everything else is escaped. */
export interface Html {
  html: string
}

type Part = string | number | Html | readonly Part[] | null | undefined | false

/** Interpolated text is escaped, nested pieces and lists of them are not, null and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.map((text, index) => text + render(parts[index] ?? null)).join('') }
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(render).join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** For people, from FPX's `20260115103000` (Malaysia). */
export function readable(time: string): string {
  return time.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6')
}

export function ringgit(amount: string): string {
  return `RM ${amount.replace(/\B(?=(\d{3})+\.)/g, ',')}`
}
