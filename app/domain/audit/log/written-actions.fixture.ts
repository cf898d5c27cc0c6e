import { globSync, readFileSync } from 'node:fs'
import { requestNouns } from '#app/domain/core/request-nouns.ts'
import { picturedNouns, resourceNouns } from '#app/domain/core/resources.ts'
import { payoutVerbs } from '#app/domain/platform/payouts/change-payout.ts'

/** Actions that are put together when they are written: the template as the source has it, and what it can become. */
const templates: Record<string, string[]> = {
  '`${kind}.cancel_requested`': ['invoice.cancel_requested', 'payment.cancel_requested'],
  '`${kind}.cancel_${state}`': ['invoice', 'payment'].flatMap((kind) =>
    ['approved', 'rejected', 'withdrawn'].map((state) => `${kind}.cancel_${state}`),
  ),
  '`arrangement.${status}`': ['kept', 'broken'].map((status) => `arrangement.${status}`),

  '`entity.bank_${moment}`': ['entity.bank_confirmed', 'entity.bank_refused'],
  '`payout.${verb}`': payoutVerbs.map((verb) => `payout.${verb}`),
  '`operator.${what}`': [
    'operator.second_factor_on',
    'operator.second_factor_replaced',
    'operator.second_factor_off',
    'operator.recovery_codes_renewed',
  ],
  '`payment_exception.${verb}`': [
    ...[
      'taken',
      'handed_over',
      'given',
      'noted',
      'booked',
      'wrong_alarm',
      'refund_proposed',
      'refunded',
      'refund_rejected',
    ].map((verb) => `payment_exception.${verb}`),
  ],
  '`${object.type}.${verb}`': ['staff', 'trainer'].flatMap((type) => [
    `${type}.activated`,
    `${type}.deactivated`,
  ]),
  '`${object.type}.removed`': ['staff.removed', 'trainer.removed'],
  '`${noun}.asked`': ['generation.asked', 'import.asked'],
  '`${noun}.asking_withdrawn`': ['generation.asking_withdrawn', 'import.asking_withdrawn'],
  "`${noun}.image_${file ? 'set' : 'removed'}`": picturedNouns.flatMap((noun) => [
    `${noun}.image_set`,
    `${noun}.image_removed`,
  ]),
  // of each noun that an organisation keeps
  ...Object.fromEntries(
    Object.entries({
      '`${noun}.created`': ['created'],
      '`${noun}.edited`': ['edited'],
      '`${noun}.removed`': ['removed'],
    }).map(([template, actions]) => [
      template,
      resourceNouns.flatMap((noun) => actions.map((action) => `${noun}.${action}`)),
    ]),
  ),
  // and of each request that somebody decides
  '`${noun}.${action}`': [
    ...resourceNouns.flatMap((noun) => [`${noun}.activated`, `${noun}.deactivated`]),
    ...requestNouns.flatMap((noun) => [`${noun}.rejected`, `${noun}.withdrawn`]),
  ],
}
interface Written {
  file: string
  action: string
  type: string | undefined
}

/** Every call of `record` and its kind in the sources: its action, and the type of its object. */
export function writtenActions(): Written[] {
  const files = globSync('{app,jobs}/**/*.ts').filter(
    (file) => !/test|domain\/(core\/audit|audit\/log\/both-logs)\.ts$/.test(file),
  )
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const calls = [...source.matchAll(/(?<!function |\.)\brecord(?:Operator|Each|InBoth|OwnInBoth)?\(/g)]
    return calls.flatMap(({ index }) => {
      const call = source.slice(index, index + 400)
      const rest = /^\w+\(\s*\w+,\s*(?:[\w.]+|\{[^}]*\}),\s*([\s\S]*)/.exec(call)?.[1] ?? ''
      const type = /\btype: '([a-z_]+)'/.exec(rest.split('\n\n')[0]!)?.[1]
      return actionsOf(rest, source).map((action) => ({ file, action, type }))
    })
  })
}

/** The actions that a call may write: its literals, what its template can become, or what the name or the table stands for. */
function actionsOf(rest: string, source: string): string[] {
  const template = Object.keys(templates).find((text) => rest.startsWith(text))
  if (template) return templates[template]!
  const codesIn = (text: string) => [...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map((match) => match[1]!)
  const literals = codesIn(rest.split('{')[0]!)
  if (literals.length > 0) return literals
  const table = /^([a-z]\w*)\[/.exec(rest)?.[1]
  const entries = table && new RegExp(`const ${table}\\b[^{]*\\{([^}]*)\\}`).exec(source)?.[1]
  if (entries) return codesIn(entries)
  const name = /^([a-z]\w*),/.exec(rest)?.[1]
  const lines = name ? [...source.matchAll(new RegExp(`\\b${name}\\b[^\\n]*\\n?[^\\n]*`, 'g'))] : []
  const codes = lines.flatMap(([line]) => codesIn(line))
  return codes.length > 0 ? codes : [`cannot be read: ${rest.slice(0, 60)}`]
}
