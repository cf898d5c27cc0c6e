import { languageTag } from '#app/i18n/locales.ts'
import { ownScript, scriptedRoute } from '#tests/support/pages/own-script.ts'
import { rawWords, wordsOfPage } from '#tests/support/pages/raw-words.ts'
import type { Answer } from '../answer.ts'

const isPage = ({ headers, method }: Answer) =>
  method !== 'HEAD' && headers.get('content-type')?.startsWith('text/html') === true

/** A page is in the language that was asked for, and says so. */
export function language(answer: Answer): string | undefined {
  if (!isPage(answer) || answer.words.includes(`<html lang="${languageTag(answer.locale)}"`)) return
  return `is not in ${answer.locale}: ${/<html[^>]*>/.exec(answer.words)?.[0]}`
}

/** No page shows a key, a placeholder or a value of a program in place of a sentence. */
export function rawWordsOn(answer: Answer): string | undefined {
  if (!isPage(answer)) return
  const raw = wordsOfPage(answer.words).flatMap(rawWords)
  return raw.length > 0 ? `shows ${raw.slice(0, 3).join(', ')}` : undefined
}

/** No page runs anything, but one its own script. */
export function scripts(answer: Answer): string | undefined {
  if (!isPage(answer)) return
  const isScripted = answer.one.route.id.endsWith(scriptedRoute)
  const words = isScripted ? answer.words.replace(ownScript, '') : answer.words
  const [found] = /<script\b|\son[a-z]+="|href="javascript:|rel="(module)?preload"/i.exec(words) ?? []
  return found && `runs something: ${found}`
}
