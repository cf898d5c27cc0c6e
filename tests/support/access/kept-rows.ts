import type { KeptNoun } from '#app/domain/core/crud/nouns.ts'
import { statusForm, versionForm } from '#app/domain/core/fields.ts'
import { keptExamples } from '../contracts/kept-examples.ts'
import type { NounName } from './nouns.ts'
import { list, type Row, verb, version, view } from './row.ts'

/** The routes of a noun that an organisation keeps by form; `spare` is one that may be changed and removed. */
export function keptRows(noun: KeptNoun & NounName, spare: NounName): Record<string, Row> {
  const { verbs, least } = keptExamples[noun]
  const schema = verbs.form
  const route = `tenant/${noun.replaceAll('_', '-')}`
  return {
    [`${route}/list`]: list,
    [`${route}/new`]: { form: least, schema },
    [`${route}/view`]: view(noun),
    [`${route}/edit`]: { of: spare, form: (thing) => ({ ...least(), ...version(thing) }), schema },
    [`${route}/status`]: verb(spare, (thing) => ({ status: 'inactive', ...version(thing) }), statusForm),
    [`${route}/remove`]: verb(spare, version, versionForm),
  }
}
