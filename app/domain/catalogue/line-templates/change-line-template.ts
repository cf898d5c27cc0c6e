import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { lineTemplate } from './find-line-templates.ts'
import { lineTemplateForm } from './line-template-form.ts'

// Its lines are copied into an invoice, so that nothing ever names a template.
export const lineTemplates = keptVerbs('line_template', lineTemplateForm, {}, lineTemplate)
