import { plainText, type StatementLine, statementLimits, textOrNull } from './statement.ts'

interface Words {
  name: string
  words: string
}

/**
 * Adds field 86 (or NS, its extension in Germany) to a movement: numbered parts (`?20`), coded parts (`/REMI/`), or words
 * as they come. Of a field that is not written in parts every character is kept.
 */
export function describe(line: StatementLine, text: string, tag: '86' | 'NS'): void {
  const { name, words } =
    tag === 'NS' ? freeWords(text.replace(/^\d\d/gm, '')) : (numbered(text) ?? coded(text) ?? freeWords(text))
  line.description = plainText(`${line.description} ${words}`, statementLimits.text)
  line.payer_name ??= textOrNull(name, statementLimits.name)
}

const freeWords = (text: string): Words => ({ name: '', words: text.replace(/\n/g, ' ') })

/** What the bank says about itself, and the bank and account of the payer: no words of anybody. */
const bankParts = ['10', '30', '31', '34', '38']
const nameParts = ['32', '33']

/** Characters of a numbered part; a part as long as this goes on in the next. */
const partLength = 27

/**
 * `166?00TRANSFER?20YURAN?21 NOV?32SITI`: perhaps a code of three digits, and a sign before each number. The same sign
 * among words is one of theirs.
 */
function numbered(text: string): Words | undefined {
  // A line is broken where it is full, also within a word.
  const whole = text.replace(/\n/g, '')
  const [, sign] = /^\s*\d{3}([?<~])(?=\d\d)/.exec(whole) ?? /^\s*(\?)(?=\d\d)/.exec(whole) ?? []
  if (!sign) return undefined
  const parts = whole
    .split(new RegExp(`\\${sign}(?=\\d\\d)`))
    .slice(1)
    .map((part) => ({ number: part.slice(0, 2), said: part.slice(2) }))
  const joined = (some: typeof parts) =>
    some.map(({ said }) => (said.length === partLength ? said : `${said} `)).join('')
  return {
    name: joined(parts.filter(({ number }) => nameParts.includes(number))),
    words: joined(parts.filter(({ number }) => !nameParts.includes(number) && !bankParts.includes(number))),
  }
}

/** Codes of SWIFT and of the SEPA guidelines for this field. Any other word between slashes is somebody's own. */
const codes =
  'TRCD|TRTP|EREF|KREF|PREF|CREF|IREF|MREF|MARF|CSID|IBAN|BIC|ORDP|BENM|CNTP|NAME|ADDR|REMI|PURP|ISDT|RTRN|ULTC|ULTD|ULTB|UDTR|UCRD|SVCL|OCMT|CHGS|EXCH|INFO|SUBS'
const codedParts = new RegExp(`/(${codes})/([\\s\\S]*?)(?=/(?:${codes})/|$)`, 'g')

/** `/NAME/SITI AMINAH/REMI/YURAN NOV`, which begins with a code. */
function coded(text: string): Words | undefined {
  // A code may begin a line, or be broken at the end of one.
  const whole = text.replace(/\n(?=\/)/g, '').replace(/\n/g, ' ')
  if (!new RegExp(`^\\s*/(?:${codes})/`).test(whole)) return undefined
  const parts = [...whole.matchAll(codedParts)].map(([, code, said = '']) => ({
    code,
    said: said.replace(/\/+\s*$/, ''),
  }))
  const of = (isName: boolean) =>
    parts
      .filter(({ code }) => (code === 'NAME') === isName)
      .map(({ said }) => said)
      .join(' ')
  return { name: of(true), words: of(false) }
}
