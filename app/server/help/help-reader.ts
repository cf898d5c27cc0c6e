import type { HelpRole } from '#app/domain/core/help/paper.ts'
import { spokenSentence } from '#app/domain/core/labels/spoken.ts'
import { platformIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import type { HelpSide } from '#app/domain/reporting/help/library.ts'
import type { Speak } from '#app/domain/reporting/help/markdown.ts'
import { nounsOf } from '#app/i18n/i18n.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Who reads the help centre: which papers there are, whose come first, and in which words they are written. */
export interface HelpReader {
  side: HelpSide
  roles: readonly HelpRole[]
  speak: Speak
}

/** The reader of a request. A guest of an organisation is most often a parent. */
export async function helpReader(context: RequestContext): Promise<HelpReader> {
  const { site, actor, session, locale, labels } = context
  const nouns = nounsOf(locale, labels?.byLocale)
  const { name, contact_email } = await platformIssuer(await context.read())
  const known: Record<string, string> = {
    '{{organisation_name}}': site.side === 'tenant' ? site.entity.name : name,
    '{{operator_name}}': name,
    '{{operator_email}}': contact_email ?? name,
  }
  return {
    side: site.side,
    roles:
      session?.kind === 'operator'
        ? ['operator']
        : session?.kind === 'user'
          ? actor.roles.filter((role) => role !== 'helper')
          : ['guest'],
    speak: (sentence) => known[sentence] ?? spokenSentence(sentence, nouns, locale),
  }
}
