import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { legalForm } from '#app/domain/core/help/legal-paper.ts'
import { renderMarkdown, withWords } from '#app/domain/reporting/help/markdown.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { helpReader } from './help-reader.ts'

/** The form with what it would look like, where that is asked for and nothing is wrong; else undefined. */
export async function legalPreview({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await formOf(request), { schema: legalForm, error: formErrorMap })
  if (submission.status !== 'success' || submission.value.intent !== 'preview') return undefined
  const { speak } = await helpReader(context)
  const shown = (body: string, locale: Locale) => withWords(renderMarkdown(body, locale).html, speak)
  const { body_en, body_my } = submission.value
  return data({ ...submission.reply(), preview: { en: shown(body_en, 'en'), my: shown(body_my, 'my') } })
}
