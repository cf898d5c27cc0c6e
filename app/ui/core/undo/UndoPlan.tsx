import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { UndoFact } from '#app/domain/core/undo/undo-plan.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { hrefOfUndo } from './BlockerLinks.tsx'

interface FactsProps {
  title: string
  facts: readonly UndoFact[]
}

/** What undoing something does, as a list before anybody confirms. */
export function UndoEffects({ title, facts }: FactsProps) {
  if (facts.length === 0) return null
  return (
    <div className="undo">
      <h2>{title}</h2>
      <ul>
        {facts.map((fact) => (
          <li key={JSON.stringify(fact)}>
            <FactSentence group="effects" fact={fact} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What prevents undoing something, each with a link to the page that removes it. */
export function UndoBlockers({ title, facts }: FactsProps) {
  const { t } = useTranslation()
  if (facts.length === 0) return null
  return (
    <Notice tone="warning" title={title}>
      {facts.map((fact) => (
        <Fragment key={JSON.stringify(fact)}>
          <p>
            <FactSentence group="blockers" fact={fact} />
          </p>
          {fact.link && (
            <p>
              <LinkButton href={hrefOfUndo(fact.link)}>{t(`undo.go.${fact.link.to}`)}</LinkButton>
            </p>
          )}
        </Fragment>
      ))}
    </Notice>
  )
}

/** Stands for the number in a sentence until the link takes its place; no text contains it. */
const mark = '\u0001'

/** The sentence of a fact, whose number or name is a link to its page. */
function FactSentence({ group, fact }: { group: 'effects' | 'blockers'; fact: UndoFact }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { kind, number, sen, name, on, link } = fact
  const linked = number ?? name ?? ''
  const sentence = t(`undo.${group}.${kind}`, {
    number: number ? mark : '',
    name: number ? (name ?? '') : mark,
    amount: sen === undefined ? '' : formatRinggit(sen),
    date: on === undefined ? '' : formatDate(on, locale),
  })
  const [before, ...after] = sentence.split(mark)
  return (
    <>
      {before}
      {after.map((text) => (
        <Fragment key={text}>
          {link ? <a href={hrefOfUndo(link)}>{linked}</a> : linked}
          {text}
        </Fragment>
      ))}
    </>
  )
}
