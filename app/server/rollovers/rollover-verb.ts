import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import { paths } from '#app/paths.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Work } from '#app/server/forms/submit.ts'

/** A button on the page of a change of year; a refusal is said on that page. */
export const rolloverVerb = (work: (about: Work, at: AtVersion) => Promise<Response>) =>
  versionVerb('not_found.rollover', paths.rollover.view, work)
