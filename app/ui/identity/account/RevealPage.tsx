import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { type Fact, Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'

interface RevealPageProps {
  /** Group of the language files. */
  noun: string
  /** What is shown, where it is no identity number. */
  title?: string
  /** Whose numbers these are. */
  back: { label: string; href: string }
  /** Where the button posts. */
  action: string
  facts: readonly (Fact | false | null)[]
  /** The numbers in full; that they were shown is in the audit log. */
  shown: boolean
}

/** What a post shows is gone with the next look at the page; showing it again leaves another trace. */
export function RevealPage({ noun, title, back, action, facts, shown }: RevealPageProps) {
  const { t } = useTranslation()
  return (
    <ViewPage title={title ?? t(`${noun}.identity_no`)} back={back}>
      <Facts items={facts} />
      {shown ? (
        <Notice>
          <p>{t(`${noun}.revealed`)}</p>
        </Notice>
      ) : (
        <PostButton action={action}>{t(`${noun}.reveal`)}</PostButton>
      )}
    </ViewPage>
  )
}
