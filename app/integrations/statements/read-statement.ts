import { decode, Undecodable } from '#app/integrations/decoding/decode.ts'
import { type FirstSheet, readSheet } from '#app/integrations/spreadsheets/read-sheet.ts'
import {
  type Statement,
  type StatementFault,
  StatementUnusable,
  statementFaults,
  statementLimits,
} from './statement.ts'

/**
 * What a file is: rows of a bank's own making, which somebody must know how to read (`others`: of further sheets of a
 * workbook), or one of the two standards.
 */
export type StatementFile =
  | (Pick<FirstSheet, 'format' | 'rows'> & Partial<FirstSheet>)
  | { format: 'mt940' | CamtKind; statement: Statement }

/** An intraday report, the statement of a day or month, and a notification of single movements. */
type CamtKind = 'camt052' | 'camt053' | 'camt054'

const decoders = {
  mt940: '#app/integrations/statements/mt940-decoder.ts',
  camt053: '#app/integrations/statements/camt-decoder.ts',
} as const

/** Ten megabytes of either take less than two seconds. */
const limits = { bytes: 300_000_000, seconds: 15, resultBytes: 30_000_000 }

/** Lines above and below those of the movements. */
const spareRows = 100

/**
 * Reads a statement in a process of its own; what it is, is told by how it begins, whatever its name says. Refuses
 * (StatementUnusable, or SheetUnusable of a sheet, each with its `fault`) what is none within the limits, and (LineFull)
 * while too many files wait.
 */
export async function readStatement(file: Buffer): Promise<StatementFile> {
  if (file.length > statementLimits.bytes) throw new StatementUnusable('too_large')
  const format = formatOf(file)
  if (format === 'sheet') return readSheet(file, { mostRows: statementLimits.lines + spareRows })
  const json = await decode(decoders[format], file, { limits }).catch((error: Error) => {
    throw error instanceof Undecodable ? unusable(error.message) : error
  })
  const kind = format === 'camt053' ? camtKindOf(file) : format
  return { format: kind, statement: JSON.parse(json.toString('utf8')) }
}

function formatOf(file: Buffer): keyof typeof decoders | 'sheet' {
  // UTF-16 has a zero byte beside each plain letter; some banks frame a message in control characters.
  const text = file
    .subarray(0, 4_096)
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(/[^\P{Cc}\t\r\n\x7f-\x9f]/gu, '')
    .trimStart()
  if (/^<(\?xml|!DOCTYPE|!--|[\w:]*(Document|BkToCstmrStmt)\b)/i.test(text)) return 'camt053'
  // The lines of an envelope, or of a bank's own, may precede the first field.
  const isMt940 = /(^|[\r\n]|\{4:)[ \t]*:20:/.test(text) && /[\r\n][ \t]*:(25P?|28C?|60[FM]?|61):/.test(text)
  return isMt940 || /^:\d{2}[A-Z]?:/.test(text) ? 'mt940' : 'sheet'
}

/** Which message of the CAMT family a file is, by the element around its entries or else by its namespace. */
function camtKindOf(file: Buffer): CamtKind {
  const text = file.subarray(0, 4_096).toString('latin1').replaceAll('\0', '')
  const [, element] = /<(?:[\w.-]+:)?BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)\b/.exec(text) ?? []
  const [, number = '053'] = /\bcamt\.(05[234])\b/.exec(text) ?? []
  const kinds = { Stmt: 'camt053', AcctRpt: 'camt052', DbtCdtNtfctn: 'camt054' } as const
  return element ? kinds[element as keyof typeof kinds] : (`camt${number}` as CamtKind)
}

function unusable(message: string): StatementUnusable {
  const [, fault, line] = /^(\w+)(?::(\d+))?/.exec(message) ?? []
  const known = statementFaults.find((one) => one === fault)
  const costly = message.startsWith('reading it took too much') || message.startsWith('the result is larger')
  return new StatementUnusable(
    known ?? ((costly ? 'too_large' : 'unreadable') as StatementFault),
    line ? Number(line) : null,
  )
}
