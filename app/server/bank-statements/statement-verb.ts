import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paths } from '#app/paths.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Work } from '#app/server/forms/submit.ts'

type Verb = (about: Work, scope: RowScope, at: AtVersion) => Promise<Response>

/** A button on the page of a statement, within the reach of a permission; a refusal is said on that page. */
export const statementVerb = (permission: Permission, work: Verb) =>
  versionVerb('not_found.bank_statement', paths.bank_statement.view, (about, at) =>
    work(about, about.context.scope(permission), at),
  )

/** The same on the page of a line. */
export const lineVerb = (permission: Permission, work: Verb) =>
  versionVerb('not_found.bank_line', paths.bank_line.view, (about, at) =>
    work(about, about.context.scope(permission), at),
  )
