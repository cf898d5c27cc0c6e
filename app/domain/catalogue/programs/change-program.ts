import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { program } from './find-programs.ts'
import { programForm } from './program-form.ts'

/** What is done with programs; one that a module or a subject belongs to can only be deactivated. */
export const programs = keptVerbs(
  'program',
  programForm,
  { module: 'program_id', subject: 'program_id' },
  program,
)
