import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import { paths } from '#app/paths.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Work } from '#app/server/forms/submit.ts'

/** The action of a button on the page of a preview or a run; a refusal is shown on that page. */
export const generationVerb = (work: (about: Work, at: AtVersion) => Promise<Response>) =>
  versionVerb('not_found.generation', paths.generation.view, work)
