/**
 * What FPX lets through in the free texts of a request. The official length table is not public, so the lengths
 * are a safe profile below everything seen in use; change them here, and nowhere else, when PayNet names its own.
 * Characters: PayNet's mapping table (names hold `@ / \ ( ) space . - _ , & '` and never `` ` ~ * " ; : ``).
 */
export const TEXT_RULES = {
  order_no: { max: 20, allowed: /^[A-Z0-9-]+$/ },
  buyer_name: { max: 40, refused: /[^A-Za-z0-9@/\\() .\-_,&']/g },
  buyer_email: { max: 50, allowed: /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/ },
  description: { max: 30, refused: /[^A-Za-z0-9 ]/g, fallback: 'Payment' },
} as const

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '´': "'",
  '`': "'",
  '–': '-',
  '—': '-',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
}

/**
 * A buyer's name for an AR: accents dropped, curly quotes straightened, at most 40 characters.
 * What FPX does not take (Chinese, Tamil, emoji, `"`) gives way to a space; a name of nothing else becomes blank,
 * which FPX accepts: the bank sends its own holder's name back anyway.
 */
export function buyerName(name: string | null): string {
  return cut(plain(name ?? ''), TEXT_RULES.buyer_name)
}

/** Letters, digits and spaces, at most 30; `Payment` when nothing is left. */
export function description(text: string): string {
  return cut(plain(text), TEXT_RULES.description) || TEXT_RULES.description.fallback
}

/** Or blank: FPX refuses the whole payment (`DB`) for an address that it dislikes. */
export function buyerEmail(email: string | null): string {
  const address = (email ?? '').trim()
  const { max, allowed } = TEXT_RULES.buyer_email
  return address.length <= max && allowed.test(address) ? address : ''
}

/** Throws for one out of form: the product made it, so that is a bug. */
export function orderNo(number: string): string {
  const { max, allowed } = TEXT_RULES.order_no
  if (number.length > max || !allowed.test(number)) throw new RangeError(`not an FPX order number: ${number}`)
  return number
}

function plain(text: string): string {
  return text
    .replace(/[‘’´`–—ßæÆøØđĐłŁ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
}

function cut(text: string, rule: { max: number; refused: RegExp }): string {
  return text.replace(rule.refused, ' ').replace(/ +/g, ' ').trim().slice(0, rule.max).trim()
}
