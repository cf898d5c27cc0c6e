import { statusForm, versionForm } from '#app/domain/core/fields.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import { resourceExamples } from '#tests/support/contracts/resource-examples.ts'
import { list, type Row, verb, version, view } from './row.ts'

/** The routes of a noun that an organisation keeps by form; `spare` is one that may be changed and removed. */
export function resourceRows(noun: ResourceNoun, spare: string): Record<string, Row> {
  const { verbs, least } = resourceExamples[noun]
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
