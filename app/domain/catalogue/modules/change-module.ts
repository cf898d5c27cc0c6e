import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { module } from './find-modules.ts'
import { moduleForm } from './module-form.ts'

/** What is done with modules; one that subjects have can only be deactivated. */
export const modules = keptVerbs('module', moduleForm, { subject: 'module_id' }, module)
