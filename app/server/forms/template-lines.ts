import { typedTemplate } from '#app/domain/catalogue/line-templates/line-template.ts'
import { lineTemplateOptions, templateToAdd } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { mostLines } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The field in which a template is chosen. */
const chosenField = 'line_template_id'
/** The name of the button that adds its lines. */
export const addTemplateButton = 'add_template'

/** Templates that a form offers to who may see them. */
export const offeredTemplates = async ({ can, read }: Pick<RequestContext, 'can' | 'read'>) =>
  can('line_template.view') ? lineTemplateOptions(await read()) : []

/**
 * For forms with the lines of an invoice: the button of a template puts its lines behind those that were typed, and the form
 * comes back with all that was in it. Refuses at the choice: none (line_template.nothing_chosen), one that is not offered
 * (not_found.line_template), one whose fee type is put away, and more lines than an invoice has.
 */
export const withTemplate =
  ({ can, read }: Pick<RequestContext, 'can' | 'read'>) =>
  async (form: FormData): Promise<void> => {
    if (!form.has(addTemplateButton)) return
    form.delete(addTemplateButton)
    // A button that brings the form back; of all fields only this one may show an error.
    form.set('__intent__', JSON.stringify({ type: 'validate', payload: { name: chosenField } }))
    if (!can('line_template.view')) throw new Refusal('action_not_allowed')
    const items = typedTemplate(await templateToAdd(await read(), String(form.get(chosenField) ?? '')))
    const typed = typedLines(form)
    if (typed.length + items.length > mostLines)
      throw new Refusal('line_template.too_many_together', chosenField, { count: items.length })
    form.delete(chosenField)
    for (const name of [...form.keys()]) if (lineField.test(name)) form.delete(name)
    for (const [index, line] of [...typed, ...items].entries())
      for (const [field, value] of Object.entries(line))
        if (value !== undefined) form.append(`items[${index}].${field}`, value)
  }

const lineField = /^items\[(\d{1,3})\]\.(\w+)$/

/** The lines of a form as they were typed, without those in which nobody has written anything. */
function typedLines(form: FormData): Record<string, string>[] {
  const lines = new Map<number, Record<string, string>>()
  for (const [name, value] of form) {
    const [, index, field] = lineField.exec(name) ?? []
    if (index === undefined || field === undefined || typeof value !== 'string') continue
    lines.set(Number(index), { ...lines.get(Number(index)), [field]: value })
  }
  return [...lines].sort(([one], [other]) => one - other).flatMap(([, line]) => (isBlank(line) ? [] : [line]))
}

/** As a new line comes: with a quantity, and nothing else. */
const isBlank = ({ quantity = '1', ...others }: Record<string, string>) =>
  quantity.trim() === '1' && Object.values(others).every((value) => value.trim() === '')
